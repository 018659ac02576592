import * as z from 'zod';
import { emojiSchema, MAX_MENTIONS, type Mention, type Reaction } from '../message/schema.ts';
import { type Person, userIdSchema } from '../user/schema.ts';

/** Longest text of one comment, and of the words that a discussion is about, in characters. */
export const MAX_COMMENT_LENGTH = 5_000;
export const MAX_QUOTE_LENGTH = 2_000;
/** Discussions that one document holds, resolved ones included, and comments in all of them together. */
export const MAX_DISCUSSIONS = 1_000;
export const MAX_COMMENTS = 5_000;

/** PostgreSQL holds neither NUL nor half a surrogate pair. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed();

const commentTextSchema = z
  .string()
  .max(MAX_COMMENT_LENGTH)
  .transform(storable)
  .refine((text) => text.trim() !== '', { params: { key: 'messageEmpty' } });

/**
 * People mentioned in a comment as `@name`; those not in its text, or without access to the document, are
 * dropped.
 */
const peopleSchema = z
  .array(z.strictObject({ type: z.literal('user'), userId: userIdSchema }))
  .max(MAX_MENTIONS);

/** Maximum blocks of one anchor. */
export const MAX_ANCHOR_BLOCKS = 50;

/**
 * Words of a block. `start` is their offset in the block's text in UTF-16 units, which distinguishes equal
 * passages.
 */
const stretchSchema = z.strictObject({
  blockId: z.string().min(1).max(64).transform(storable),
  quote: z.string().min(1).max(MAX_QUOTE_LENGTH).transform(storable),
  start: z.int().min(0).optional(),
});
export type Stretch = z.output<typeof stretchSchema>;

/**
 * The words of a discussion, with those in `further` blocks. Missing words anchor nothing; the quote stays.
 */
export const anchorSchema = stretchSchema.extend({
  further: z
    .array(stretchSchema)
    .max(MAX_ANCHOR_BLOCKS - 1)
    .optional(),
});
export type Anchor = z.output<typeof anchorSchema>;

/** Returns all words of an anchor, a line per block, up to the maximum length of a quote. */
export function quoteOf({ quote, further = [] }: Anchor): string {
  const whole = [quote, ...further.map((each) => each.quote)].join('\n');
  return whole.slice(0, MAX_QUOTE_LENGTH).toWellFormed();
}

export const listDiscussionsSchema = z.strictObject({ documentId: z.uuid() });

/** Without an anchor it concerns the whole document. */
export const createDiscussionSchema = z.strictObject({
  documentId: z.uuid(),
  text: commentTextSchema,
  anchor: anchorSchema.optional(),
  mentions: peopleSchema.optional(),
  /** Repeats with the same key return the first result. */
  clientKey: z.uuid().optional(),
});
export type CreateDiscussion = z.output<typeof createDiscussionSchema>;

/** Resolves a discussion, or opens it again. */
export const resolveDiscussionSchema = z.strictObject({
  discussionId: z.uuid(),
  resolved: z.boolean().default(true),
});
export const removeDiscussionSchema = z.strictObject({ discussionId: z.uuid() });

export const createCommentSchema = z.strictObject({
  discussionId: z.uuid(),
  text: commentTextSchema,
  mentions: peopleSchema.optional(),
  clientKey: z.uuid().optional(),
});
export type CreateComment = z.output<typeof createCommentSchema>;

export const updateCommentSchema = z.strictObject({
  commentId: z.uuid(),
  text: commentTextSchema,
  mentions: peopleSchema.optional(),
});
export type UpdateComment = z.output<typeof updateCommentSchema>;

export const removeCommentSchema = z.strictObject({ commentId: z.uuid() });
export const reactToCommentSchema = z.strictObject({
  commentId: z.uuid(),
  emoji: emojiSchema,
  on: z.boolean(),
});
export type ReactToComment = z.output<typeof reactToCommentSchema>;

export interface Comment {
  id: string;
  discussionId: string;
  /** Null when their account is deleted. */
  author: Person | null;
  /** "" once it is deleted. */
  text: string;
  mentions: Mention[];
  /** In the order in which each emoji was first added. */
  reactions: Reaction[];
  createdAt: Date;
  editedAt: Date | null;
  /** A deleted comment stays visible as such. */
  deletedAt: Date | null;
  abilities: { edit: boolean; remove: boolean; react: boolean };
}

/** A thread of comments on a document. */
export interface Discussion {
  id: string;
  documentId: string;
  /** The block that it was anchored in; null: it concerns the whole document. */
  blockId: string | null;
  /** The words that it was about when it began; "" where it concerns the document. */
  quote: string;
  creator: Person | null;
  /** Null while it is open. */
  resolvedAt: Date | null;
  resolver: Person | null;
  /** Oldest first; there is always one. */
  comments: Comment[];
  /** The document's `discussionRevision` at which it last changed; a higher one is newer. */
  revision: number;
  createdAt: Date;
  abilities: { reply: boolean; resolve: boolean; remove: boolean };
}

/** All discussions of a document, oldest first, at a revision. */
export interface DiscussionList {
  revision: number;
  list: Discussion[];
}

/**
 * Changes made by a mutation, shaped like everyone else's event: replace discussions of a lower revision by
 * `discussions`, drop `removed`. It never moves the revision used to reconnect.
 */
export interface DiscussionChange {
  revision: number;
  discussions: Discussion[];
  removed: string[];
}

/** The answer to a new discussion or comment; its comment is among those of the discussion. */
export interface CommentedChange extends DiscussionChange {
  discussionId: string;
  commentId: string;
}
