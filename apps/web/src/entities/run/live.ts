import type { AgentRun } from '@tandem/shared/agent/schema';
import type { KeysetPage } from '@tandem/shared/pagination/schema';
import type { InfiniteData } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryClient } from '../../lib/query-client.ts';
import { cached } from '../../lib/trpc.ts';
import type { AgentEvent, MessageStore } from '../message/store.ts';
import { applyFileNews, type FilesMark } from './file-news.ts';
import { applySetting, refreshFiles, refreshSchedules, refreshStates, runsKey } from './queries.ts';

type Pages = InfiniteData<KeysetPage<AgentRun>, string>;

/** Follows the runs, files, setting and schedules of a channel, with its conversation. */
export function useRunLive(store: MessageStore): void {
  useEffect(() => {
    const { channelId } = store;
    let known: FilesMark | null = null;
    return store.hearAgent((event: AgentEvent) => {
      if (event.type === 'agentSetting') {
        applySetting(channelId, event.setting);
        // It also comes when the reader's rights change, which say what can be done with them.
        refreshSchedules(channelId);
      } else if (event.type === 'runs') {
        applyRuns(channelId, event.runs);
        // They show how their last runs went.
        refreshSchedules(channelId);
      } else if (event.type === 'schedules') refreshSchedules(channelId);
      else {
        const { changes, revision, manifestId, runId } = event;
        const now = { revision, manifestId, runId };
        if (known && changes && known.runId === runId) {
          applyFileNews(channelId, known, now, changes);
          refreshStates(channelId);
        }
        // What is shown for the first time was read just now, or is read again here.
        else if (known?.revision !== revision || known.runId !== runId) refreshFiles(channelId);
        known = now;
      }
    });
  }, [store]);
}

/** Applies runs that began or changed to the cached list, and has the steps of those that are shown read again. */
export function applyRuns(channelId: string, runs: readonly AgentRun[]): void {
  queryClient.setQueryData<Pages>(
    runsKey(channelId),
    (held) => held && { ...held, pages: withRuns(held.pages, runs) },
  );
  for (const run of runs) {
    const query = { channelId, runId: run.id };
    const held = cached.run.get.getData(query);
    if (!held || !isElsewhere(held, run)) continue;
    cached.run.get.setData(query, { ...held, ...run });
    void cached.run.get.invalidate(query);
  }
}

function isElsewhere(held: AgentRun, run: AgentRun): boolean {
  return held.steps !== run.steps || held.status !== run.status || held.activeMs !== run.activeMs;
}

/** Pages with runs replaced, and new ones before them. */
export function withRuns(pages: Pages['pages'], runs: readonly AgentRun[]): Pages['pages'] {
  const changed = new Map(runs.map((run) => [run.id, run]));
  const next = pages.map((page) => ({
    ...page,
    list: page.list.map((run) => {
      const now = changed.get(run.id);
      changed.delete(run.id);
      return now ?? run;
    }),
  }));
  const [first, ...others] = next;
  if (!first || changed.size === 0) return next;
  // Older ones than those held are on pages that were not read.
  const oldest = next.at(-1)?.list.at(-1)?.startedAt.getTime() ?? Number.NEGATIVE_INFINITY;
  const hasAll = next.at(-1)?.nextCursor === null;
  const added = [...changed.values()].filter((run) => hasAll || run.startedAt.getTime() > oldest);
  const list = [...added, ...first.list].sort((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
  return [{ ...first, list }, ...others];
}
