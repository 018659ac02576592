import { editFiles, newestFiles, readText } from '@tandem/api/agent/files/workspace';
import type { ToolPart } from '@tandem/shared/message/parts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isFullDepth } from '../../running/depth.ts';
import { useRung, workingRungs } from '../agent/rungs.ts';
import { useTalkingServer } from '../message/conversation.ts';
import { type Agent, useAgent } from './agent.ts';
import { codeTasks } from './tasks/code.ts';
import { tableTasks } from './tasks/tables.ts';
import { treeTasks } from './tasks/trees.ts';

const working = await workingRungs();
const server = useTalkingServer();
const agent = useAgent(server);
const all = [...tableTasks, ...codeTasks, ...treeTasks];
/** Two of each group, unless all are wanted. */
const tasks = isFullDepth ? all : all.filter((_, index) => index % 5 === 0);

afterEach(() => vi.restoreAllMocks());

it('there are thirty tasks, and the last resort works everywhere', () => {
  expect(all).toHaveLength(30);
  expect(working.map(({ backend }) => backend.kind)).toContain('embedded');
});

describe.each(working)('file tasks in $means', (rung) => {
  const demandsConsent = rung.backend.needsApproval;

  it.each(tasks)('$title', { timeout: 60_000 }, async ({ files, calls, after, tells = '' }) => {
    useRung(server.platform, rung);
    await write(files);
    await agent.start(...calls.map((call) => [call]));
    const commands = calls.filter(([tool]) => tool.startsWith('run_'));
    for (const [tool] of demandsConsent ? commands : []) {
      const asked = await agent.call('approval-requested', tool);
      await agent.decide(asked, true);
      await agent.live.until(
        () =>
          !callsOf(agent).some(
            ({ toolCallId, state }) => toolCallId === asked.toolCallId && state === 'approval-requested',
          ),
        'decided',
      );
    }
    await agent.live.untilSettled();
    const made = callsOf(agent);
    expect(made.map(({ toolName, state }) => [toolName, state])).toEqual(
      calls.map(([tool]) => [tool, 'output-available']),
    );
    expect(made.filter(({ consent }) => consent)).toHaveLength(demandsConsent ? commands.length : 0);
    expect(wordsIn(made.at(-1)?.output)).toContain(tells);
    expect(await filesNow()).toEqual(after);
  });
});

function callsOf({ live }: Agent): ToolPart[] {
  return (live.list.at(-1)?.parts ?? []).filter((part) => part.type === 'dynamic-tool');
}

async function channel() {
  const { channelId } = agent;
  const { teamId } = await server.db
    .selectFrom('channel')
    .select('teamId')
    .where('id', '=', channelId)
    .executeTakeFirstOrThrow();
  return { id: channelId, teamId };
}

async function write(files: Record<string, string>): Promise<void> {
  if (Object.keys(files).length === 0) return;
  const edits = Object.entries(files).map(([path, content]) => ({
    ...{ do: 'write' as const, path, content: { bytes: Buffer.from(content) } },
  }));
  await editFiles(server, await channel(), edits);
}

async function filesNow(): Promise<Record<string, string | null>> {
  const { entries } = await newestFiles(server, agent.channelId);
  const texts = [...entries].map(async ([path, entry]) => [path, await readText(server, entry)] as const);
  return Object.fromEntries(await Promise.all(texts));
}

/** All texts of a result, as they are. */
function wordsIn(result: unknown): string {
  if (typeof result === 'string') return result;
  if (typeof result !== 'object' || result === null) return '';
  return Object.values(result).map(wordsIn).join('\n');
}
