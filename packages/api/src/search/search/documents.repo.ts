import { type Db, transaction } from '@tandem/db';
import type { AppType } from '@tandem/shared/app/schema';
import { sql } from 'kysely';
import { type Reader, visibleTo } from '../../access/policy/access.fragments.ts';
import type { MessageCursor } from './cursor.ts';
import { type SearchQuery, tsqueryOf } from './query.ts';

/** A search gives up after this time, in milliseconds. */
const PATIENCE_MS = 2_000;
const QUERY_CANCELLED = '57014';

export interface FoundDocument {
  id: string;
  name: string;
  icon: string;
  appId: string;
  appType: AppType;
  editedAt: Date;
  /** The same in microseconds since 1970, as exact as the database has it. */
  at: number;
}

export interface DocumentSearch {
  reader: Reader;
  teamId: string;
  query: SearchQuery;
  /** Rows at most. */
  limit: number;
  after: MessageCursor | null;
}

/**
 * Documents of a team that hold all the words and that the reader may see, the last written first.
 * @returns `partial` when time ran out, without any
 */
export async function findDocuments(
  db: Db,
  { reader, teamId, query, limit, after }: DocumentSearch,
): Promise<{ rows: FoundDocument[]; partial: boolean }> {
  const time = after
    ? sql`("document"."editedAt", "document"."channelId")
        < ('epoch'::timestamptz + ${after.at}::bigint * interval '1 microsecond', ${after.id}::uuid)`
    : sql`true`;
  try {
    return await transaction(db, async (tx) => {
      await sql`select set_config('statement_timeout', ${String(PATIENCE_MS)}, true),
        set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(tx);
      const { rows } = await sql<FoundDocument>`
        select "channel"."id", "channel"."name", "channel"."icon", "channel"."appId", "app"."type" as "appType",
          "document"."editedAt", (extract(epoch from "document"."editedAt") * 1000000)::bigint as "at"
        from "document_content" as "content"
        join "document" on "document"."channelId" = "content"."documentId"
        join "channel" on "channel"."id" = "document"."channelId"
        join "app" on "app"."id" = "channel"."appId"
        where "document"."teamId" = ${teamId} and "content"."words" @@ ${tsqueryOf(query.wanted)}
          and ${time} and "channel"."deletedAt" is null and ${visibleTo(reader)}
        order by "document"."editedAt" desc, "document"."channelId" desc limit ${limit}
      `.execute(tx);
      return { rows, partial: false };
    });
  } catch (err) {
    if ((err as { code?: unknown }).code !== QUERY_CANCELLED) throw err;
    return { rows: [], partial: true };
  }
}
