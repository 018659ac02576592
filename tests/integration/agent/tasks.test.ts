import { afterEach, describe, expect, it, vi } from 'vitest';
import { isFullDepth } from '../../running/depth.ts';
import { useServer } from '../harness/server.ts';
import { openTeam } from '../workspace/team.ts';
import { agentCalls } from './calls.ts';
import { useRung, workingRungs } from './rungs.ts';
import { codeTasks } from './tasks/code.ts';
import { tableTasks } from './tasks/tables.ts';
import { treeTasks } from './tasks/trees.ts';

const server = useServer();
const all = [...tableTasks, ...codeTasks, ...treeTasks];
/** One of each language and of each group, unless all are wanted. */
const tasks = isFullDepth ? all : all.filter((_, index) => index % 5 === 0);
const working = await workingRungs();

afterEach(() => vi.restoreAllMocks());

it('has thirty tasks', () => {
  expect(all).toHaveLength(30);
  expect(working.map(({ backend }) => backend.kind)).toContain('embedded');
});

describe.each(working)('file tasks in $means', (rung) => {
  it.each(tasks)('$title', { timeout: 60_000 }, async ({ files, calls, after, tells = '' }) => {
    useRung(server.platform, rung);
    const agent = await agentCalls(server, await openTeam(server));
    if (Object.keys(files).length > 0) await agent.write(files);
    let last = '';
    for (const [tool, input] of calls) last = wordsIn(await agent.call(tool, input));
    agent.equipment.close();
    expect(await agent.files()).toEqual(after);
    expect(last).toContain(tells);
    expect(agent.defects).toEqual([]);
  });
});

/** All texts of a result, as they are. */
function wordsIn(result: unknown): string {
  if (typeof result === 'string') return result;
  if (typeof result !== 'object' || result === null) return '';
  return Object.values(result).map(wordsIn).join('\n');
}
