import type { Db } from '@tandem/db';
import type { Mention } from '@tandem/shared/message/schema';
import { sql } from 'kysely';

/** A discussion as its guard needs it. */
export interface FoundDiscussion {
  id: string;
  documentId: string;
  creatorId: number;
  resolvedAt: Date | null;
  /** Whether anyone but its creator has commented. */
  isShared: boolean;
}

export interface FoundComment {
  id: string;
  discussionId: string;
  documentId: string;
  authorId: number;
  text: string;
  mentions: Mention[];
}

/** Returns a discussion that was not deleted. */
export function findDiscussion(db: Db, id: string): Promise<FoundDiscussion | undefined> {
  return db
    .selectFrom('discussion')
    .select((eb) => [
      'id',
      'documentId',
      'creatorId',
      'resolvedAt',
      eb
        .exists(
          eb
            .selectFrom('comment')
            .select('comment.id')
            .whereRef('comment.discussionId', '=', 'discussion.id')
            .whereRef('comment.authorId', '<>', 'discussion.creatorId')
            .where('comment.deletedAt', 'is', null),
        )
        .$castTo<boolean>()
        .as('isShared'),
    ])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}

/** Returns the people who started a discussion or have a comment in it. */
export async function findParticipants(db: Db, discussionId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('discussion')
    .select('creatorId as userId')
    .where('id', '=', discussionId)
    .union((eb) =>
      eb
        .selectFrom('comment')
        .select('authorId as userId')
        .where('discussionId', '=', discussionId)
        .where('deletedAt', 'is', null),
    )
    .execute();
  return rows.map(({ userId }) => userId);
}

/** Returns a comment that was not deleted, of a discussion that was not deleted. */
export function findComment(db: Db, id: string): Promise<FoundComment | undefined> {
  return db
    .selectFrom('comment')
    .innerJoin('discussion', 'discussion.id', 'comment.discussionId')
    .select([
      'comment.id',
      'comment.discussionId',
      'discussion.documentId',
      'comment.authorId',
      'comment.text',
      sql<Mention[]>`"comment"."mentions"`.as('mentions'),
    ])
    .where('comment.id', '=', id)
    .where('comment.deletedAt', 'is', null)
    .where('discussion.deletedAt', 'is', null)
    .executeTakeFirst();
}

/**
 * Increments the revision of a document's discussions. Locks its row until the end of the transaction, so
 * that revisions follow the order of commits. Null when the document is gone.
 */
export async function raiseRevision(tx: Db, documentId: string): Promise<number | null> {
  const row = await tx
    .updateTable('document')
    .set({ discussionRevision: sql`"discussionRevision" + 1` })
    .where('channelId', '=', documentId)
    .returning('discussionRevision')
    .executeTakeFirst();
  return row?.discussionRevision ?? null;
}

/** Notes the revision at which discussions changed last. */
export async function touchDiscussion(tx: Db, id: string, revision: number): Promise<void> {
  await tx.updateTable('discussion').set({ revision }).where('id', '=', id).execute();
}

