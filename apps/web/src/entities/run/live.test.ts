import type { AgentRun } from '@tandem/shared/agent/schema';
import { expect, it } from 'vitest';
import { withRuns } from './live.ts';

function run(id: string, hour: number, status: AgentRun['status'] = 'done'): AgentRun {
  return {
    ...{ id, channelId: 'c', messageId: null, task: id, status, pausedFor: null, mode: 'ask', steps: 1 },
    ...{ stepLimit: 50, startedAt: new Date(2026, 0, 1, hour), endedAt: null, activeMs: 0, timeLimitMs: 1 },
    ...{ inputTokens: 0, outputTokens: 0, cost: 0, user: { id: 1, name: 'Olive' } },
  };
}

const ids = (pages: { list: AgentRun[] }[]) => pages.map(({ list }) => list.map(({ id }) => id));

it('replaces a run where it stands', () => {
  const pages = [{ list: [run('b', 2), run('a', 1)], nextCursor: null }];
  const next = withRuns(pages, [run('a', 1, 'running')]);
  expect(ids(next)).toEqual([['b', 'a']]);
  expect(next[0]?.list[1]?.status).toBe('running');
});

it('puts a new run before the others', () => {
  expect(ids(withRuns([{ list: [run('a', 1)], nextCursor: null }], [run('b', 2)]))).toEqual([['b', 'a']]);
});

it('leaves out what belongs to a page that was not read', () => {
  const pages = [{ list: [run('c', 3), run('b', 2)], nextCursor: 'more' }];
  expect(ids(withRuns(pages, [run('a', 1)]))).toEqual([['c', 'b']]);
});
