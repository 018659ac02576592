import { randomUUID } from 'node:crypto';
import { editFiles } from '@tandem/api/agent/files/workspace';
import { makeBudget } from '@tandem/db/testing/factories/index';
import { subagentResultSchema } from '@tandem/shared/agent/subagent';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type ScriptedStep, script } from '../../fakes/provider/script.ts';
import { chatRequests, useTalkingServer } from '../message/conversation.ts';
import { openAgent, useAgent } from './agent.ts';

const server = useTalkingServer();
const agent = useAgent(server);

const newest = () => agent.live.list.at(-1);
const callsNow = () => (newest()?.parts ?? []).filter((part) => part.type === 'dynamic-tool');
const resultsNow = () => callsNow().map(({ output }) => subagentResultSchema.parse(output));
const run = (runId: string) => agent.api.trpc.run.get.query({ channelId: agent.channelId, runId });

/** A call by which a sub-agent does these steps. */
const hand = (title: string, steps: readonly ScriptedStep[], more = '') =>
  ['run_subagent', { title, instructions: `${script(...steps)} ${more} Do ${title}` }] as const;
const write = (path: string, content = path): ScriptedStep => [['write_file', { path, content }]];

async function edit(path: string, content: string): Promise<void> {
  const { channelId: id } = agent;
  const { teamId } = await server.db
    .selectFrom('channel')
    .select('teamId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await editFiles(server, { id, teamId }, [{ do: 'write', path, content: { bytes: Buffer.from(content) } }]);
}

/** Resolves once sub-agents show so many calls with a result. */
const untilDone = (count: number) =>
  agent.live.until(() => {
    const steps = callsNow().flatMap(
      ({ output }) => subagentResultSchema.safeParse(output).data?.steps ?? [],
    );
    return steps.filter(({ state }) => state === 'done').length >= count;
  }, 'steps of sub-agents');

describe('sub-agents', () => {
  it('work four at once, and their files are merged; a fifth is refused', { timeout: 60_000 }, async () => {
    const runId = await agent.start(
      ['a', 'b', 'c', 'd', 'e'].map((name) => hand(name, [write(`${name}.txt`)], '[[slow 1500]]')),
    );
    await agent.live.until(() => callsNow().some(({ state }) => state === 'output-error'), 'the refusal');
    expect(callsNow().filter(({ state }) => state === 'input-available')).toHaveLength(4);
    await agent.live.untilSettled();
    const refused = callsNow().filter(({ state }) => state === 'output-error');
    expect(refused.map(({ errorText }) => errorText)).toEqual([
      '4 sub-agents work already. Start this one in a later step.',
    ]);
    const done = callsNow().filter(({ state }) => state === 'output-available');
    const results = done.map(({ output }) => subagentResultSchema.parse(output));
    const titles = done.map(({ input }) => (input as { title: string }).title);
    for (const [index, result] of results.entries()) {
      const path = `${titles[index]}.txt`;
      expect(await agent.file(path)).toBe(path);
      expect(result.steps).toEqual([{ tool: 'write_file', about: path, state: 'done' }]);
      expect(result).toMatchObject({ requests: 2, changed: [path] });
      expect(result.answer).not.toBe('');
      expect(result.tokens).toBeGreaterThan(0);
    }
    expect(results).toHaveLength(4);
    const { steps, inputTokens, outputTokens } = await run(runId);
    expect(steps).toBe(9);
    const theirs = results.reduce((sum, { tokens }) => sum + tokens, 0);
    expect(inputTokens + outputTokens).toBeGreaterThan(theirs);
  });

  it('have the tools of their run, but start no sub-agents and ask nobody', async () => {
    await agent.start([
      hand('x', [
        [hand('deeper', [write('deep')])],
        [['ask_person', { question: 'May I?' }]],
        write('MEMORY.md'),
      ]),
    ]);
    await agent.live.untilSettled();
    const [result] = resultsNow();
    expect(result?.steps.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed']);
    expect([await agent.file('deep'), await agent.file('MEMORY.md')]).toEqual([null, null]);
  });

  it('change nothing without the consent that the mode demands', async () => {
    const careful = await openAgent(server, { mode: 'ask' });
    await careful.start([hand('x', [[['list_files', {}]], write('a.txt')])]);
    await careful.live.untilSettled();
    const [call] = (careful.live.list.at(-1)?.parts ?? []).filter((part) => part.type === 'dynamic-tool');
    const { steps } = subagentResultSchema.parse(call?.output);
    expect(steps.map(({ state }) => state)).toEqual(['done', 'failed']);
    expect(await careful.file('a.txt')).toBeNull();
    await careful.close();
  });

  it('keep both states of a file that others changed as well, and say so', { timeout: 30_000 }, async () => {
    await edit('notes.md', 'begun');
    await edit('same.md', 'begun');
    await edit('old.md', 'begun');
    const steps: ScriptedStep[] = [
      write('notes.md', 'theirs'),
      write('same.md', 'alike'),
      write('plan', 'a file'),
      [['delete_file', { path: 'old.md' }]],
      [['list_files', {}]],
    ];
    await agent.start([hand('Prices: 2026?', steps, '[[slow 1000]]')]);
    await untilDone(2);
    await edit('plan/a.md', 'a folder');
    await edit('old.md', 'needed');
    await edit('notes.md', 'mine');
    await edit('same.md', 'alike');
    await agent.live.untilSettled();
    expect(await agent.file('notes.md')).toBe('mine');
    expect(await agent.file('notes (sub-agent Prices 2026).md')).toBe('theirs');
    expect(await agent.file('same.md')).toBe('alike');
    expect(await agent.file('old.md')).toBe('needed');
    expect(await agent.file('plan/a.md')).toBe('a folder');
    expect(await agent.file('plan (sub-agent Prices 2026)')).toBe('a file');
    expect(resultsNow()[0]?.conflicts).toEqual([
      "notes.md: it was changed elsewhere as well; the sub-agent's was kept as notes (sub-agent Prices 2026).md.",
      'old.md: it was deleted by the sub-agent and changed elsewhere; the change was kept.',
      "plan: it was changed elsewhere as well; the sub-agent's was kept as plan (sub-agent Prices 2026).",
    ]);
    expect(JSON.stringify(chatRequests(server).at(-1)?.body.messages)).toContain('changed elsewhere as well');
  });

  it('have a result that is kept whole, however much they did', { timeout: 60_000 }, async () => {
    const paths = Array.from({ length: 31 }, (_, index) => `${index}${'"'.repeat(60)}`.padEnd(150, 'x'));
    const steps: ScriptedStep[] = [
      paths.map((path) => ['write_file', { path, content: 'theirs' }]),
      paths.slice(0, 19).map((path) => ['read_file', { path }]),
    ];
    await agent.start([hand('x', steps, '[[slow 1000]] [[tokens 400]]')]);
    await untilDone(31);
    const { id, teamId } = await server.db
      .selectFrom('channel')
      .select(['id', 'teamId'])
      .where('id', '=', agent.channelId)
      .executeTakeFirstOrThrow();
    const content = { bytes: Buffer.from('mine') };
    await editFiles(
      server,
      { id, teamId },
      paths.map((path) => ({ do: 'write', path, content })),
    );
    await agent.live.untilSettled();
    const [result] = resultsNow();
    expect(result).toMatchObject({ requests: 3, conflicts: expect.arrayContaining([expect.any(String)]) });
    expect(result?.conflicts?.at(-1)).toMatch(/^… and \d+ more$/);
    expect(JSON.stringify(result).length).toBeGreaterThan(15_000);
  });

  it('do not let their run replace what it has not read since', { timeout: 30_000 }, async () => {
    await edit('notes.md', 'begun');
    await agent.start(
      [['read_file', { path: 'notes.md' }]],
      [hand('x', [write('notes.md', 'theirs'), [['list_files', {}]]], '[[slow 1000]]')],
      write('notes.md', 'blindly'),
    );
    await untilDone(1);
    await edit('notes.md', 'mine');
    await agent.live.untilSettled();
    expect(callsNow().map(({ state }) => state)).toEqual([
      'output-available',
      'output-available',
      'output-error',
    ]);
    expect(await agent.file('notes.md')).toBe('mine');
  });

  it('have what is left of the steps of their run', { timeout: 60_000 }, async () => {
    const many = Array.from({ length: 60 }, (_, index) => write('a.txt', `${index}`));
    const runId = await agent.start([hand('long', many)]);
    await agent.live.until(
      () => newest()?.parts.some(({ type }) => type === 'data-pause') ?? false,
      'a pause',
    );
    const { steps, pausedFor } = await run(runId);
    expect({ steps, pausedFor }).toEqual({ steps: 50, pausedFor: 'steps' });
    expect(resultsNow()[0]).toMatchObject({ requests: 49, changed: ['a.txt'] });
  });

  it('spend no more together than the budget of their run allows', { timeout: 60_000 }, async () => {
    const priced = await openAgent(server, { inputPrice: 0, outputPrice: 1_000_000 });
    await makeBudget(server.db, { teamId: priced.team.id, amount: 6_000 });
    const runId = await priced.start(
      ['a', 'b', 'c', 'd'].map((name) => hand(name, [write(`${name}.txt`)], '[[tokens 5000]]')),
    );
    const parts = () => priced.live.list.at(-1)?.parts ?? [];
    await priced.live.until(() => parts().some(({ type }) => type === 'data-pause'), 'a pause');
    const { channelId } = priced;
    const paused = await priced.api.trpc.run.get.query({ channelId, runId });
    expect(paused.pausedFor).toBe('credits');
    expect(await priced.file('a.txt')).toBeNull();
    await priced.api.trpc.run.stop.mutate({ channelId, runId });
    await priced.live.untilSettled();
    const rows = await server.db.selectFrom('usage').select('cost').where('turnId', '=', runId).execute();
    const cost = rows.reduce((sum, row) => sum + Number(row.cost), 0);
    expect(cost).toBeGreaterThan(2_000);
    // Each stream ends with the first part beyond what was reserved.
    expect(cost).toBeLessThan(6_100);
    await priced.close();
  });

  it('stop with the time of their run, and keep what they did', { timeout: 30_000 }, async () => {
    const hooked = await openAgent(server, { mode: 'ask' });
    await server.db
      .updateTable('agent_setting')
      .set({ rules: JSON.stringify({ run_subagent: 'ask', write_file: 'allow' }) })
      .where('channelId', '=', hooked.channelId)
      .execute();
    const runId = await hooked.start([hand('a', [write('a.txt'), [['run_shell', {}]]], '[[slow 2500]]')]);
    const asked = await hooked.call('approval-requested', 'run_subagent');
    await server.db
      .updateTable('agent_run')
      .set({ timeLimitMs: 4_500 })
      .where('turnId', '=', runId)
      .execute();
    await hooked.decide(asked, true);
    await hooked.live.until(
      () => (hooked.live.list.at(-1)?.parts ?? []).some(({ type }) => type === 'data-pause'),
      'a pause',
    );
    const call = await hooked.call('output-available', 'run_subagent');
    expect(subagentResultSchema.parse(call.output).stopped).toContain('time of this run');
    await hooked.close();
  });

  it('end within a second with their run, and leave nothing', { timeout: 30_000 }, async () => {
    await agent.start([
      hand('a', [write('a.txt'), [['run_shell', { command: 'sleep 50' }]]]),
      hand('b', [write('b.txt'), write('b2.txt')], '[[slow 20000]]'),
    ]);
    await untilDone(1);
    const began = performance.now();
    await agent.api.trpc.message.stop.mutate({ channelId: agent.channelId });
    await agent.live.untilSettled();
    expect(performance.now() - began).toBeLessThan(1_500);
    expect(newest()?.status).toBe('stopped');
    expect([await agent.file('a.txt'), await agent.file('b.txt')]).toEqual([null, null]);
  });

  it('begin again where a server was killed, without doubled effects', { timeout: 60_000 }, async () => {
    const runId = await agent.start([hand('a', [write('a.txt'), write('b.txt')], '[[slow 1500]]')]);
    await untilDone(1);
    await server.db
      .updateTable('turn')
      .set({
        ...{ ownerId: randomUUID(), waitingSince: null, epoch: sql`"epoch" + 1` },
        leaseUntil: sql`now() - interval '1 second'`,
      })
      .where('id', '=', runId)
      .execute();
    await agent.live.untilSettled();
    expect(newest()?.status).toBe('done');
    expect(callsNow()).toHaveLength(1);
    expect(resultsNow()[0]?.steps).toHaveLength(2);
    const states = await server.db
      .selectFrom('agent_manifest')
      .select('id')
      .where('channelId', '=', agent.channelId)
      .execute();
    expect(states).toHaveLength(1);
    expect([await agent.file('a.txt'), await agent.file('b.txt')]).toEqual(['a.txt', 'b.txt']);
  });
});
