import type { Db } from '@tandem/db';
import type { VectorIndexTable } from '@tandem/db/tables/vector';
import type { VectorProblem } from '@tandem/shared/dataset/retrieval';
import { type Selectable, sql } from 'kysely';

export type VectorIndex = Selectable<VectorIndexTable>;

/** How long others leave filling to the job that began it, beyond its last sign of life. */
const LEASE = sql`interval '90 seconds'`;

/** The index of the model that a team chose: the latest, when its vectors had to be made anew. */
const chosenIndex = (teamId: string) => sql`
  select "vector_index"."id" from "vector_index"
  join "retrieval_setting" on "retrieval_setting"."teamId" = "vector_index"."teamId"
    and "retrieval_setting"."embeddingModelId" = "vector_index"."modelId"
  where "vector_index"."teamId" = ${teamId} order by "vector_index"."id" desc limit 1`;

/** Whether a row of "extraction" is the content of a source of a team. */
const isOfTeam = (teamId: string) => sql`exists (
  select from "source" where "source"."hash" = "extraction"."hash" and "source"."format" = "extraction"."format"
    and "source"."teamId" = ${teamId})`;

/** The indexes of a team, the latest first. */
export function findIndexes(db: Db, teamId: string): Promise<VectorIndex[]> {
  return db
    .selectFrom('vector_index')
    .selectAll()
    .where('teamId', '=', teamId)
    .orderBy('id', 'desc')
    .execute();
}

export async function insertIndex(tx: Db, teamId: string, modelId: string): Promise<void> {
  await tx.insertInto('vector_index').values({ teamId, modelId }).execute();
}

/** An index that a job may go on filling, and who pays. */
export type LeasedIndex = Pick<VectorIndex, 'id' | 'teamId' | 'modelId' | 'dimensions' | 'failures'> & {
  chooserId: number;
};

/**
 * Reserves the index of a team's chosen model for a job, or extends its reservation.
 * @returns null when another job fills it, when filling stopped, or when no model is chosen
 */
export async function leaseIndex(db: Db, teamId: string, leaseId: string): Promise<LeasedIndex | null> {
  const { rows } = await sql<LeasedIndex>`
    update "vector_index" set "leaseId" = ${leaseId}::uuid, "leaseUntil" = now() + ${LEASE}
    from "retrieval_setting"
    where "vector_index"."id" = (${chosenIndex(teamId)}) and "retrieval_setting"."teamId" = ${teamId}
      and ("leaseId" is null or "leaseId" = ${leaseId}::uuid or "leaseUntil" < now())
      and ("problem" is null or "retryAt" <= now())
    returning "vector_index"."id", "vector_index"."teamId", "modelId", "dimensions", "failures", "chooserId"`.execute(
    db,
  );
  return rows[0] ?? null;
}

export async function releaseIndex(db: Db, leaseId: string): Promise<void> {
  await db
    .updateTable('vector_index')
    .set({ leaseId: null, leaseUntil: null })
    .where('leaseId', '=', leaseId)
    .execute();
}

/** Ends every reservation, where no other server can exist: what holds them died. */
export async function releaseIndexes(db: Db): Promise<void> {
  await db
    .updateTable('vector_index')
    .set({ leaseId: null, leaseUntil: null })
    .where('leaseId', 'is not', null)
    .execute();
}

/** A content some of whose passages have no vector. */
export interface DueContent {
  extractionId: number;
  /** Passages with a vector, from the beginning. */
  filled: number;
  passages: number;
}

/** Contents of a team whose passages lack vectors. */
export async function findDueContents(
  db: Db,
  { id, teamId }: Pick<VectorIndex, 'id' | 'teamId'>,
  limit: number,
): Promise<DueContent[]> {
  const { rows } = await sql<DueContent>`
    select "extraction"."id" as "extractionId", "extraction"."passages",
      coalesce("vector_content"."passages", 0) as "filled"
    from "extraction"
    left join "vector_content" on "vector_content"."extractionId" = "extraction"."id"
      and "vector_content"."indexId" = ${id}
    where "extraction"."passages" > coalesce("vector_content"."passages", 0) and ${isOfTeam(teamId)}
    order by "extraction"."id" limit ${limit}`.execute(db);
  return rows;
}

/** Passages of a team's datasets, and how many have a vector in an index. */
export async function countFilled(
  db: Db,
  { id, teamId }: Pick<VectorIndex, 'id' | 'teamId'>,
): Promise<{ passages: number; filled: number }> {
  const { rows } = await sql<{ passages: number; filled: number }>`
    select coalesce(sum("extraction"."passages"), 0)::bigint as "passages",
      coalesce(sum("vector_content"."passages"), 0)::bigint as "filled"
    from "extraction"
    left join "vector_content" on "vector_content"."extractionId" = "extraction"."id"
      and "vector_content"."indexId" = ${id}
    where "extraction"."passages" > 0 and ${isOfTeam(teamId)}`.execute(db);
  return rows[0] ?? { passages: 0, filled: 0 };
}

/** Vectors of consecutive passages, packed. */
export interface Block {
  extractionId: number;
  first: number;
  count: number;
  signatures: Buffer;
  vectors: Buffer;
}

