import type { KeysetPage } from '@tandem/shared/pagination/schema';
import type { ListedVersion, Version } from '@tandem/shared/version/schema';

type Page = KeysetPage<ListedVersion>;

/** Pages of versions, newest first, after some came, were named or went. Those beyond the last page stay there. */
export function changedPages(
  pages: readonly Page[],
  { versions, removed }: { versions: readonly Version[]; removed: readonly string[] },
): Page[] {
  const gone = new Set([...removed, ...versions.map(({ id }) => id)]);
  const known = new Map(pages.flatMap(({ list }) => list).map((version) => [version.id, version]));
  const left = pages.map((page) => page.list.filter(({ id }) => !gone.has(id)));
  const hasMore = pages.at(-1)?.nextCursor != null;
  const oldest = pages.flatMap(({ list }) => list).at(-1);
  for (const version of versions) {
    if (!known.has(version.id) && hasMore && oldest && isNewer(oldest, version)) continue;
    const place = left.findIndex((list, index) => {
      const last = list.at(-1);
      return index === left.length - 1 || (last !== undefined && isNewer(version, last));
    });
    const list = left[place];
    const at = list?.findIndex((other) => isNewer(version, other)) ?? -1;
    const wordsBefore = known.get(version.id)?.wordsBefore ?? null;
    list?.splice(at < 0 ? list.length : at, 0, { ...version, wordsBefore });
  }
  return withWords(
    pages.map((page, index) => ({ ...page, list: left[index] ?? [] })),
    hasMore,
  );
}

/** Recomputes the difference from the previous version, which may now be another one. */
function withWords(pages: readonly Page[], hasMore: boolean): Page[] {
  const all = pages.flatMap(({ list }) => list);
  const before = new Map(all.map((version, index) => [version.id, all[index + 1]?.wordCount]));
  return pages.map((page) => ({
    ...page,
    list: page.list.map((version) => ({
      ...version,
      // The version before the oldest loaded one is unknown here.
      wordsBefore: before.get(version.id) ?? (hasMore ? version.wordsBefore : null),
    })),
  }));
}

function isNewer(a: Version, b: Version): boolean {
  const later = a.createdAt.getTime() - b.createdAt.getTime();
  return later > 0 || (later === 0 && a.id > b.id);
}
