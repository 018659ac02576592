import type { Assistant } from '@tandem/shared/assistant/schema';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { queryClient } from '../../lib/query-client.ts';
import { api, trpc } from '../../lib/trpc.ts';

/** Assistants of an app change rarely, and a change made here is shown at once. Milliseconds. */
const FRESH_MS = 30_000;
const PAGE = 48;

/** The assistants of an app, its default one first. */
export function useAssistants(appId: string | undefined) {
  return useQuery(
    trpc.assistant.list.queryOptions(
      { appId: appId ?? '' },
      { enabled: appId !== undefined, staleTime: FRESH_MS },
    ),
  );
}

/** The assistants that can answer in a channel: also for who sees nothing else of its app. */
export function useChannelAssistants(channelId: string) {
  return useQuery(
    trpc.assistant.ofChannel.queryOptions(
      { channelId },
      // Where the channel is gone, its page says so already.
      { staleTime: FRESH_MS, trpc: { context: { silent: true } } },
    ),
  );
}

/** The reader's own. */
export function useMyAssistants() {
  return useQuery(trpc.assistant.mine.queryOptions(undefined, { trpc: { context: { silent: true } } }));
}

/** Those of every app that the reader sees, by app. */
export function useGallery(query: string) {
  return useInfiniteQuery({
    queryKey: [...trpc.assistant.gallery.pathKey(), query],
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

/** One assistant, as its reader may see it. */
export function useAssistant(assistantId: string) {
  return useQuery(trpc.assistant.get.queryOptions({ assistantId }, { trpc: { context: { silent: true } } }));
}

/** What assistants may be given. */
export function useTools() {
  return useQuery(trpc.assistant.tools.queryOptions(undefined, { staleTime: FRESH_MS }));
}

/** Shows what making or changing an assistant answered. */
export function applyAssistant(assistant: Assistant): void {
  queryClient.setQueryData(trpc.assistant.get.queryKey({ assistantId: assistant.id }), assistant);
  if (assistant.appId !== null)
    queryClient.setQueryData(trpc.assistant.list.queryKey({ appId: assistant.appId }), (list) =>
      list?.map((held) => (held.id === assistant.id ? assistant : held)),
    );
  lookAgain(assistant.appId);
}

/** Shows that an assistant is gone. */
export function applyRemoval({ id, appId }: Pick<Assistant, 'id' | 'appId'>): void {
  queryClient.removeQueries({ queryKey: trpc.assistant.get.queryKey({ assistantId: id }) });
  lookAgain(appId);
}

/** Which lists it is in, and which channels it answers in, only the server knows. */
function lookAgain(appId: string | null): void {
  const { assistant } = trpc;
  const keys = [
    appId === null ? assistant.mine.pathKey() : assistant.gallery.pathKey(),
    ...(appId === null ? [] : [assistant.list.queryKey({ appId })]),
    assistant.ofChannel.pathKey(),
  ];
  for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
}
