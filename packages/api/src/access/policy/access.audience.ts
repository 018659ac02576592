/** The people who may see a channel, for callers that judge by them. */
export { isAppSeenByRoom, othersSee, seenByRoom } from './access.audience.repo.ts';
export { findChannel } from './access.repo.ts';
