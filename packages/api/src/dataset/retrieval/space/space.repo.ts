import type { Db } from '@tandem/db';
import { sql } from 'kysely';
import type { LearnedSpace } from './learn.ts';
import { packedBytes } from './vectors.ts';

/** Passages of a dataset from which enough can be learned. */
export const LEAST_PASSAGES = 100;
/** Growth, or loss, after which it is learned anew, as a share. */
const GROWTH = 0.2;

export interface LearnableExtraction {
  id: number;
  language: string | null;
  passages: number;
}

/** A dataset whose space is missing or out of date, with what is in it. */
export interface DueSpace {
  teamId: string;
  passages: number;
  extractions: LearnableExtraction[];
}

/** The contents of a dataset whose space is missing or out of date; null for others. */
export async function findDueSpace(db: Db, datasetId: string): Promise<DueSpace | null> {
  const dataset = await db
    .selectFrom('dataset')
    .leftJoin('dataset_space', 'dataset_space.datasetId', 'dataset.channelId')
    .select(['dataset.teamId', 'dataset_space.passages as learned'])
    .where('dataset.channelId', '=', datasetId)
    .executeTakeFirst();
  if (!dataset) return null;
  const extractions = await db
    .selectFrom('extraction')
    .select(['id', 'language', 'passages'])
    .where('passages', '>', 0)
    .where((on) =>
      on.exists(
        on
          .selectFrom('source')
          .whereRef('source.hash', '=', 'extraction.hash')
          .whereRef('source.format', '=', 'extraction.format')
          .where('source.datasetId', '=', datasetId),
      ),
    )
    .orderBy('id')
    .execute();
  const passages = extractions.reduce((sum, each) => sum + each.passages, 0);
  return isDue(passages, dataset.learned) ? { teamId: dataset.teamId, passages, extractions } : null;
}

/** Whether a space learned from `learned` passages no longer fits a dataset of `passages`. */
export function isDue(passages: number, learned: number | null): boolean {
  if (passages < LEAST_PASSAGES) return false;
  return learned === null || Math.abs(passages - learned) > learned * GROWTH;
}

/** All postings of extractions, batch after batch. */
export async function postingsOf(
  db: Db,
  extractionIds: readonly number[],
): Promise<{ extractionId: number; postings: Buffer }[]> {
  const { rows } = await sql<{ extractionId: number; postings: Buffer }>`
    select "extractionId", string_agg("postings", ''::bytea order by "first") as "postings"
    from "passage_index" where "extractionId" = any(${extractionIds}::bigint[])
    group by "extractionId" order by "extractionId"`.execute(db);
  return rows;
}

/** Replaces the space of a dataset. @param space null when nothing could be learned */
export async function storeSpace(
  tx: Db,
  datasetId: string,
  passages: number,
  space: LearnedSpace | null,
): Promise<void> {
  await tx.deleteFrom('dataset_space').where('datasetId', '=', datasetId).execute();
  // Both may have been deleted while it was learned.
  const dataset = await tx
    .selectFrom('dataset')
    .select('channelId')
    .where('channelId', '=', datasetId)
    .forKeyShare()
    .executeTakeFirst();
  if (!dataset) return;
  await tx
    .insertInto('dataset_space')
    .values({ datasetId, passages, rank: space?.rank ?? 0 })
    .execute();
  if (!space || space.rank === 0) return;
  const size = packedBytes(space.rank);
  await sql`
    insert into "dataset_space_term" ("datasetId", "term", "vector")
    select ${datasetId}::uuid, "term",
      substring(${bufferOf(space.vectors)}::bytea from (("at" - 1) * ${size}::integer + 1)::integer for ${size}::integer)
    from unnest(string_to_array(${space.terms}, ' ')) with ordinality as "each" ("term", "at")`.execute(tx);
  for (const { extractionId, vectors } of space.extractions)
    await sql`
      insert into "dataset_space_passage" ("datasetId", "extractionId", "vectors")
      select ${datasetId}::uuid, "id", ${bufferOf(vectors)}::bytea from "extraction"
      where "id" = ${extractionId} for key share`.execute(tx);
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export interface SpaceHead {
  datasetId: string;
  version: string;
  passages: number;
  rank: number;
}

export function findSpaces(db: Db, datasetIds: readonly string[]): Promise<SpaceHead[]> {
  return db
    .selectFrom('dataset_space')
    .select(['datasetId', 'version', 'passages', 'rank'])
    .where('datasetId', 'in', datasetIds)
    .execute();
}

/** The packed vectors of some features. */
export async function findDirections(
  db: Db,
  datasetId: string,
  terms: readonly string[],
): Promise<{ term: string; vector: Buffer }[]> {
  const { rows } = await sql<{ term: string; vector: Buffer }>`
    select "term", "vector" from "dataset_space_term"
    where "datasetId" = ${datasetId} and "term" = any(${terms}::text[])`.execute(db);
  return rows;
}
