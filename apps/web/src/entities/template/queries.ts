import type { TemplateCategory, TemplateGroup, TemplateKind } from '@tandem/shared/template/schema';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { api, cached, trpc } from '../../lib/trpc.ts';

/** Templates asked for at once. */
const PAGE = 24;
/** Built-in templates never change, and saved ones are shown at once. Milliseconds. */
const FRESH_MS = 60_000;
const silent = { trpc: { context: { silent: true } } };

/** The filters of the list; null: not filtered by this. */
export interface TemplateFilter {
  keyword: string;
  category: TemplateCategory | null;
  group: TemplateGroup | null;
  kind: TemplateKind | null;
}

/** The matching templates that have been loaded. The previous list stays until the response arrives. */
export function useTemplateList(filter: TemplateFilter) {
  const input = {
    ...(filter.keyword && { keyword: filter.keyword }),
    ...(filter.category && { category: filter.category }),
    ...(filter.group && { group: filter.group }),
    ...(filter.kind && { kind: filter.kind }),
  };
  return useInfiniteQuery({
    queryKey: [...getQueryKey(trpc.template.list), 'pages', input],
    queryFn: ({ pageParam: currentPage }) =>
      api.template.list.query(
        { ...input, pagination: { currentPage, pageSize: PAGE } },
        { context: { silent: true } },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { currentPage, pageSize, total } }) =>
      currentPage * pageSize < total ? currentPage + 1 : null,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });
}

/** The first few, of one kind if that is said. */
export function useSomeTemplates(count: number, kind?: TemplateKind) {
  return trpc.template.list.useQuery(
    { pagination: { currentPage: 1, pageSize: count }, ...(kind && { kind }) },
    { ...silent, staleTime: FRESH_MS },
  );
}

export function useCategories() {
  return trpc.template.categories.useQuery(undefined, { ...silent, staleTime: FRESH_MS });
}

export function useTemplate(templateId: string) {
  return trpc.template.get.useQuery({ templateId }, { ...silent, staleTime: FRESH_MS });
}

/** Reloads every list, after a template was saved or removed. */
export function refreshTemplates(): void {
  void cached.template.invalidate();
}
