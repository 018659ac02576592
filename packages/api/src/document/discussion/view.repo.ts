import type { Db } from '@tandem/db';
import type { Mention } from '@tandem/shared/message/schema';
import type { Person } from '@tandem/shared/user/schema';
import { sql } from 'kysely';
import { reactionsOf } from '../../content/message/reaction.fragments.ts';
import type { ReactionRow } from '../../content/message/row.ts';

export interface CommentRow {
  id: string;
  discussionId: string;
  authorId: number;
  /** Null when their account is deleted. */
  author: Person | null;
  text: string;
  mentions: Mention[];
  reactions: ReactionRow[];
  createdAt: Date;
  editedAt: Date | null;
  deletedAt: Date | null;
}

export interface DiscussionRow {
  id: string;
  documentId: string;
  blockId: string | null;
  quote: string;
  creatorId: number;
  creator: Person | null;
  resolvedAt: Date | null;
  resolver: Person | null;
  revision: number;
  createdAt: Date;
  comments: CommentRow[];
}

/** Selects a person of the table `alias`; null for none, or a deleted account. */
function personOf(alias: string) {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<Person | null>`case when ${column('id')} is not null and ${column('deletedAt')} is null
    then jsonb_build_object('id', ${column('id')}, 'name', ${column('name')}, 'avatar', ${column('avatar')})
  end`;
}

/** Returns the revision of a document's discussions; null when the document is gone. */
export async function revisionOf(db: Db, documentId: string): Promise<number | null> {
  const row = await db
    .selectFrom('document')
    .select('discussionRevision')
    .where('channelId', '=', documentId)
    .executeTakeFirst();
  return row?.discussionRevision ?? null;
}

/** Returns the ids of discussions that changed after a revision, including deleted ones. */
export function changedSince(
  db: Db,
  documentId: string,
  since: number,
  limit: number,
): Promise<{ id: string; deletedAt: Date | null }[]> {
  return db
    .selectFrom('discussion')
    .select(['id', 'deletedAt'])
    .where('documentId', '=', documentId)
    .where('revision', '>', since)
    .limit(limit)
    .execute();
}

/** Returns a document's discussions, oldest first, with their comments: all, or the given ones. */
export async function findDiscussions(
  db: Db,
  documentId: string,
  ids?: readonly string[],
): Promise<DiscussionRow[]> {
  if (ids?.length === 0) return [];
  const found = await db
    .selectFrom('discussion')
    .leftJoin('user as creator', 'creator.id', 'discussion.creatorId')
    .leftJoin('user as resolver', 'resolver.id', 'discussion.resolverId')
    .select([
      'discussion.id',
      'discussion.documentId',
      'discussion.blockId',
      'discussion.quote',
      'discussion.creatorId',
      personOf('creator').as('creator'),
      'discussion.resolvedAt',
      personOf('resolver').as('resolver'),
      'discussion.revision',
      'discussion.createdAt',
    ])
    .where('discussion.documentId', '=', documentId)
    .where('discussion.deletedAt', 'is', null)
    .$if(ids !== undefined, (query) => query.where('discussion.id', 'in', ids as readonly string[]))
    .orderBy('discussion.createdAt')
    .orderBy('discussion.id')
    .execute();
  const comments = Map.groupBy(
    await commentsOf(
      db,
      found.map(({ id }) => id),
    ),
    ({ discussionId }) => discussionId,
  );
  // A discussion deleted between the two queries has no comments.
  return found.flatMap((row) => {
    const own = comments.get(row.id);
    return own ? { ...row, comments: own } : [];
  });
}

async function commentsOf(db: Db, discussionIds: readonly string[]): Promise<CommentRow[]> {
  if (discussionIds.length === 0) return [];
  return db
    .selectFrom('comment')
    .leftJoin('user as author', 'author.id', 'comment.authorId')
    .select([
      'comment.id',
      'comment.discussionId',
      'comment.authorId',
      personOf('author').as('author'),
      'comment.text',
      sql<Mention[]>`"comment"."mentions"`.as('mentions'),
      reactionsOf('comment').as('reactions'),
      'comment.createdAt',
      'comment.editedAt',
      'comment.deletedAt',
    ])
    .where('comment.discussionId', 'in', discussionIds)
    .orderBy('comment.createdAt')
    .orderBy('comment.id')
    .execute();
}
