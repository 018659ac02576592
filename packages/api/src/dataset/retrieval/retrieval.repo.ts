import type { Db } from '@tandem/db';
import { sql } from 'kysely';
import type { Reader } from '../../access/policy/access.fragments.ts';
import { sourceVisibleTo } from '../dataset/source.fragments.ts';
import type { PassageKey, SearchedExtraction } from './collection.ts';

export type FoundExtraction = SearchedExtraction & {
  /** The datasets of the search that hold it. */
  datasetIds: readonly string[];
};

/**
 * Describes the extractions behind the sources that a reader sees in datasets that are not in the bin, in one text, since
 * datasets have thousands of files: see `searchedFrom`. The same is described by the same text.
 */
export async function describeSearched(
  db: Db,
  reader: Reader,
  datasetIds: readonly string[],
): Promise<string> {
  // Each dataset is judged once, before its sources are looked at.
  const { rows } = await sql<{ extractions: string | null }>`
    with "searched" as materialized (
      select "named"."id", "named"."at" from unnest(${datasetIds}::uuid[]) with ordinality as "named" ("id", "at")
      join "channel" on "channel"."id" = "named"."id"
      join "app" on "app"."id" = "channel"."appId"
      where "channel"."deletedAt" is null and "app"."deletedAt" is null
    )
    select string_agg(
      concat_ws(',', "extraction"."id", "extraction"."passages", coalesce("extraction"."language", '-'), "searched"."at"),
      ' ' order by "extraction"."id", "searched"."at"
    ) as "extractions"
    from "searched"
    join "source" on "source"."datasetId" = "searched"."id"
    join "extraction" on "extraction"."hash" = "source"."hash" and "extraction"."format" = "source"."format"
    where "extraction"."passages" > 0 and ${sourceVisibleTo(reader)}`.execute(db);
  return rows[0]?.extractions ?? '';
}

/** The extractions that a text describes, in the order of their ids. */
export function searchedFrom(text: string, datasetIds: readonly string[]): FoundExtraction[] {
  if (text === '') return [];
  const found: FoundExtraction[] = [];
  let last = '';
  let holders: string[] = [];
  // Of each extraction those who hold it follow one another, and some hold it twice.
  for (const each of text.split(' ')) {
    if (each === last) continue;
    last = each;
    const [id, passages, language, at] = each.split(',');
    const datasetId = datasetIds[Number(at) - 1] ?? '';
    if (found.at(-1)?.id === Number(id)) {
      if (!holders.includes(datasetId)) holders.push(datasetId);
      continue;
    }
    holders = [datasetId];
    found.push({
      id: Number(id),
      passages: Number(passages),
      language: language === '-' ? null : (language ?? null),
      datasetIds: holders,
    });
  }
  return found;
}

export interface PassageText extends PassageKey {
  language: string | null;
  page: number;
  label: string;
  from: number;
  to: number;
  text: string;
}

/** The texts of some passages, in any order. */
export async function findTexts(db: Db, keys: readonly PassageKey[]): Promise<PassageText[]> {
  const { rows } = await sql<PassageText>`
    select "passage"."extractionId", "passage"."n", "extraction"."language", "passage"."page",
      "extraction_page"."label", "passage"."from", "passage"."to", "extraction_page"."text"
    from unnest(${keys.map(({ extractionId }) => extractionId)}::bigint[], ${keys.map(({ n }) => n)}::integer[])
      as "key" ("extractionId", "n")
    join "passage" on "passage"."extractionId" = "key"."extractionId" and "passage"."n" = "key"."n"
    join "extraction" on "extraction"."id" = "passage"."extractionId"
    join "extraction_page" on "extraction_page"."hash" = "extraction"."hash"
      and "extraction_page"."format" = "extraction"."format" and "extraction_page"."index" = "passage"."page"`.execute(
    db,
  );
  // Offsets count UTF-16 units, which the database does not know.
  return rows.map((row) => ({ ...row, text: row.text.slice(row.from, row.to) }));
}

export interface Exclusion extends PassageKey {
  datasetId: string;
}

/** The passages that searches of some datasets leave out. */
export function findExclusions(db: Db, datasetIds: readonly string[]): Promise<Exclusion[]> {
  return db
    .selectFrom('passage_exclusion')
    .select(['datasetId', 'extractionId', 'n'])
    .where('datasetId', 'in', datasetIds)
    .execute();
}

export interface SourceOfExtraction {
  extractionId: number;
  datasetId: string;
  sourceId: string;
  name: string;
}

/** The sources of some extractions that a reader sees within datasets, the oldest first. */
export function findSourcesOf(
  db: Db,
  reader: Reader,
  datasetIds: readonly string[],
  extractionIds: readonly number[],
): Promise<SourceOfExtraction[]> {
  return db
    .selectFrom('source')
    .innerJoin('extraction', (on) =>
      on.onRef('extraction.hash', '=', 'source.hash').onRef('extraction.format', '=', 'source.format'),
    )
    .select(['extraction.id as extractionId', 'source.datasetId', 'source.id as sourceId', 'source.name'])
    .where('source.datasetId', 'in', datasetIds)
    .where('extraction.id', 'in', extractionIds)
    .where(sourceVisibleTo(reader))
    .orderBy('source.createdAt')
    .orderBy('source.id')
    .execute();
}

/** Whether the reader sees this passage in a dataset. */
export async function hasPassage(
  db: Db,
  reader: Reader,
  datasetId: string,
  { extractionId, n }: PassageKey,
): Promise<boolean> {
  const found = await db
    .selectFrom('passage')
    .innerJoin('extraction', 'extraction.id', 'passage.extractionId')
    .innerJoin('source', (on) =>
      on.onRef('source.hash', '=', 'extraction.hash').onRef('source.format', '=', 'extraction.format'),
    )
    .select('source.id')
    .where('source.datasetId', '=', datasetId)
    .where('passage.extractionId', '=', extractionId)
    .where('passage.n', '=', n)
    .where(sourceVisibleTo(reader))
    .executeTakeFirst();
  return found !== undefined;
}

/** Leaves a passage out of a dataset's searches. */
export async function insertExclusion(tx: Db, exclusion: Exclusion): Promise<void> {
  await tx
    .insertInto('passage_exclusion')
    .values(exclusion)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Lets a passage be found again. */
export async function deleteExclusion(tx: Db, { datasetId, extractionId, n }: Exclusion): Promise<void> {
  await tx
    .deleteFrom('passage_exclusion')
    .where('datasetId', '=', datasetId)
    .where('extractionId', '=', extractionId)
    .where('n', '=', n)
    .execute();
}
