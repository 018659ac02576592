import type { AgentRunDetail } from '@tandem/shared/agent/schema';
import { expect } from 'vitest';
import { type ScriptedStep, script } from '../../fakes/provider/script.ts';
import { apiFor } from '../../running/api.ts';
import type { RunningServer } from '../../running/server.ts';
import type { World } from './world.ts';

const STEPS = 13;
/** Of ten agents, those that also write somewhere else. */
const WITH_NOTES = 3;

/** An agent with its task. */
export interface Working {
  name: string;
  channelId: string;
  runId: string;
  steps: readonly ScriptedStep[];
}

/** How a run was found when all was over. */
export interface Outcome {
  status: AgentRunDetail['status'];
  pausedFor: AgentRunDetail['pausedFor'];
  takeovers: number;
  /** Commands that ended with a signal. */
  killedCommands: number;
}

/** What a call of a command answered. */
interface CommandOutput {
  value: { exitCode: number | null; changed?: string[] };
}

/** The steps of an agent: each appends, so that what happened twice or never shows. */
function stepsOf(name: string, hasNotes: boolean): ScriptedStep[] {
  return Array.from({ length: STEPS }, (_, index): ScriptedStep => {
    if (index === 0) return [['write_file', { path: 'tally', content: 'end' }]];
    if (hasNotes && index % 4 === 0)
      return [['mcp_notebook_write_note', { title: `${name} ${index}`, text: 'Done' }]];
    if (index % 2 === 1) return [['run_shell', { command: `sleep 0.1; echo ${index} >> log` }]];
    return [['edit_file', { path: 'tally', find: 'end', replace: `${index} end` }]];
  });
}

/** Starts so many agents, on each server in turn. */
export async function startAgents(
  world: World,
  { count, label }: { count: number; label: string },
): Promise<Working[]> {
  const { appId, servers } = world;
  const started: Working[] = [];
  for (let index = 0; index < count; index++) {
    const { trpc } = seenAt(world, servers[index % servers.length]);
    const name = `${label}-${index}`;
    const steps = stepsOf(name, index < WITH_NOTES);
    const { id: channelId } = await trpc.channel.create.mutate({ appId, name, kind: 'agent' });
    const task = `${script(...steps)} Work`;
    const { id: runId } = await trpc.run.start.mutate({ channelId, task, mode: 'work' });
    started.push({ name, channelId, runId, steps });
  }
  return started;
}

/** A server of the world as its owner sees it; the first unless another is named. */
function seenAt({ person, servers }: World, server = servers[0]) {
  if (!server) throw new Error('there is no server');
  return { server, trpc: apiFor(server.url, person.token).trpc };
}

const SETTLED = /^(done|paused|waiting|failed|stopped)$/;

/** Returns what a run is now; whatever fails meanwhile as text. */
function statusOf(world: World, { channelId, runId }: Working, at?: RunningServer): Promise<string> {
  return seenAt(world, at)
    .trpc.run.get.query({ channelId, runId })
    .then(({ status }) => status, String);
}

/** Whether one of them still works. */
export async function work(world: World, agents: readonly Working[]): Promise<boolean> {
  const statuses = await Promise.all(agents.map((agent) => statusOf(world, agent)));
  return statuses.some((status) => !SETTLED.test(status));
}

/** Waits until a run ends or waits for a person, through whatever fails meanwhile. */
export async function settled(world: World, working: Working, at?: RunningServer): Promise<void> {
  await expect.poll(() => statusOf(world, working, at), { timeout: 90_000, interval: 250 }).toMatch(SETTLED);
}

/** Asserts that nothing of a run was lost or done twice. */
export async function examine(world: World, working: Working, at?: RunningServer): Promise<Outcome> {
  const { channelId, runId, name, steps } = working;
  const { server, trpc } = seenAt(world, at);
  const run = await trpc.run.get.query({ channelId, runId });
  const { db } = await server.database();
  const calls = await db
    .selectFrom('tool_call')
    .selectAll()
    .where('turnId', '=', runId)
    .orderBy('step')
    .execute();
  const { takeovers } = await db
    .selectFrom('agent_run')
    .select('takeovers')
    .where('turnId', '=', runId)
    .executeTakeFirstOrThrow();
  const message = `${name}: ${JSON.stringify({ ...run, task: '', takeovers })}\n${calls.map(({ step, error, output }) => `${step} ${error ?? JSON.stringify(output)}`).join('\n')}`;
  expect(['done', 'paused', 'waiting'], message).toContain(run.status);
  const made = run.trace.length;
  if (run.status === 'done') expect(made, message).toBe(steps.length);
  expect(
    run.trace.map(({ index }) => index),
    message,
  ).toEqual(Array.from({ length: made }, (_, index) => index));
  expect(
    calls.map(({ step }) => step),
    message,
  ).toEqual(Array.from({ length: made }, (_, index) => index));
  expect(
    calls.filter(({ error }) => error !== null),
    message,
  ).toEqual([]);
  const open = calls.filter(({ endedAt }) => endedAt === null);
  // It waits for nothing but what somebody has to decide: a call that began, and nobody knows how it ended.
  if (run.status === 'waiting')
    expect(open, message).toEqual([expect.objectContaining({ startedAt: expect.any(Date), decision: null })]);
  else expect(open, message).toEqual([]);

  const ended = calls.filter(({ endedAt }) => endedAt !== null);
  const kept = (tool: string) => ended.filter(({ toolName }) => toolName === tool);
  const text = (path: string) =>
    trpc.agentFile.content.query({ channelId, path }).then(
      ({ content }) => content,
      () => null,
    );
  const outputs = kept('run_shell').map(({ step, output }) => ({ step, ...(output as CommandOutput).value }));
  const logged = outputs.filter(({ changed }) => changed !== undefined);
  const lines = logged.map(({ step }) => `${step}\n`).join('');
  expect((await text('log')) ?? '', message).toBe(lines);
  // One that was not killed has done what it should.
  for (const { exitCode, changed } of outputs) if (exitCode === 0) expect(changed, message).toBeDefined();
  const tally = kept('edit_file').map(({ step }) => `${step} `);
  if (kept('write_file').length > 0) expect(await text('tally'), message).toBe(`${tally.join('')}end`);
  const { list: states } = await trpc.agentFile.states.query({ channelId, limit: 50 });
  const changing = [...kept('write_file'), ...kept('edit_file'), ...logged].map(({ step }) => step);
  const inOrder = (indices: (number | null)[]) => indices.toSorted((a, b) => Number(a) - Number(b));
  expect(inOrder(states.map(({ step }) => step)), message).toEqual(inOrder(changing));

  const notes = world.notebook.notes
    .map(({ title }) => title)
    .filter((title) => title.startsWith(`${name} `));
  expect(new Set(notes).size, message).toBe(notes.length);
  for (const { step } of kept('mcp_notebook_write_note')) expect(notes, message).toContain(`${name} ${step}`);
  return {
    ...{ status: run.status, pausedFor: run.pausedFor, takeovers },
    killedCommands: outputs.filter(({ exitCode }) => exitCode !== 0).length,
  };
}
