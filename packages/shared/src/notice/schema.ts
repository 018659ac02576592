import * as z from 'zod';
import type { AppType } from '../app/schema.ts';
import type { Person } from '../user/schema.ts';

/**
 * Reasons for notifications. `turn`: a long answer has ended. `comment`: it mentions or answers them.
 * `transfer`: an app of theirs has a new owner. `schedule`: a schedule of theirs has paused by itself.
 */
export const noticeKinds = [
  'mention',
  'share',
  'invitation',
  'turn',
  'comment',
  'transfer',
  'schedule',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Unread notices are counted up to this; more are as many. */
export const MAX_UNREAD_NOTICES = 100;

/** A notification, with current names as its recipient may see them. */
export interface Notice {
  id: string;
  kind: NoticeKind;
  team: { id: string; name: string };
  /** The person who caused it; null for a deleted account, or no person. */
  actor: Person | null;
  /** The app. The name is "" where only a channel of it is shared with the reader. */
  app: { id: string; name: string; type: AppType } | null;
  /** The name is "" if the channel is unnamed. */
  channel: { id: string; name: string } | null;
  messageId: string | null;
  invitationId: string | null;
  /** The discussion of a comment. */
  discussionId: string | null;
  /** The block of a document with the mention. */
  blockId: string | null;
  /**
   * The text around the reader's name, in one line of at most 160 characters; "" except for mentions and
   * comments.
   */
  excerpt: string;
  createdAt: Date;
  readAt: Date | null;
}

/** A page of one's notifications. `unread` counts all of them, up to `MAX_UNREAD_NOTICES`. */
export interface NoticePage {
  list: Notice[];
  hasMore: boolean;
  unread: number;
}

/** A moment that PostgreSQL can hold, which takes fewer than a `Date`. */
const momentSchema = z.date().min(new Date(0)).max(new Date('9999-12-31T23:59:59.999Z'));

/** Newest first; `before` is the oldest that the reader holds. */
export const listNoticesSchema = z.strictObject({
  before: z.strictObject({ createdAt: momentSchema, id: z.uuid() }).optional(),
  limit: z.int().min(1).max(50).default(30),
  unreadOnly: z.boolean().default(false),
});
export type ListNotices = z.output<typeof listNoticesSchema>;

/**
 * The notifications to mark as read: some, those of a viewed channel, or all. Those of comments are marked
 * when the discussions are open, and mentions in a document's text once their blocks were on the screen; without
 * `blocks` all of the document were.
 */
export const readNoticesSchema = z.union([
  z.strictObject({ ids: z.array(z.uuid()).min(1).max(200) }),
  z.strictObject({
    channelId: z.uuid(),
    comments: z.boolean().default(false),
    blocks: z.array(z.string().min(1).max(64)).max(200).optional(),
  }),
  z.strictObject({ all: z.literal(true) }),
]);
export type ReadNotices = z.output<typeof readNoticesSchema>;
