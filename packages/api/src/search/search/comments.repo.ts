import type { Db } from '@tandem/db';
import type { AppType } from '@tandem/shared/app/schema';
import { sql } from 'kysely';
import { visibleTo } from '../../access/policy/access.fragments.ts';
import { tsqueryOf } from './query.ts';
import { isBeyond, searchTexts, type TextRows, type TextSearch } from './text.repo.ts';

export interface FoundComment {
  id: string;
  /** Microseconds since 1970, as exact as the database has it. */
  at: number;
  text: string;
  createdAt: Date;
  discussionId: string;
  isResolved: boolean;
  authorName: string | null;
  authorAvatar: string | null;
  documentId: string;
  documentName: string;
  icon: string;
  appId: string;
  appType: AppType;
}

/**
 * Finds comments with all the words, on documents the reader may see, newest first.
 * @returns `partial` on a timeout, without results
 */
export async function findComments(
  db: Db,
  { reader, teamId, query, limit, after }: TextSearch,
): Promise<TextRows<FoundComment>> {
  const isNext = isBeyond(after, 'comment.createdAt', 'comment.id');
  return searchTexts(db, async (tx, found) => {
    const { rows } = await sql<FoundComment>`
      select "comment"."id", (extract(epoch from "comment"."createdAt") * 1000000)::bigint as "at",
        "comment"."text", "comment"."createdAt", "comment"."discussionId",
        "discussion"."resolvedAt" is not null as "isResolved",
        "user"."name" as "authorName", "user"."avatar" as "authorAvatar",
        "channel"."id" as "documentId", "channel"."name" as "documentName", "channel"."icon",
        "channel"."appId", "app"."type" as "appType"
      from "comment"
      join "discussion" on "discussion"."id" = "comment"."discussionId"
      join "channel" on "channel"."id" = "discussion"."documentId"
      join "app" on "app"."id" = "channel"."appId"
      left join "user" on "user"."id" = "comment"."authorId"
      where "channel"."teamId" = ${teamId} and "comment"."words" @@ ${tsqueryOf(query.wanted)} and ${isNext}
        and "comment"."deletedAt" is null and "discussion"."deletedAt" is null
        and "channel"."deletedAt" is null and ${visibleTo(reader)}
      order by "comment"."createdAt" desc, "comment"."id" desc limit ${limit}
    `.execute(tx);
    found(rows);
  });
}