/**
 * Notes how long the vectors of an index are, and that filling it goes on.
 * @returns whether the index is still there, and its other vectors are as long
 */
export async function keepFilling(tx: Db, indexId: number, dimensions: number): Promise<boolean> {
  const updated = await tx
    .updateTable('vector_index')
    .set({ dimensions, problem: null, failures: 0, retryAt: null })
    .where('id', '=', indexId)
    .where((eb) => eb.or([eb('dimensions', 'is', null), eb('dimensions', '=', dimensions)]))
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Stores vectors behind those that a content has; nothing when it has others meanwhile, or is gone. */
export async function storeBlock(
  tx: Db,
  indexId: number,
  { extractionId, first, count, signatures, vectors }: Block,
): Promise<void> {
  await sql`
    insert into "vector_content" ("indexId", "extractionId")
    select ${indexId}::bigint, "id" from "extraction" where "id" = ${extractionId} for key share
    on conflict do nothing`.execute(tx);
  const grown = await tx
    .updateTable('vector_content')
    .set({ passages: first + count })
    .where('indexId', '=', indexId)
    .where('extractionId', '=', extractionId)
    .where('passages', '=', first)
    .returning('passages')
    .executeTakeFirst();
  if (grown)
    await tx
      .insertInto('vector_block')
      .values({ indexId, extractionId, first, signatures, vectors })
      .execute();
}

/** Has searches use an index from now on. */
export async function markReady(tx: Db, indexId: number): Promise<void> {
  await tx.updateTable('vector_index').set({ isReady: true }).where('id', '=', indexId).execute();
}

/** Deletes the indexes of a team that no search uses any longer: all but the chosen one, once that is ready. */
export async function deleteSuperseded(tx: Db, teamId: string): Promise<void> {
  await sql`
    with "chosen" as (select "id", "isReady" from "vector_index" where "id" = (${chosenIndex(teamId)}))
    delete from "vector_index" where "teamId" = ${teamId} and (
      not exists (select from "chosen")
      or "id" <> (select "id" from "chosen") and (not "isReady" or (select "isReady" from "chosen")))`.execute(
    tx,
  );
}

/** Deletes a team’s vectors of contents that none of its sources holds any more; other teams keep theirs. */
export async function deleteUnused(tx: Db, teamId: string): Promise<void> {
  await sql`
    delete from "vector_content" using "vector_index", "extraction"
    where "vector_index"."id" = "vector_content"."indexId" and "vector_index"."teamId" = ${teamId}
      and "extraction"."id" = "vector_content"."extractionId" and not ${isOfTeam(teamId)}`.execute(tx);
}

/** When filling goes on by itself; null for not before someone asks for it. */
export type RetryAt = { at: Date } | { afterSeconds: number } | null;

/** Notes why filling stopped, and when it goes on. */
export async function stopFilling(
  db: Db,
  indexId: number,
  { problem, failures, retry }: { problem: VectorProblem; failures: number; retry: RetryAt },
): Promise<void> {
  const retryAt =
    retry && 'afterSeconds' in retry
      ? sql<Date>`now() + make_interval(secs => ${retry.afterSeconds})`
      : (retry?.at ?? null);
  await db
    .updateTable('vector_index')
    .set({ problem: JSON.stringify(problem), failures, retryAt, leaseId: null, leaseUntil: null })
    .where('id', '=', indexId)
    .execute();
}

/** Lets filling go on that had stopped. */
export async function clearProblem(tx: Db, indexId: number): Promise<void> {
  await tx
    .updateTable('vector_index')
    .set({ problem: null, failures: 0, retryAt: null })
    .where('id', '=', indexId)
    .execute();
}

/** The teams with something to fill or to delete that no job is at. */
export async function findDueTeams(db: Db): Promise<string[]> {
  const { rows } = await sql<{ teamId: string }>`
    select distinct "vector_index"."teamId" from "vector_index"
    left join "retrieval_setting" on "retrieval_setting"."teamId" = "vector_index"."teamId"
    where "embeddingModelId" is null
      or exists (
        select from "vector_content" join "extraction" on "extraction"."id" = "vector_content"."extractionId"
        where "vector_content"."indexId" = "vector_index"."id" and not exists (
          select from "source" where "source"."hash" = "extraction"."hash"
            and "source"."format" = "extraction"."format" and "source"."teamId" = "vector_index"."teamId"))
      or ("embeddingModelId" = "modelId"
        and ("leaseUntil" is null or "leaseUntil" < now())
        and ("problem" is null or "retryAt" <= now())
        and (not "isReady" or exists (
          select from "extraction"
          left join "vector_content" on "vector_content"."extractionId" = "extraction"."id"
            and "vector_content"."indexId" = "vector_index"."id"
          where "extraction"."passages" > coalesce("vector_content"."passages", 0) and exists (
            select from "source" where "source"."hash" = "extraction"."hash"
              and "source"."format" = "extraction"."format" and "source"."teamId" = "vector_index"."teamId"))))`.execute(
    db,
  );
  return rows.map(({ teamId }) => teamId);
}
