import type { Assistant } from '@tandem/shared/assistant/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { queryClient } from '../../lib/query-client.ts';
import { api, cached, trpc } from '../../lib/trpc.ts';

/** Assistants of an app change rarely, and a change made here is shown at once. Milliseconds. */
const FRESH_MS = 30_000;
const PAGE = 48;

/** The assistants of an app, its default one first. */
export function useAssistants(appId: string | undefined) {
  return trpc.assistant.list.useQuery(
    { appId: appId ?? '' },
    { enabled: appId !== undefined, staleTime: FRESH_MS },
  );
}

/** The assistants that can answer in a channel: also for who sees nothing else of its app. */
export function useChannelAssistants(channelId: string) {
  return trpc.assistant.ofChannel.useQuery(
    { channelId },
    // If the channel is gone, its page already says so.
    { staleTime: FRESH_MS, trpc: { context: { silent: true } } },
  );
}

/** The reader's own. */
export function useMyAssistants() {
  return trpc.assistant.mine.useQuery(undefined, { trpc: { context: { silent: true } } });
}

/** The assistants of all apps that the reader can see, grouped by app. */
export function useGallery(query: string) {
  return useInfiniteQuery({
    queryKey: [...getQueryKey(trpc.assistant.gallery), query],
    queryFn: ({ pageParam: cursor, signal }) =>
      api.assistant.gallery.query(
        { limit: PAGE, ...(query && { query }), ...(cursor !== null && { cursor }) },
        { signal, context: { silent: true } },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (held) => held,
  });
}

/** One assistant, with the fields that the reader may see. */
export function useAssistant(assistantId: string) {
  return trpc.assistant.get.useQuery({ assistantId }, { trpc: { context: { silent: true } } });
}

/** The tools that can be given to assistants. */
export function useTools() {
  return trpc.assistant.tools.useQuery(undefined, { staleTime: FRESH_MS });
}

/** Applies the response to creating or changing an assistant. */
export function applyAssistant(assistant: Assistant): void {
  cached.assistant.get.setData({ assistantId: assistant.id }, assistant);
  if (assistant.appId !== null)
    cached.assistant.list.setData({ appId: assistant.appId }, (list) =>
      list?.map((held) => (held.id === assistant.id ? assistant : held)),
    );
  lookAgain(assistant.appId);
}

/** Applies the removal of an assistant. */
export function applyRemoval({ id, appId }: Pick<Assistant, 'id' | 'appId'>): void {
  queryClient.removeQueries({ queryKey: getQueryKey(trpc.assistant.get, { assistantId: id }, 'query') });
  lookAgain(appId);
}

/** Only the server knows which lists and channels the assistant is in, so both are fetched again. */
function lookAgain(appId: string | null): void {
  const { mine, gallery, list, ofChannel } = cached.assistant;
  void (appId === null ? mine.invalidate() : gallery.invalidate());
  if (appId !== null) void list.invalidate({ appId });
  void ofChannel.invalidate();
}
