import type { AccessLevel } from '@tandem/shared/access/permissions';
import { type ChannelAction, heldByArchive, mayOnChannel } from '../../access/policy/access.policy.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';

/** The reader of discussions; their abilities follow from identity and level on the document. */
export interface DiscussionReader {
  userId: number;
  held: AccessLevel;
  /** The document, whose state restricts these abilities. */
  channel: Pick<LoadedChannel, 'kind' | 'archivedAt'>;
}

function may({ held, channel }: DiscussionReader, action: ChannelAction): boolean {
  return mayOnChannel(held, action, channel.kind) && !heldByArchive(channel, action);
}

/** Whether the reader may reply, resolve and react. */
export function mayComment(reader: DiscussionReader): boolean {
  return may(reader, 'channel.comment');
}

/** Only authors edit their comments. */
export function mayEditComment(reader: DiscussionReader, comment: { authorId: number }): boolean {
  return mayComment(reader) && comment.authorId === reader.userId;
}

/** Authors take back their words, and managers anyone's. */
export function mayRemoveComment(reader: DiscussionReader, comment: { authorId: number }): boolean {
  return mayComment(reader) && (comment.authorId === reader.userId || may(reader, 'channel.manage'));
}

/** Managers delete any discussion; its creator only one without others' comments. */
export function mayRemoveDiscussion(
  reader: DiscussionReader,
  discussion: { creatorId: number; isShared: boolean },
): boolean {
  if (!mayComment(reader)) return false;
  return may(reader, 'channel.manage') || (discussion.creatorId === reader.userId && !discussion.isShared);
}
