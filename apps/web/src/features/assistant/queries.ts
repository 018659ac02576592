import type { Assistant } from '@tandem/shared/assistant/schema';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../lib/query-client.ts';
import { trpc } from '../../lib/trpc.ts';

/** Assistants of an app change rarely, and a change made here is shown at once. Milliseconds. */
const FRESH_MS = 30_000;

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
  return useQuery(trpc.assistant.ofChannel.queryOptions({ channelId }, { staleTime: FRESH_MS }));
}

/** Shows what changing an assistant answered. */
export function applyAssistant(assistant: Assistant): void {
  if (assistant.appId === null) return;
  queryClient.setQueryData(trpc.assistant.list.queryKey({ appId: assistant.appId }), (list) =>
    list?.map((held) => (held.id === assistant.id ? assistant : held)),
  );
  // Which channels it answers in only the server knows.
  void queryClient.invalidateQueries({ queryKey: trpc.assistant.ofChannel.pathKey() });
}
