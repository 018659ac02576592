import { type Db, transaction } from '@tandem/db';
import type { AppType } from '@tandem/shared/app/schema';
import { sql } from 'kysely';
import { type Reader, visibleTo } from '../../access/policy/access.fragments.ts';
import type { MessageCursor } from './cursor.ts';
import { type SearchQuery, tsqueryOf } from './query.ts';

/** A search gives up after this time, in milliseconds. */
const PATIENCE_MS = 2_000;
const QUERY_CANCELLED = '57014';

export interface CommentSearch {
  reader: Reader;
  teamId: string;
  query: SearchQuery;
  /** Rows at most. */
  limit: number;
  after: MessageCursor | null;
}

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
 * Comments that hold all the words, beside documents that the reader may see, newest first.
 * @returns `partial` when time ran out, without any
 */
export async function findComments(
  db: Db,
  { reader, teamId, query, limit, after }: CommentSearch,
): Promise<{ rows: FoundComment[]; partial: boolean }> {
  const time = after
    ? sql`("comment"."createdAt", "comment"."id")
        < ('epoch'::timestamptz + ${after.at}::bigint * interval '1 microsecond', ${after.id}::uuid)`
    : sql`true`;
  try {
    return await transaction(db, async (tx) => {
      await sql`select set_config('statement_timeout', ${String(PATIENCE_MS)}, true),
        set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(tx);
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
        where "channel"."teamId" = ${teamId} and "comment"."words" @@ ${tsqueryOf(query.wanted)} and ${time}
          and "comment"."deletedAt" is null and "discussion"."deletedAt" is null
          and "channel"."deletedAt" is null and ${visibleTo(reader)}
        order by "comment"."createdAt" desc, "comment"."id" desc limit ${limit}
      `.execute(tx);
      return { rows, partial: false };
    });
  } catch (err) {
    if ((err as { code?: unknown }).code !== QUERY_CANCELLED) throw err;
    return { rows: [], partial: true };
  }
}
