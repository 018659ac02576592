import type { AgentRun, AgentSetting } from '@tandem/shared/agent/schema';
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { queryClient } from '../../lib/query-client.ts';
import { api, cached, trpc } from '../../lib/trpc.ts';

/** Runs asked for at once. */
const PAGE = 20;

/** Under which the runs of a channel are kept. */
export function runsKey(channelId: string): QueryKey {
  return [...getQueryKey(trpc.run.list), channelId];
}

/** Runs of a channel, newest first. */
export function useRuns(channelId: string) {
  return useInfiniteQuery({
    queryKey: runsKey(channelId),
    queryFn: ({ pageParam, signal }) =>
      api.run.list.query(
        { channelId, limit: PAGE, ...(pageParam !== '' && { cursor: pageParam }) },
        { signal, context: { silent: true } },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Under which the states of a channel's files are kept. */
function statesKey(channelId: string): QueryKey {
  return [...getQueryKey(trpc.agentFile.states), channelId];
}

/** States of a channel's files, newest first. @param enabled whether they are shown */
export function useFileStates(channelId: string, enabled: boolean) {
  return useInfiniteQuery({
    queryKey: statesKey(channelId),
    queryFn: ({ pageParam, signal }) =>
      api.agentFile.states.query(
        { channelId, limit: PAGE, ...(pageParam !== '' && { cursor: pageParam }) },
        { signal, context: { silent: true } },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A run with its steps; null for none. */
export function useRun(channelId: string, runId: string | null) {
  return trpc.run.get.useQuery(
    { channelId, runId: runId ?? '' },
    {
      enabled: runId !== null,
      staleTime: Number.POSITIVE_INFINITY,
      trpc: { context: { silent: true } },
    },
  );
}

/** What runs of a channel may do; undefined until known. */
export function useAgentSetting(channelId: string): AgentSetting | undefined {
  return trpc.agentSetting.get.useQuery({ channelId }, { trpc: { context: { silent: true } } }).data;
}

/** Keeps an answer of the setting. */
export function applySetting(channelId: string, setting: AgentSetting): void {
  cached.agentSetting.get.setData({ channelId }, setting);
}

/** Whether a run goes on, or waits for somebody. */
export function isOpen({ status }: Pick<AgentRun, 'status'>): boolean {
  return status === 'queued' || status === 'running' || status === 'waiting' || status === 'paused';
}

/** Asks again for the states of the files. */
export function refreshStates(channelId: string): void {
  void queryClient.invalidateQueries({ queryKey: statesKey(channelId) });
}

/** Asks again for the newest files, whatever became of them. */
export function refreshFiles(channelId: string): void {
  void cached.agentFile.list.invalidate({ channelId });
  void cached.agentFile.content.invalidate({ channelId });
  refreshStates(channelId);
  void cached.agentFile.difference.invalidate({ channelId });
}

/** Asks again for the schedules, where they are shown. */
export function refreshSchedules(channelId: string): void {
  void cached.schedule.list.invalidate({ channelId });
}
