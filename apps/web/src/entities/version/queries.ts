import type { Version } from '@tandem/shared/version/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api, cached, trpc } from '../../lib/trpc.ts';
import { applyVersions, listKey } from './live.ts';

/** Versions asked for at once. */
const PAGE = 30;

/** Loaded versions of a document, newest first. */
export function useVersions(documentId: string) {
  return useInfiniteQuery({
    queryKey: listKey(documentId),
    queryFn: ({ pageParam, signal }) =>
      api.version.list.query(
        { documentId, limit: PAGE, ...(pageParam !== '' && { cursor: pageParam }) },
        { signal, context: { silent: true } },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** Compares a version with the current document, or with the version before it. */
export function useComparison(versionId: string, other: 'now' | 'before') {
  return trpc.version.compare.useQuery(
    { versionId, with: other },
    // The current document changes all the time.
    { trpc: { context: { silent: true } }, gcTime: 0 },
  );
}

/**
 * Compares again after a version was saved, removed or restored: the current and the previous state may
 * differ.
 */
function refreshComparisons(): Promise<void> {
  return cached.version.compare.invalidate();
}

export async function keepNow(documentId: string, name: string, clientKey: string): Promise<Version> {
  const made = await api.version.create.mutate({ documentId, name, clientKey });
  applyVersions(documentId, { reset: false, versions: [made], removed: [] });
  await refreshComparisons();
  return made;
}

export async function nameVersion(versionId: string, name: string): Promise<void> {
  const named = await api.version.rename.mutate({ versionId, name });
  applyVersions(named.documentId, { reset: false, versions: [named], removed: [] });
}

export async function removeVersion({ id, documentId }: Pick<Version, 'id' | 'documentId'>): Promise<void> {
  await api.version.remove.mutate({ versionId: id });
  applyVersions(documentId, { reset: false, versions: [], removed: [id] });
  await refreshComparisons();
}

/**
 * Restores a version.
 * @returns the state before, if anything had to change
 */
export async function goBackTo(versionId: string): Promise<Version | null> {
  const { before } = await api.version.restore.mutate({ versionId });
  if (before) applyVersions(before.documentId, { reset: false, versions: [before], removed: [] });
  await refreshComparisons();
  return before;
}
