import type { Db } from '@tandem/db';
import { sql } from 'kysely';

/** Passages of one extraction whose postings are wanted; `to` is exclusive. */
export interface Stretch {
  extractionId: number;
  from: number;
  to: number;
}

/** The postings of stretches, each of which was indexed in one batch or in several. */
export async function findPostings(
  db: Db,
  stretches: readonly Stretch[],
): Promise<{ extractionId: number; postings: Buffer }[]> {
  const column = (name: keyof Stretch) => stretches.map((stretch) => stretch[name]);
  const { rows } = await sql<{ extractionId: number; postings: Buffer }>`
    select "index"."extractionId", string_agg("index"."postings", ''::bytea) as "postings"
    from unnest(${column('extractionId')}::bigint[], ${column('from')}::integer[], ${column('to')}::integer[])
      as "wanted" ("extractionId", "from", "to")
    join "passage_index" as "index" on "index"."extractionId" = "wanted"."extractionId"
      and "index"."first" >= "wanted"."from" and "index"."first" < "wanted"."to"
    group by "index"."extractionId"`.execute(db);
  return rows;
}

/** Which of some extractions a dataset still has, whoever may see them. */
export async function findKept(
  db: Db,
  datasetId: string,
  extractionIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select "extraction"."id" from "extraction"
    join "source" on "source"."hash" = "extraction"."hash" and "source"."format" = "extraction"."format"
    where "source"."datasetId" = ${datasetId} and "extraction"."id" = any(${extractionIds}::bigint[])`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The directions of passages in a space, extraction by extraction after one. */
export function findPlaced(
  db: Db,
  datasetId: string,
  after: number,
  limit: number,
): Promise<{ extractionId: number; vectors: Buffer }[]> {
  return db
    .selectFrom('dataset_space_passage')
    .select(['extractionId', 'vectors'])
    .where('datasetId', '=', datasetId)
    .where('extractionId', '>', after)
    .orderBy('extractionId')
    .limit(limit)
    .execute();
}
