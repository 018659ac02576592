import { type Db, transaction } from '@tandem/db';
import type { AppType } from '@tandem/shared/app/schema';
import { sql } from 'kysely';
import { type Reader, visibleTo } from '../access/access.fragments.ts';
import { type SearchQuery, tsqueryOf } from './search.query.ts';

/** A search gives up after this time, in milliseconds. */
const PATIENCE_MS = 2_000;
const QUERY_CANCELLED = '57014';

export interface FoundDocument {
  id: string;
  name: string;
  icon: string;
  appId: string;
  appType: AppType;
  text: string;
  editedAt: Date;
}

/** Documents of a team that hold all the words and that the reader may see, the last written first. */
export async function findDocuments(
  db: Db,
  { reader, teamId, query, limit }: { reader: Reader; teamId: string; query: SearchQuery; limit: number },
): Promise<{ rows: FoundDocument[]; partial: boolean }> {
  try {
    return await transaction(db, async (tx) => {
      await sql`select set_config('statement_timeout', ${String(PATIENCE_MS)}, true),
        set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(tx);
      const { rows } = await sql<FoundDocument>`
        select "channel"."id", "channel"."name", "channel"."icon", "channel"."appId", "app"."type" as "appType",
          "content"."text", "document"."editedAt"
        from "document_content" as "content"
        join "document" on "document"."channelId" = "content"."documentId"
        join "channel" on "channel"."id" = "document"."channelId"
        join "app" on "app"."id" = "channel"."appId"
        where "document"."teamId" = ${teamId} and "content"."words" @@ ${tsqueryOf(query.wanted)}
          and "channel"."deletedAt" is null and ${visibleTo(reader)}
        order by "document"."editedAt" desc, "channel"."id" limit ${limit}
      `.execute(tx);
      return { rows, partial: false };
    });
  } catch (err) {
    if ((err as { code?: unknown }).code !== QUERY_CANCELLED) throw err;
    return { rows: [], partial: true };
  }
}