/** Counts a document's discussions and all of their comments. */
export async function countOf(
  tx: Db,
  documentId: string,
): Promise<{ discussions: number; comments: number }> {
  const row = await tx
    .selectFrom('discussion')
    .leftJoin('comment', 'comment.discussionId', 'discussion.id')
    .select([
      sql<number>`count(distinct "discussion"."id")::int`.as('discussions'),
      sql<number>`count("comment"."id")::int`.as('comments'),
    ])
    .where('discussion.documentId', '=', documentId)
    .where('discussion.deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return row;
}

export interface NewDiscussion {
  id: string;
  documentId: string;
  blockId: string | null;
  quote: string;
  creatorId: number;
  clientKey: string | null;
  revision: number;
}

export async function insertDiscussion(tx: Db, values: NewDiscussion): Promise<void> {
  await tx.insertInto('discussion').values(values).execute();
}

export interface NewComment {
  discussionId: string;
  authorId: number;
  text: string;
  mentions: readonly Mention[];
  /** Its search words. */
  words: readonly string[];
  clientKey: string | null;
}

/** A single parameter, however many words. */
function tsvectorOf(words: readonly string[]) {
  return sql<string>`array_to_tsvector(array(select jsonb_array_elements_text(${JSON.stringify(words)}::jsonb)))`;
}

/** @returns its id */
export async function insertComment(tx: Db, { mentions, words, ...values }: NewComment): Promise<string> {
  const { id } = await tx
    .insertInto('comment')
    // Statement time: comments of one transaction keep their order.
    .values({
      ...values,
      mentions: JSON.stringify(mentions),
      words: tsvectorOf(words),
      createdAt: sql`clock_timestamp()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateComment(
  tx: Db,
  id: string,
  { text, mentions, words }: Pick<NewComment, 'text' | 'mentions' | 'words'>,
): Promise<void> {
  await tx
    .updateTable('comment')
    .set({ text, mentions: JSON.stringify(mentions), words: tsvectorOf(words), editedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Removes a comment's text; the deleted comment stays visible as such. */
export async function buryComment(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('comment_reaction').where('commentId', '=', id).execute();
  await tx
    .updateTable('comment')
    .set({ text: '', mentions: '[]', words: tsvectorOf([]), deletedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Whether a discussion has another comment. */
export async function hasOthers(tx: Db, discussionId: string, commentId: string): Promise<boolean> {
  const other = await tx
    .selectFrom('comment')
    .select('id')
    .where('discussionId', '=', discussionId)
    .where('id', '<>', commentId)
    .where('deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Deletes a discussion with its comments; an empty row stays, so that watchers learn of it. */
export async function buryDiscussion(tx: Db, id: string, revision: number): Promise<void> {
  await tx.deleteFrom('comment').where('discussionId', '=', id).execute();
  await tx
    .updateTable('discussion')
    .set({ quote: '', revision, deletedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Resolves a discussion, or opens it again when `resolverId` is null. */
export async function resolveDiscussion(
  tx: Db,
  id: string,
  { resolverId, revision }: { resolverId: number | null; revision: number },
): Promise<void> {
  await tx
    .updateTable('discussion')
    .set({ resolverId, resolvedAt: resolverId === null ? null : sql`now()`, revision })
    .where('id', '=', id)
    .execute();
}

/** The discussion that a person made with this key, and its first comment. */
export function findMadeDiscussion(db: Db, creatorId: number, clientKey: string) {
  return db
    .selectFrom('discussion')
    .select((eb) => [
      'id as discussionId',
      'documentId',
      'deletedAt',
      eb
        .selectFrom('comment')
        .select('comment.id')
        .whereRef('comment.discussionId', '=', 'discussion.id')
        .orderBy('comment.createdAt')
        .orderBy('comment.id')
        .limit(1)
        .as('commentId'),
    ])
    .where('creatorId', '=', creatorId)
    .where('clientKey', '=', clientKey)
    .executeTakeFirst();
}

/** The comment that a person made with this key. */
export function findMadeComment(db: Db, authorId: number, clientKey: string) {
  return db
    .selectFrom('comment')
    .select(['id as commentId', 'discussionId'])
    .where('authorId', '=', authorId)
    .where('clientKey', '=', clientKey)
    .executeTakeFirst();
}

/** Emoji under a comment, each with whether this person gave it. */
export function findReactions(
  tx: Db,
  commentId: string,
  userId: number,
): Promise<{ emoji: string; mine: boolean }[]> {
  return tx
    .selectFrom('comment_reaction')
    .select(['emoji', sql<boolean>`bool_or("userId" = ${userId})`.as('mine')])
    .where('commentId', '=', commentId)
    .groupBy('emoji')
    .execute();
}

/** Adds or removes a reaction. */
export async function writeReaction(
  tx: Db,
  reaction: { commentId: string; userId: number; emoji: string },
  on: boolean,
): Promise<void> {
  if (on) {
    await tx.insertInto('comment_reaction').values(reaction).execute();
    return;
  }
  await tx
    .deleteFrom('comment_reaction')
    .where('commentId', '=', reaction.commentId)
    .where('userId', '=', reaction.userId)
    .where('emoji', '=', reaction.emoji)
    .execute();
}

/** Deletes every reaction of a person's to comments. */
export async function deleteReactionsOf(tx: Db, userId: number): Promise<void> {
  await tx.deleteFrom('comment_reaction').where('userId', '=', userId).execute();
}
