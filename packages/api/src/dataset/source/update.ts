import type { Source, UpdateSource } from '@tandem/shared/dataset/source';
import { sql } from 'kysely';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { type ChangedDataset, changeSources } from './change.ts';
import { childrenOf } from './fetch.repo.ts';
import { readSource } from './list.ts';
import { type SourceRow, updateSources } from './source.repo.ts';

/**
 * Renames a source, or says how often a page, or a sitemap with its pages, is fetched again.
 * @throws AppError `badRequest` for fetching something that is no page, and for renaming a document, whose name is the
 * document's own
 */
export async function updateSource(
  ctx: UserContext,
  dataset: ChangedDataset,
  source: SourceRow,
  { name, refreshHours }: UpdateSource,
): Promise<Source> {
  if (name !== undefined && source.kind === 'document') throw new AppError('badRequest');
  if (refreshHours && source.url === null) throw new AppError('badRequest');
  await changeSources(ctx, dataset, async (tx, revision) => {
    await updateSources(tx, [source.id], { revision, ...(name !== undefined && { name }) });
    if (refreshHours !== undefined) {
      // A sitemap's pages are fetched as often as it is.
      const pages = source.kind === 'sitemap' ? await childrenOf(tx, source.id) : [];
      const nextFetchAt =
        refreshHours === null ? null : sql<Date>`now() + make_interval(hours => ${refreshHours})`;
      const ids = [source.id, ...pages.map(({ id }) => id)];
      await updateSources(tx, ids, { revision, refreshHours, nextFetchAt });
    }
    return { result: undefined };
  });
  return readSource(ctx.db, ctx.actor, source);
}
