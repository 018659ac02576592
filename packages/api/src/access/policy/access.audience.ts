/** Who may see a channel, for those that judge by it. */
export { isAppSeenByRoom, othersSee, seenByRoom } from './access.audience.repo.ts';
export { findChannel } from './access.repo.ts';
