import * as z from 'zod';
import type { AppType } from '../app/schema.ts';
import type { Person } from '../user/schema.ts';

/**
 * Why a person is told something. `turn`: an answer that took long has ended. `comment`: one names them, or answers them.
 * `transfer`: an app of theirs has another owner.
 */
export const noticeKinds = ['mention', 'share', 'invitation', 'turn', 'comment', 'transfer'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Unread notices are counted up to this; more are as many. */
export const MAX_UNREAD_NOTICES = 100;

/** Something that one person is told, with its names as they may see them now. */
export interface Notice {
  id: string;
  kind: NoticeKind;
  team: { id: string; name: string };
  /** The person who caused it; null when their account is gone, or no person did. */
  actor: Person | null;
  /** Where it happened. The name is "" where only a channel of the app is shared with the reader. */
  app: { id: string; name: string; type: AppType } | null;
  /** The name is "" while the channel has none. */
  channel: { id: string; name: string } | null;
  messageId: string | null;
  invitationId: string | null;
  /** The discussion beside the document in which somebody commented. */
  discussionId: string | null;
  /** The block of the document in which somebody named the reader. */
  blockId: string | null;
  /** What was said around the reader's name, in one line of at most 160 characters; "" but for mentions and comments. */
  excerpt: string;
  createdAt: Date;
  readAt: Date | null;
}

/** A page of one's notices. `unread` counts all of them, up to `MAX_UNREAD_NOTICES`. */
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
 * Which notices were read: some, those of a channel that is looked at, or all there are. Those of comments are read by
 * whoever has the discussions beside the document open.
 */
export const readNoticesSchema = z.union([
  z.strictObject({ ids: z.array(z.uuid()).min(1).max(200) }),
  z.strictObject({ channelId: z.uuid(), comments: z.boolean().default(false) }),
  z.strictObject({ all: z.literal(true) }),
]);
export type ReadNotices = z.output<typeof readNoticesSchema>;
