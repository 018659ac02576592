import type { Db } from '@tandem/db';
import type { SourceTable } from '@tandem/db/tables/dataset';
import { type Selectable, sql } from 'kysely';

/** A source as jobs see it; null when it was removed. */
export async function findForJob(db: Db, sourceId: string): Promise<Selectable<SourceTable> | null> {
  const found = await db.selectFrom('source').selectAll().where('id', '=', sourceId).executeTakeFirst();
  return found ?? null;
}

/**
 * Notes that a fetch was asked for.
 * @returns whether none is waiting; one that has waited for an hour counts as lost
 */
export async function claimFetch(tx: Db, sourceId: string): Promise<boolean> {
  const claimed = await tx
    .updateTable('source')
    .set({ fetchAskedAt: sql<Date>`now()` })
    .where('id', '=', sourceId)
    .where(sql<boolean>`coalesce("fetchAskedAt" < now() - interval '1 hour', true)`)
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** The source of a fetch that begins, so that another may be asked for; null when it was removed. */
export async function beginFetch(db: Db, sourceId: string): Promise<Selectable<SourceTable> | null> {
  const found = await db
    .updateTable('source')
    .set({ fetchAskedAt: null })
    .where('id', '=', sourceId)
    .returningAll()
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Pages whose time to be fetched again has come, none in the bin. They are put off by an hour, so that no other process
 * takes them too, and that a fetch which is lost is made up for.
 */
export function claimDue(tx: Db, limit: number): Promise<{ id: string; creatorId: number }[]> {
  return tx
    .updateTable('source')
    .set({ nextFetchAt: sql`now() + interval '1 hour'` })
    .where('id', 'in', (query) =>
      query
        .selectFrom('source')
        .innerJoin('channel', 'channel.id', 'source.datasetId')
        .select('source.id')
        .where('source.nextFetchAt', '<=', sql<Date>`now()`)
        .where('channel.deletedAt', 'is', null)
        .orderBy('source.nextFetchAt')
        .limit(limit)
        .forUpdate('source')
        .skipLocked(),
    )
    .returning(['id', 'creatorId'])
    .execute();
}

/** Sources whose document changed since its text was taken; each is claimed once for one state of the document. */
export async function claimOutdated(tx: Db, limit: number): Promise<{ id: string; creatorId: number }[]> {
  const { rows } = await sql<{ id: string; creatorId: number }>`
    update "source" set "documentSeq" = "content"."seq"
    from "document_content" as "content"
    where "content"."documentId" = "source"."documentId" and "source"."id" in (
      select "outdated"."id" from "source" as "outdated"
      join "document_content" as "newer" on "newer"."documentId" = "outdated"."documentId"
      where "outdated"."documentSeq" is distinct from "newer"."seq"
      limit ${limit} for update of "outdated" skip locked
    )
    returning "source"."id", "source"."creatorId"
  `.execute(tx);
  return rows;
}

/** Documents in datasets, none of these in the bin, that have another name than when it was last looked at. */
export function findRenamed(
  db: Db,
  limit: number,
): Promise<{ id: string; datasetId: string; name: string }[]> {
  return db
    .selectFrom('source')
    .innerJoin('channel as document', 'document.id', 'source.documentId')
    .innerJoin('channel as home', 'home.id', 'source.datasetId')
    .select(['source.id', 'source.datasetId', 'document.name'])
    .where('source.kind', '=', 'document')
    .where('home.deletedAt', 'is', null)
    .whereRef('source.name', '<>', 'document.name')
    .limit(limit)
    .execute();
}

/** The newest text of a document as Markdown; null before it was derived. */
export async function documentText(
  db: Db,
  documentId: string,
): Promise<{ seq: number; markdown: string } | null> {
  const found = await db
    .selectFrom('document_content')
    .select(['seq', 'markdown'])
    .where('documentId', '=', documentId)
    .executeTakeFirst();
  return found ?? null;
}

/** Sources directly below one. */
export function childrenOf(
  db: Db,
  sourceId: string,
): Promise<{ id: string; url: string | null; fileId: string | null }[]> {
  return db.selectFrom('source').select(['id', 'url', 'fileId']).where('parentId', '=', sourceId).execute();
}
