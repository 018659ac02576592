import type { Db } from '@tandem/db';
import { sql } from 'kysely';
import { packedBytes } from '../space/vectors.ts';

/** An index that searches use. */
export interface SearchedIndex {
  id: number;
  modelId: string;
  dimensions: number;
}

/** The models that search the datasets of one team. */
export interface TeamSearch {
  teamId: string;
  datasetIds: string[];
  /** Null before one is complete. */
  index: SearchedIndex | null;
  rerankModelId: string | null;
}

/** By which models datasets are searched; teams without any are left out. */
export async function findTeamSearches(db: Db, datasetIds: readonly string[]): Promise<TeamSearch[]> {
  const { rows } = await sql<TeamSearch>`
    select "dataset"."teamId", array_agg("dataset"."channelId"::text) as "datasetIds",
      "retrieval_setting"."rerankModelId",
      (select json_build_object('id', "id", 'modelId', "modelId", 'dimensions', "dimensions") from "vector_index"
        where "vector_index"."teamId" = "dataset"."teamId" and "isReady" and "dimensions" is not null
          and "retrieval_setting"."embeddingModelId" is not null
        order by "modelId" = "retrieval_setting"."embeddingModelId" desc, "id" desc limit 1) as "index"
    from "dataset" join "retrieval_setting" on "retrieval_setting"."teamId" = "dataset"."teamId"
    where "dataset"."channelId" = any(${datasetIds}::uuid[])
    group by "dataset"."teamId", "retrieval_setting"."teamId"`.execute(db);
  return rows;
}

/** How many passages of some contents have vectors. */
export async function findFilled(
  db: Db,
  indexId: number,
  extractionIds: readonly number[],
): Promise<{ extractionId: number; passages: number }[]> {
  const { rows } = await sql<{ extractionId: number; passages: number }>`
    select "extractionId", "passages" from "vector_content"
    where "indexId" = ${indexId} and "extractionId" = any(${extractionIds}::bigint[])`.execute(db);
  return rows;
}

/** The signatures of all passages of some contents that have vectors. */
export async function findSignatures(
  db: Db,
  indexId: number,
  extractionIds: readonly number[],
): Promise<{ extractionId: number; signatures: Buffer }[]> {
  const { rows } = await sql<{ extractionId: number; signatures: Buffer }>`
    select "extractionId", string_agg("signatures", ''::bytea order by "first") as "signatures" from "vector_block"
    where "indexId" = ${indexId} and "extractionId" = any(${extractionIds}::bigint[])
    group by "extractionId"`.execute(db);
  return rows;
}

/** The packed vectors of some passages, as far as they have one, in any order. */
export async function findVectors(
  db: Db,
  { id, dimensions }: SearchedIndex,
  keys: readonly { extractionId: number; n: number }[],
): Promise<{ extractionId: number; n: number; vector: Buffer }[]> {
  const size = packedBytes(dimensions);
  const { rows } = await sql<{ extractionId: number; n: number; vector: Buffer }>`
    select "key"."extractionId", "key"."n", "block"."vector"
    from unnest(${keys.map(({ extractionId }) => extractionId)}::bigint[], ${keys.map(({ n }) => n)}::integer[])
      as "key" ("extractionId", "n")
    cross join lateral (
      select substring("vectors" from ("key"."n" - "first") * ${size}::integer + 1 for ${size}::integer) as "vector"
      from "vector_block"
      where "indexId" = ${id} and "extractionId" = "key"."extractionId" and "first" <= "key"."n"
      order by "first" desc limit 1
    ) as "block"
    where octet_length("block"."vector") = ${size}::integer`.execute(db);
  return rows;
}
