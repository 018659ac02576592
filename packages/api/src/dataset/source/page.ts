import type { Db } from '@tandem/db';
import type { Source } from '@tandem/shared/dataset/source';
import type { FilePage } from '@tandem/shared/file/reading';
import type { Page, PageRequest } from '@tandem/shared/pagination/schema';
import type { Reader } from '../../access/policy/access.fragments.ts';
import { AppError } from '../../core/errors.ts';
import { sourcePages } from './list.ts';
import { presentSource } from './source.presenter.ts';
import { findSources, pageSources as rowsOf } from './source.repo.ts';

/** A dataset's sources by numbered pages, from all folders, in the order in which they were added. */
export async function pageSources(
  db: Db,
  reader: Reader,
  { datasetId, pagination }: { datasetId: string; pagination: PageRequest },
): Promise<Page<Source>> {
  const { currentPage, pageSize } = pagination;
  const range = { limit: pageSize, offset: (currentPage - 1) * pageSize };
  const { rows, total } = await rowsOf(db, reader, datasetId, range);
  return { list: rows.map(presentSource), pagination: { currentPage, pageSize, total } };
}

/**
 * The pages of a source that were read so far, by numbered pages.
 * @throws AppError `notFound` for a source of another dataset, or one hidden from the reader
 */
export async function pageSourcePages(
  db: Db,
  reader: Reader,
  { datasetId, sourceId, pagination }: { datasetId: string; sourceId: string; pagination: PageRequest },
): Promise<Page<FilePage>> {
  const [source] = await findSources(db, reader, datasetId, [sourceId]);
  if (!source) throw new AppError('notFound');
  const { currentPage, pageSize } = pagination;
  const range = { after: (currentPage - 1) * pageSize, limit: pageSize };
  const { list, done } = await sourcePages(db, source, range);
  return { list, pagination: { currentPage, pageSize, total: done } };
}
