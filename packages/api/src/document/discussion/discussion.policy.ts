import type { AccessLevel } from '@tandem/shared/access/permissions';
import { type ChannelAction, heldByArchive, mayOnChannel } from '../../access/policy/access.policy.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';

/** The reader of discussions: what they may do follows from who they are and their level on the document. */
export interface DiscussionReader {
  userId: number;
  held: AccessLevel;
  /** What the document's own state makes of that. */
  channel: Pick<LoadedChannel, 'kind' | 'archivedAt'>;
}

function may({ held, channel }: DiscussionReader, action: ChannelAction): boolean {
  return mayOnChannel(held, action, channel.kind) && !heldByArchive(channel, action);
}

/** Whether the reader may answer, resolve and react. */
export function mayComment(reader: DiscussionReader): boolean {
  return may(reader, 'channel.comment');
}

/** Only authors change their words. */
export function mayEditComment(reader: DiscussionReader, comment: { authorId: number }): boolean {
  return mayComment(reader) && comment.authorId === reader.userId;
}

/** Authors take back their words, and managers anyone's. */
export function mayRemoveComment(reader: DiscussionReader, comment: { authorId: number }): boolean {
  return mayComment(reader) && (comment.authorId === reader.userId || may(reader, 'channel.manage'));
}

/** Managers delete any discussion; who began one, as long as others' words do not go with it. */
export function mayRemoveDiscussion(
  reader: DiscussionReader,
  discussion: { creatorId: number; isShared: boolean },
): boolean {
  if (!mayComment(reader)) return false;
  return may(reader, 'channel.manage') || (discussion.creatorId === reader.userId && !discussion.isShared);
}
