import type { Db } from '@tandem/db';
import { marksIn } from '@tandem/shared/search/marks';
import type { SearchGroup, SourceHit } from '@tandem/shared/search/schema';
import type { Reader } from '../../access/policy/access.fragments.ts';
import { writeCursor } from '../../core/cursor.ts';
import type { Platform } from '../../core/platform.ts';
import { type FoundPage, findSourcePages } from '../../dataset/retrieval/find-pages.ts';
import { readSourceCursor } from './cursor.ts';
import { excerptOf, placeOf } from './excerpt.ts';
import { findPaths } from './names.repo.ts';

/** Characters after the first word in which the others are marked with it. */
const NEAR = 160;

/** Sources by name, then pages of sources by their words, as one list. */
export async function findSourceHits(
  context: { db: Db; platform: Platform },
  { reader, teamId }: { reader: Reader; teamId: string },
  query: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ group: SearchGroup; partial: boolean }> {
  const from = cursor === undefined ? 0 : readSourceCursor(cursor).at;
  const { found, next, partial } = await findSourcePages(context, { reader, teamId }, query, { from, limit });
  const paths = await findPaths(context.db, reader, [
    ...new Set(found.map(({ source }) => source.datasetId)),
  ]);
  const hits: SourceHit[] = [];
  for (const each of found) hits.push(await present(each, paths.get(each.source.datasetId) ?? [], query));
  const nextCursor = next === null ? null : writeCursor({ at: next });
  return { group: { kind: 'source', hits, nextCursor }, partial };
}

async function present({ source, page }: FoundPage, path: string[], query: string): Promise<SourceHit> {
  const { sourceId, name, kind, datasetId, datasetKind, datasetName, appId, appType } = source;
  return {
    kind: 'source',
    id: sourceId,
    title: name,
    path,
    sourceKind: kind,
    dataset: { id: datasetId, kind: datasetKind, name: datasetName },
    appId,
    appType,
    page: page && {
      index: page.index,
      label: page.label,
      ...(await stretchOf(page, query)),
      excerpt: await excerptOf(page.text, query),
    },
  };
}

/** Where the words stand in the page's text; the whole passage when it holds them in other forms only. */
async function stretchOf({ text, from }: NonNullable<FoundPage['page']>, query: string) {
  const first = await placeOf(text, query);
  const marks = marksIn(text.slice(first, first + NEAR), query);
  const [begin, end] = [marks[0], marks.at(-1)];
  if (!begin || !end) return { from, to: from + text.length };
  return { from: from + first + begin[0], to: from + first + end[1] };
}
