/** The audience of a channel, for callers whose decision depends on it. */
export { isAppSeenByAudience, othersSee, seenByAudience, visibleToAudience } from './access.audience.repo.ts';
export { findChannel } from './access.repo.ts';
