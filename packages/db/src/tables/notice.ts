import type { NoticeKind } from '@tandem/shared/notice/schema';
import type { Generated } from 'kysely';

/** A notification of one person. */
export interface NoticeTable {
  id: Generated<string>;
  userId: number;
  teamId: string;
  kind: NoticeKind;
  /** The person who caused it; null for a deleted account, or no person. */
  actorId: number | null;
  appId: string | null;
  channelId: string | null;
  messageId: string | null;
  invitationId: string | null;
  /** The comment that names the person. */
  commentId: string | null;
  /** The block of a document that names the person. */
  blockId: string | null;
  createdAt: Generated<Date>;
  readAt: Date | null;
  mailedAt: Date | null;
}
