import type { Version } from '@tandem/shared/version/schema';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { queryClient } from '../../lib/query-client.ts';
import { api, trpc } from '../../lib/trpc.ts';

/** Versions asked for at once. */
const PAGE = 30;
/** Others keep versions too, and some are kept by themselves; how often that is looked for, in milliseconds. */
const LOOK_MS = 60_000;

/** Versions of a document, newest first, as far as they were asked for. */
export function useVersions(documentId: string) {
  return useInfiniteQuery({
    queryKey: [...trpc.version.list.pathKey(), documentId],
    queryFn: ({ pageParam, signal }) =>
      api.version.list.query(
        { documentId, limit: PAGE, ...(pageParam !== '' && { cursor: pageParam }) },
        { signal, context: { silent: true } },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: LOOK_MS,
  });
}

/** A version beside the document as it is now, or beside the version before it. */
export function useComparison(versionId: string, other: 'now' | 'before') {
  return useQuery(
    trpc.version.compare.queryOptions(
      { versionId, with: other },
      // What is now changes all the while.
      { trpc: { context: { silent: true } }, gcTime: 0 },
    ),
  );
}

/** Asks again for every list and comparison, after something was kept, named, removed or restored. */
export function refreshVersions(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: trpc.version.pathKey() });
}

export async function keepNow(documentId: string, name: string, clientKey: string): Promise<Version> {
  const made = await api.version.create.mutate({ documentId, name, clientKey });
  await refreshVersions();
  return made;
}

export async function nameVersion(versionId: string, name: string): Promise<void> {
  await api.version.rename.mutate({ versionId, name });
  await refreshVersions();
}

export async function removeVersion(versionId: string): Promise<void> {
  await api.version.remove.mutate({ versionId });
  await refreshVersions();
}
