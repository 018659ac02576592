import type { Db } from '@tandem/db';
import type { AppType } from '@tandem/shared/app/schema';
import { datasetKinds } from '@tandem/shared/dataset/schema';
import type { SourceKind } from '@tandem/shared/dataset/source';
import { type RawBuilder, sql } from 'kysely';
import { type Reader, visibleTo } from '../../access/policy/access.fragments.ts';
import { likePattern } from '../../core/names.ts';
import { sourceVisibleTo } from '../dataset/source.fragments.ts';
import type { PassageKey } from './collection.ts';

/** Whose sources are searched: those of all datasets of a team that a person sees. */
export interface Searcher {
  reader: Reader;
  teamId: string;
}

/** A source that was found, with the place where it is opened. */
export interface FoundSource {
  sourceId: string;
  name: string;
  kind: SourceKind;
  datasetId: string;
  datasetKind: (typeof datasetKinds)[number];
  datasetName: string;
  appId: string;
  appType: AppType;
  extractionId: number | null;
}

/** The sources that somebody sees, with their datasets. */
function seen({ reader, teamId }: Searcher): RawBuilder<unknown> {
  return sql`"source"
    join "channel" on "channel"."id" = "source"."datasetId"
      and "channel"."teamId" = ${teamId} and "channel"."kind" in (${sql.join(datasetKinds)}) and ${visibleTo(reader)}
      and ${sourceVisibleTo(reader)}
    join "app" on "app"."id" = "channel"."appId"
    left join "extraction"
      on "extraction"."hash" = "source"."hash" and "extraction"."format" = "source"."format"`;
}

const found = sql`"source"."id" as "sourceId", "source"."name", "source"."kind", "source"."datasetId",
  "channel"."kind" as "datasetKind", "channel"."name" as "datasetName", "channel"."appId", "app"."type" as "appType",
  "extraction"."id" as "extractionId"`;

/** Sources whose names contain all of some folded words, the newest first. */
export async function findNamed(
  db: Db,
  searcher: Searcher,
  words: readonly string[],
  limit: number,
): Promise<FoundSource[]> {
  if (words.length === 0) return [];
  const tests = words.map((word) => sql`"search_fold"("source"."name") like ${likePattern('%', word, '%')}`);
  const { rows } = await sql<FoundSource>`
    select ${found} from ${seen(searcher)}
    where "source"."kind" <> 'folder' and ${sql.join(tests, sql` and `)}
    order by "source"."createdAt" desc, "source"."id" limit ${limit}`.execute(db);
  return rows;
}

/** The sources that hold some extractions, the oldest first. */
export async function findHolders(
  db: Db,
  searcher: Searcher,
  extractionIds: readonly number[],
): Promise<FoundSource[]> {
  const { rows } = await sql<FoundSource>`
    select ${found} from ${seen(searcher)}
    where "extraction"."id" = any(${extractionIds}::bigint[])
    order by "source"."createdAt", "source"."id"`.execute(db);
  return rows;
}

/** The datasets of a team that somebody sees. */
export async function findSeenDatasets(db: Db, { reader, teamId }: Searcher): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select "channel"."id" from "channel"
    where "channel"."teamId" = ${teamId} and "channel"."kind" in (${sql.join(datasetKinds)}) and ${visibleTo(reader)}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The pages of some passages, in any order. */
export async function findPagesOf(
  db: Db,
  keys: readonly PassageKey[],
): Promise<(PassageKey & { page: number })[]> {
  const { rows } = await sql<PassageKey & { page: number }>`
    select "passage"."extractionId", "passage"."n", "passage"."page"
    from unnest(${keys.map(({ extractionId }) => extractionId)}::bigint[], ${keys.map(({ n }) => n)}::integer[])
      as "key" ("extractionId", "n")
    join "passage" on "passage"."extractionId" = "key"."extractionId" and "passage"."n" = "key"."n"`.execute(
    db,
  );
  return rows;
}
