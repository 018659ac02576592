import type { Db } from '@tandem/db';
import type { AppType } from '@tandem/shared/app/schema';
import { typedWords } from '@tandem/shared/search/spelt';
import { type RawBuilder, sql } from 'kysely';
import { appLevelFor, appVisibleTo, type Reader } from '../../access/policy/access.fragments.ts';
import { holdWords, MAX_WORDS, nameKey } from '../../core/names.ts';
import type { AssistantRow } from './assistant.repo.ts';

/** The place of a row in the gallery: its app by key of the name and id, then the default one, then age. */
export type GalleryPlace = [appName: string, appId: string, rest: string, id: string];

export interface GalleryRow extends AssistantRow {
  rank: number;
  appName: string;
  appIcon: string;
  appType: AppType;
  place: GalleryPlace;
}

/** Returns assistants of a team's apps the reader may see. */
export async function galleryRows(
  db: Db,
  reader: Reader,
  {
    teamId,
    query,
    after,
    limit,
  }: { teamId: string; query: string; after: GalleryPlace | null; limit: number },
): Promise<GalleryRow[]> {
  const appName = nameKey('app');
  // Sort key as text, so that a cursor keeps its microseconds.
  const rest = sql<string>`(case when "assistant"."isDefault" then '0' else '1' end)
    || to_char("assistant"."createdAt" at time zone 'utc', 'YYYYMMDDHH24MISSUS')`;
  const { rows } = await sql<GalleryRow>`
    select "assistant".*, ${appLevelFor(reader)} as "rank",
      "app"."name" as "appName", "app"."icon" as "appIcon", "app"."type" as "appType",
      json_build_array(${appName}, "app"."id", ${rest}, "assistant"."id") as "place"
    from "assistant" join "app" on "app"."id" = "assistant"."appId"
    where "assistant"."teamId" = ${teamId} and "assistant"."deletedAt" is null and ${appVisibleTo(reader)}
      and ${matches(query)}
      and ${
        after
          ? sql`(${appName}, "app"."id", ${rest}, "assistant"."id")
              > (${after[0]}::text, ${after[1]}::uuid, ${after[2]}::text, ${after[3]}::uuid)`
          : sql`true`
      }
    order by ${appName}, "app"."id", ${rest}, "assistant"."id"
    limit ${limit}
  `.execute(db);
  return rows;
}

/** Whether every word of the query is in the name of the assistant or its app, or in the description. */
function matches(query: string): RawBuilder<boolean> {
  const words = typedWords(query).slice(0, MAX_WORDS);
  if (words.length === 0) return sql<boolean>`true`;
  const text = sql`"search_fold"("assistant"."name" || ' ' || "app"."name" || ' ' || "assistant"."description")`;
  const spelling = sql`concat_ws(chr(10), nullif("assistant"."spelling", ''), nullif("app"."spelling", ''))`;
  return sql<boolean>`${sql.join(holdWords({ text, spelling }, words), sql` and `)}`;
}
