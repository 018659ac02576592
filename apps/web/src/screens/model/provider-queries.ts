import type { KeysetPage } from '@tandem/shared/pagination/schema';
import type { ModelKind, Provider, ProviderModel } from '@tandem/shared/provider/schema';
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { queryClient } from '../../lib/query-client.ts';
import { api, cached, trpc } from '../../lib/trpc.ts';

const PAGE_SIZE = 50;
const silent = { trpc: { context: { silent: true } } };

/** The providers that an administrator of the current team sees. */
export function useProviders() {
  return trpc.provider.list.useQuery(undefined, silent);
}

/** One provider, initially from the list. */
export function useProvider(providerId: string) {
  return trpc.provider.get.useQuery(
    { providerId },
    {
      ...silent,
      placeholderData: () => {
        const held = cached.provider.list.getData()?.list.find(({ id }) => id === providerId);
        return held && { ...held, assistants: 0 };
      },
    },
  );
}

/** Applies a changed provider, in the list and on its page. */
export function applyProvider(provider: Provider): void {
  cached.provider.list.setData(undefined, (held) => {
    if (!held) return held;
    const isKnown = held.list.some(({ id }) => id === provider.id);
    const list = isKnown
      ? held.list.map((each) => (each.id === provider.id ? provider : each))
      : [...held.list, provider];
    return { ...held, list };
  });
  cached.provider.get.setData({ providerId: provider.id }, (held) => held && { ...held, ...provider });
  forgetOffered();
}

/** Removes a provider from the list. */
export function dropProvider(providerId: string): void {
  cached.provider.list.setData(
    undefined,
    (held) => held && { ...held, list: held.list.filter(({ id }) => id !== providerId) },
  );
  forgetOffered();
}

/** The models offered for answers have changed too. */
function forgetOffered(): void {
  void cached.model.list.invalidate();
}

/** Filter of a provider's models. */
export interface ModelFilter {
  query: string;
  kind: ModelKind | null;
  /** Only those that have no price. */
  unpriced: boolean;
}
const pagesKey = (providerId: string) => ['model.page', providerId];

/** A provider's models that the filter finds, page by page. */
export function useModelPages(providerId: string, { query, kind, unpriced }: ModelFilter) {
  return useInfiniteQuery({
    queryKey: [...pagesKey(providerId), query, kind, unpriced],
    queryFn: ({ pageParam, signal }) =>
      api.model.page.query(
        {
          providerId,
          limit: PAGE_SIZE,
          query,
          ...(kind && { kind }),
          ...(unpriced && { priced: false }),
          ...(pageParam !== '' && { cursor: pageParam }),
        },
        { signal, context: { silent: true } },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}

/** Applies a changed model wherever it is listed; null removes it. Counts are reloaded. */
export function applyModel(providerId: string, id: string, model: ProviderModel | null): void {
  queryClient.setQueriesData<InfiniteData<KeysetPage<ProviderModel>, string>>(
    { queryKey: pagesKey(providerId) },
    (held) =>
      held && {
        ...held,
        pages: held.pages.map((page) => ({
          ...page,
          list: page.list.flatMap((each) => (each.id !== id ? [each] : model ? [model] : [])),
        })),
      },
  );
  void readCounts(providerId);
}

/** Reloads a provider's models and their counts. */
export async function readModels(providerId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: pagesKey(providerId) }),
    readCounts(providerId),
  ]);
}

async function readCounts(providerId: string): Promise<void> {
  forgetOffered();
  await Promise.all([cached.provider.get.invalidate({ providerId }), cached.provider.list.invalidate()]);
}
