import type { Db } from '@tandem/db';
import type { SourceTable } from '@tandem/db/tables/dataset';
import type { ExtractionTable } from '@tandem/db/tables/extraction';
import type { FileTable } from '@tandem/db/tables/file';
import type { Tables } from '@tandem/db/tables/index';
import type { SourceStatus } from '@tandem/shared/dataset/source';
import { type Insertable, type Selectable, sql, type UpdateObject } from 'kysely';
import type { Reader } from '../../access/policy/access.fragments.ts';
import { withSpelling } from '../../core/names.ts';
import { sourceStatus, sourceVisibleTo } from '../dataset/source.fragments.ts';

/** New values of sources; times may be the database's. */
export type SourceValues = UpdateObject<Tables, 'source'>;

/** A source with the facts of its content and how far that was read. */
export type SourceRow = Selectable<SourceTable> & {
  mediaType: Selectable<FileTable>['mediaType'] | null;
  size: number | null;
  reading: Selectable<ExtractionTable>['status'] | null;
  readingProblem: Selectable<ExtractionTable>['problem'];
  pages: number | null;
  done: number | null;
  scans: number | null;
  recognised: number | null;
  version: number | null;
  passages: number | null;
  status: SourceStatus;
};

/** Sources with the facts of their content. */
export function sources(db: Db) {
  return db
    .selectFrom('source')
    .leftJoin('file', 'file.id', 'source.fileId')
    .leftJoin('extraction', (join) =>
      join.onRef('extraction.hash', '=', 'source.hash').onRef('extraction.format', '=', 'source.format'),
    )
    .selectAll('source')
    .select(['file.mediaType', 'file.size'])
    .select(['extraction.status as reading', 'extraction.problem as readingProblem'])
    .select(['extraction.pages', 'extraction.done', 'extraction.scans', 'extraction.recognised'])
    .select(['extraction.version', 'extraction.passages'])
    .select(sourceStatus.as('status'));
}

/** Position in a folder: folders come first, then everything by name. */
export interface SourcePlace {
  isLeaf: boolean;
  key: string;
  id: string;
}

/** Lists a folder, or all sources in one state, after a position. */
export function listSources(
  db: Db,
  reader: Reader,
  {
    datasetId,
    parentId,
    inState,
    after,
    limit,
  }: {
    datasetId: string;
    parentId: string | null;
    inState: SourceStatus | undefined;
    after: SourcePlace | null;
    limit: number;
  },
): Promise<SourceRow[]> {
  return (
    sources(db)
      .where('source.datasetId', '=', datasetId)
      .where(sourceVisibleTo(reader))
      .$if(inState === undefined, (query) =>
        parentId === null
          ? query.where('source.parentId', 'is', null)
          : query.where('source.parentId', '=', parentId),
      )
      .$if(inState !== undefined, (query) =>
        query.where(sql`${sourceStatus}`, '=', inState as string).where('source.kind', '<>', 'folder'),
      )
      .$if(after !== null, (query) => {
        const isBeyond = sql`("source"."sortKey", "source"."id") > (${after?.key}::text, ${after?.id}::uuid)`;
        // The index goes on at a name only within folders, or within what is none.
        return query.where(
          after?.isLeaf
            ? sql<boolean>`("source"."kind" <> 'folder' and ${isBeyond})`
            : sql<boolean>`("source"."kind" <> 'folder' or ${isBeyond})`,
        );
      })
      // The same for a whole folder; the planner knows by it that the index has this order, also at the top.
      .$if(inState === undefined, (query) => query.orderBy('source.parentId'))
      .orderBy(sql`"source"."kind" <> 'folder'`)
      .orderBy('source.sortKey')
      .orderBy('source.id')
      .limit(limit)
      .execute() as Promise<SourceRow[]>
  );
}

/** Sources of a dataset by id that the reader sees, in no order. */
export function findSources(
  db: Db,
  reader: Reader,
  datasetId: string,
  sourceIds: readonly string[],
): Promise<SourceRow[]> {
  if (sourceIds.length === 0) return Promise.resolve([]);
  return sources(db)
    .where('source.datasetId', '=', datasetId)
    .where('source.id', 'in', sourceIds)
    .where(sourceVisibleTo(reader))
    .execute() as Promise<SourceRow[]>;
}

/** One source in whichever dataset, for its reader; null when a document in it is hidden from them. */
export async function findSource(db: Db, reader: Reader, sourceId: string): Promise<SourceRow | null> {
  const found = await sources(db)
    .where('source.id', '=', sourceId)
    .where(sourceVisibleTo(reader))
    .executeTakeFirst();
  return (found as SourceRow | undefined) ?? null;
}

