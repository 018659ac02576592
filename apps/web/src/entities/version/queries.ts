import type { Version } from '@tandem/shared/version/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api, cached, trpc } from '../../lib/trpc.ts';
import { applyVersions, listKey } from './live.ts';

/** Versions asked for at once. */
const PAGE = 30;

/** Versions of a document, newest first, as far as they were asked for. */
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

/** A version beside the document as it is now, or beside the version before it. */
export function useComparison(versionId: string, other: 'now' | 'before') {
  return trpc.version.compare.useQuery(
    { versionId, with: other },
    // What is now changes all the while.
    { trpc: { context: { silent: true } }, gcTime: 0 },
  );
}

/** Compared anew, after something was kept, removed or restored: what is now, and what came before, may be other. */
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

/** Makes a document what a version holds. @returns the state before, if anything had to change */
export async function goBackTo(versionId: string): Promise<Version | null> {
  const { before } = await api.version.restore.mutate({ versionId });
  if (before) applyVersions(before.documentId, { reset: false, versions: [before], removed: [] });
  await refreshComparisons();
  return before;
}
