import type { Source, SourceStatus } from '@tandem/shared/dataset/source';
import type { KeysetPage } from '@tandem/shared/pagination/schema';

type Page = KeysetPage<Source>;

/** A list of sources: one folder, null for the top; with `status` all sources in that state, in all folders. */
export interface ListPlace {
  parentId: string | null;
  status?: SourceStatus | undefined;
}

/** Sources that changed or were added, and the ids of those that are gone. */
export interface SourceChange {
  sources: readonly Source[];
  removed: readonly string[];
}

/** Pages of a list, folders first and then by name, after a change. What belongs behind the last page stays there. */
export function changedPages(
  pages: readonly Page[],
  { sources, removed }: SourceChange,
  place: ListPlace,
): Page[] {
  const held = new Map(pages.flatMap(({ list }) => list).map((source) => [source.id, source]));
  const news = sources.filter((source) => !isOlder(source, held.get(source.id)));
  const gone = new Set([...removed, ...news.map(({ id }) => id)]);
  const left = pages.map(({ list }) => list.filter(({ id }) => !gone.has(id)));
  const hasMore = pages.at(-1)?.nextCursor != null;
  const last = pages.flatMap(({ list }) => list).at(-1);
  for (const source of news) {
    if (!isIn(source, place) || removed.includes(source.id)) continue;
    if (hasMore && last && compareSources(source, last) > 0) continue;
    const index = left.findIndex((list, at) => {
      const end = list.at(-1);
      return at === left.length - 1 || (end !== undefined && compareSources(source, end) < 0);
    });
    const list = left[index];
    const at = list?.findIndex((other) => compareSources(source, other) < 0) ?? -1;
    list?.splice(at < 0 ? list.length : at, 0, source);
  }
  return pages.map((page, index) => ({ ...page, list: left[index] ?? [] }));
}

/** Whether a source was read from the database before the one that is held: a response may come after an event. */
export function isOlder(source: Source, held: Source | undefined): boolean {
  if (!held) return false;
  if (source.revision !== held.revision) return source.revision < held.revision;
  // Reading goes on without a change of the source itself, and may be tried again by another dataset with the same file.
  if (source.done !== held.done) return source.done < held.done;
  return source.recognised < held.recognised || (held.status === 'ready' && isUnfinished(source));
}

/** Whether a source waits to be read or is being read. */
export function isUnfinished({ status }: Pick<Source, 'status'>): boolean {
  return status === 'queued' || status === 'reading';
}

function isIn(source: Source, { parentId, status }: ListPlace): boolean {
  if (status === undefined) return source.parentId === parentId;
  return source.kind !== 'folder' && source.status === status;
}

/** The order of the server: folders first, then by name. */
export function compareSources(a: Source, b: Source): number {
  const isLeaf = Number(a.kind !== 'folder') - Number(b.kind !== 'folder');
  if (isLeaf !== 0) return isLeaf;
  if (a.sortKey !== b.sortKey) return a.sortKey < b.sortKey ? -1 : 1;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}