/** Ids of a dataset's sources with one of these contents that the reader sees. */
export async function findHolding(
  db: Db,
  reader: Reader,
  datasetId: string,
  hashes: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('source')
    .select('source.id')
    .where('source.datasetId', '=', datasetId)
    .where('source.hash', 'in', hashes)
    .where(sourceVisibleTo(reader))
    .limit(MAX_HOLDING)
    .execute();
  return rows.map(({ id }) => id);
}

/** Copies of one content in a dataset that are told of. */
const MAX_HOLDING = 500;

/**
 * Raises a dataset's revision, and so holds its sources until the transaction ends.
 * @returns the revision; null when the dataset is gone
 */
export async function nextRevision(tx: Db, datasetId: string): Promise<number | null> {
  const row = await tx
    .updateTable('dataset')
    .set({ revision: sql`"revision" + 1` })
    .where('channelId', '=', datasetId)
    .returning('revision')
    .executeTakeFirst();
  return row?.revision ?? null;
}

/** Number of sources of a dataset, folders included. */
export async function countSources(db: Db, datasetId: string): Promise<number> {
  const { count } = await db
    .selectFrom('source')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('datasetId', '=', datasetId)
    .executeTakeFirstOrThrow();
  return count;
}

/** @returns the ids, in the order of the sources */
export async function insertSources(tx: Db, rows: readonly Insertable<SourceTable>[]): Promise<string[]> {
  const inserted = await tx
    .insertInto('source')
    .values(rows.map((row) => withSpelling(row)))
    .returning('id')
    .execute();
  return inserted.map(({ id }) => id);
}

export async function updateSources(
  tx: Db,
  sourceIds: readonly string[],
  values: SourceValues,
): Promise<void> {
  if (sourceIds.length > 0)
    await tx.updateTable('source').set(spelt(values)).where(isAmong(sourceIds)).execute();
}

const spelt = (values: SourceValues): SourceValues =>
  typeof values.name === 'string' ? withSpelling({ ...values, name: values.name }) : values;

export async function deleteSources(tx: Db, sourceIds: readonly string[]): Promise<void> {
  if (sourceIds.length > 0) await tx.deleteFrom('source').where(isAmong(sourceIds)).execute();
}

/** One parameter, however many sources a folder holds. */
const isAmong = (sourceIds: readonly string[]) => sql<boolean>`"id" = any(${sourceIds}::uuid[])`;

/** The source that an earlier call with this key created. */
export async function findByKey(
  db: Db,
  creatorId: number,
  clientKey: string,
): Promise<{ id: string; datasetId: string } | null> {
  const found = await db
    .selectFrom('source')
    .select(['id', 'datasetId'])
    .where('creatorId', '=', creatorId)
    .where('clientKey', '=', clientKey)
    .executeTakeFirst();
  return found ?? null;
}

/** Sources of a dataset with one of these files, documents or addresses. */
export function findSame(
  db: Db,
  datasetId: string,
  {
    fileIds = [],
    documentIds = [],
    urls = [],
  }: { fileIds?: readonly string[]; documentIds?: readonly string[]; urls?: readonly string[] },
): Promise<{ id: string; fileId: string | null; documentId: string | null; url: string | null }[]> {
  return db
    .selectFrom('source')
    .select(['id', 'fileId', 'documentId', 'url'])
    .where('datasetId', '=', datasetId)
    .where(
      sql<boolean>`("fileId" = any(${fileIds}::uuid[]) or "documentId" = any(${documentIds}::uuid[])
        or ("url" = any(${urls}::text[]) and "kind" in ('page', 'sitemap')))`,
    )
    .execute();
}

/** Sources of a dataset that are no folders, in the order in which they were added and by name, with their number. */
export async function pageSources(
  db: Db,
  reader: Reader,
  datasetId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: SourceRow[]; total: number }> {
  const ofDataset = sources(db)
    .where('source.datasetId', '=', datasetId)
    .where('source.kind', '<>', 'folder')
    .where(sourceVisibleTo(reader));
  const [rows, counted] = await Promise.all([
    ofDataset
      .orderBy('source.createdAt')
      .orderBy('source.name')
      .orderBy('source.id')
      .limit(limit)
      .offset(offset)
      .execute(),
    db
      .selectFrom('source')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('source.datasetId', '=', datasetId)
      .where('source.kind', '<>', 'folder')
      .where(sourceVisibleTo(reader))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows: rows as SourceRow[], total: counted.total };
}
