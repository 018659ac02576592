import type { Db } from '@tandem/db';
import type { AppType } from '@tandem/shared/app/schema';
import { sql } from 'kysely';
import { visibleTo } from '../../access/policy/access.fragments.ts';
import { tsqueryOf } from './query.ts';
import { isBeyond, searchTexts, type TextRows, type TextSearch } from './text.repo.ts';

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

/**
 * Finds documents of a team with all the words that the reader may see, the last edited first.
 * @returns `partial` on a timeout, without results
 */
export async function findDocuments(
  db: Db,
  { reader, teamId, query, limit, after }: TextSearch,
): Promise<TextRows<FoundDocument>> {
  const isNext = isBeyond(after, 'document.editedAt', 'document.channelId');
  return searchTexts(db, async (tx, found) => {
    const { rows } = await sql<FoundDocument>`
      select "channel"."id", "channel"."name", "channel"."icon", "channel"."appId", "app"."type" as "appType",
        "document"."editedAt", (extract(epoch from "document"."editedAt") * 1000000)::bigint as "at"
      from "document_content" as "content"
      join "document" on "document"."channelId" = "content"."documentId"
      join "channel" on "channel"."id" = "document"."channelId"
      join "app" on "app"."id" = "channel"."appId"
      where "document"."teamId" = ${teamId} and "content"."words" @@ ${tsqueryOf(query.wanted)}
        and ${isNext} and "channel"."deletedAt" is null and ${visibleTo(reader)}
      order by "document"."editedAt" desc, "document"."channelId" desc limit ${limit}
    `.execute(tx);
    found(rows);
  });
}
