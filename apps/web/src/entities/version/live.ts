import type { DocumentLiveEvent } from '@tandem/shared/live/events';
import type { KeysetPage } from '@tandem/shared/pagination/schema';
import type { ListedVersion } from '@tandem/shared/version/schema';
import type { InfiniteData, QueryKey } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { queryClient } from '../../lib/query-client.ts';
import { trpc } from '../../lib/trpc.ts';
import { changedPages } from './pages.ts';

type Pages = InfiniteData<KeysetPage<ListedVersion>, string>;
type VersionsEvent = Omit<Extract<DocumentLiveEvent, { type: 'versions' }>, 'type'>;

/** Under which the versions of a document are kept. */
export function listKey(documentId: string): QueryKey {
  return [...getQueryKey(trpc.version.list), documentId];
}

/** Applies a change to a document's versions, made by anyone, to the cached list. */
export function applyVersions(documentId: string, { reset, versions, removed }: VersionsEvent): void {
  const queryKey = listKey(documentId);
  // An answer that is under way may have been read before the change.
  if (reset || queryClient.isFetching({ queryKey }) > 0) {
    void queryClient.invalidateQueries({ queryKey });
    return;
  }
  queryClient.setQueryData<Pages>(
    queryKey,
    (held) => held && { ...held, pages: changedPages(held.pages, { versions, removed }) },
  );
}
