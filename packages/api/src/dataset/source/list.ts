import type { Db } from '@tandem/db';
import type { ListSources, Source } from '@tandem/shared/dataset/source';
import type { FilePages } from '@tandem/shared/file/reading';
import type { KeysetPage } from '@tandem/shared/pagination/schema';
import * as z from 'zod';
import type { Reader } from '../../access/policy/access.fragments.ts';
import type { ExtractionFormat } from '../../content/file/extraction/format.ts';
import { pagesOf } from '../../content/file/pages.ts';
import { cursorText, readCursor, writeCursor } from '../../core/cursor.ts';
import { AppError } from '../../core/errors.ts';
import { presentSource } from './source.presenter.ts';
import { findSources, listSources as rowsOf, type SourceRow } from './source.repo.ts';

const cursorSchema = z.strictObject({ isLeaf: z.boolean(), key: cursorText(400), id: z.uuid() });

/**
 * One folder of a dataset, folders first and then by name; with `status`, all sources in that state.
 * @throws AppError `notFound` for a parent that is not in the dataset
 */
export async function listSources(
  db: Db,
  reader: Reader,
  { datasetId, parentId, status, cursor, limit }: ListSources,
): Promise<KeysetPage<Source>> {
  if (parentId && !(await findSources(db, reader, datasetId, [parentId]))[0]) throw new AppError('notFound');
  const rows = await rowsOf(db, reader, {
    datasetId,
    parentId: parentId ?? null,
    inState: status,
    after: cursor === undefined ? null : readCursor(cursor, cursorSchema),
    limit: limit + 1,
  });
  const list = rows.slice(0, limit);
  const last = rows.length > limit ? list.at(-1) : undefined;
  const nextCursor = last
    ? writeCursor({ isLeaf: last.kind !== 'folder', key: last.sortKey, id: last.id })
    : null;
  return { list: list.map(presentSource), nextCursor };
}

/** Sources of a dataset in the order of the ids, without those that are gone or hidden. */
export async function readSources(
  db: Db,
  reader: Reader,
  datasetId: string,
  sourceIds: readonly string[],
): Promise<Source[]> {
  const rows = await findSources(db, reader, datasetId, sourceIds);
  const byId = new Map(rows.map((row) => [row.id, presentSource(row)]));
  return sourceIds.flatMap((id) => byId.get(id) ?? []);
}

/** @throws AppError `notFound` */
export async function readSource(db: Db, reader: Reader, { datasetId, id }: SourceRow): Promise<Source> {
  const [source] = await readSources(db, reader, datasetId, [id]);
  if (!source) throw new AppError('notFound');
  return source;
}

/** The pages of a source that were read so far, in order, after one. */
export function sourcePages(
  db: Db,
  { hash, format }: SourceRow,
  range: { after: number; limit: number },
): Promise<FilePages> {
  const key = hash === null || format === null ? null : { hash, format: format as ExtractionFormat };
  return pagesOf(db, key, range);
}
