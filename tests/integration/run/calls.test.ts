import { randomUUID } from 'node:crypto';
import { makeRun } from '@tandem/db/testing/factories/index';
import type { AgentRun } from '@tandem/shared/agent/schema';
import type { ChannelLiveEvent } from '@tandem/shared/live/events';
import { describe, expect, it } from 'vitest';
import { script } from '../../fakes/provider/script.ts';
import { need } from '../../running/people.ts';
import { useTalkingServer } from '../message/conversation.ts';
import { expectRefused, makeGuest } from '../workspace/team.ts';
import { openAgent, useAgent } from './agent.ts';

const server = useTalkingServer();
const agent = useAgent(server);
const runs = () => agent.api.trpc.run;
const at = () => `/api/channelAgent/${agent.channelId}`;
const one = (runId: string) => ({ channelId: agent.channelId, runId });
const LONG = '[[tokens 5000]] [[delay 3]] Long';

const start = (task: string, more: object = {}) =>
  runs().start.mutate({ channelId: agent.channelId, task, ...more });
const ended = (runId: string) =>
  expect.poll(async () => (await runs().get.query(one(runId))).endedAt, { timeout: 8_000 }).not.toBeNull();
const told = () =>
  agent.live.events.filter(
    (event): event is Extract<ChannelLiveEvent, { type: 'runs' }> => event.type === 'runs',
  );

describe('a run', () => {
  it('is started with a task, and is read with its steps, their calls and the files after each', async () => {
    const task = `${script(
      [['write_file', { path: 'a.txt', content: 'one' }]],
      [
        ['read_file', { path: 'a.txt' }],
        ['read_file', { path: 'none.txt' }],
      ],
    )} Work`;
    const started = await start(task, { mode: 'work' });
    expect(started).toMatchObject({ status: 'running', task, mode: 'work', user: { id: agent.owner.id } });
    await ended(started.id);
    const run = await runs().get.query(one(started.id));
    expect(run).toMatchObject({ status: 'done', steps: 2, stepLimit: 50, pausedFor: null });
    expect(run.inputTokens).toBeGreaterThan(0);
    const [first, second] = run.trace;
    const written = first?.manifestId as string;
    expect(first?.calls).toMatchObject([
      { toolName: 'write_file', status: 'done', decision: null, manifestId: written },
    ]);
    expect(second).toMatchObject({ index: 1, manifestId: written });
    expect(second?.calls.map(({ toolName, status }) => [toolName, status])).toEqual([
      ['read_file', 'done'],
      ['read_file', 'failed'],
    ]);
    const { content } = await agent.api.trpc.agentFile.content.query({
      ...{ channelId: agent.channelId, path: 'a.txt', manifestId: written },
    });
    expect(content).toBe('one');
    const { list } = await agent.api.trpc.agentFile.states.query({ channelId: agent.channelId });
    expect(list).toMatchObject([{ kind: 'step', runId: run.id, step: 0, author: null }]);
  });

  it('tells what each step cost, by its price while it goes on, and by what was charged afterwards', async () => {
    const { modelId } = await server.db
      .selectFrom('turn')
      .select('modelId')
      .where('id', '=', (await start('[[say hello]]')).id)
      .executeTakeFirstOrThrow();
    const price = (inputPrice: number) =>
      server.db
        .updateTable('model')
        .set({ inputPrice, outputPrice: 0 })
        .where('id', '=', modelId ?? '')
        .execute();
    await agent.live.untilSettled();
    await price(1_000_000);
    const steps = script([['list_files', {}]], [['write_file', { path: 'a.txt', content: 'one' }]]);
    const { id } = await start(`${steps} Work`, { mode: 'ask' });
    const call = await agent.call('approval-requested');
    const live = await runs().get.query(one(id));
    expect(live.trace.map(({ cost }) => cost)).toEqual(live.trace.map((step) => step.inputTokens));
    expect(live.trace[1]?.cost).toBeGreaterThan(0);
    await agent.decide(call, true);
    await ended(id);
    await price(7_000_000);
    const { trace, cost } = await runs().get.query(one(id));
    expect(trace.map((step) => step.cost)).toEqual(trace.map((step) => step.inputTokens));
    expect(trace.reduce((sum, step) => sum + step.cost, 0)).toBeLessThanOrEqual(cost);
  });

  it('has the mode it was started with, whatever that of its channel is', async () => {
    const { id } = await start(`${script([['write_file', { path: 'a.txt', content: 'x' }]])}`, {
      mode: 'ask',
    });
    await agent.call('approval-requested');
    await expect.poll(async () => (await runs().get.query(one(id))).status).toBe('waiting');
    const run = await runs().get.query(one(id));
    expect(run).toMatchObject({ mode: 'ask' });
    expect(run.trace[0]?.calls).toMatchObject([{ status: 'waiting', manifestId: null }]);
    await expect.poll(() => told().at(-1)?.runs[0]).toMatchObject({ id, status: 'waiting', steps: 1 });
    await runs().stop.mutate(one(id));
    await ended(id);
    expect((await runs().get.query(one(id))).status).toBe('stopped');
  });

  it('waits in the queue behind another, under an id that stays, with its own mode', async () => {
    const { id: first } = await start(LONG);
    const queued = await start('[[say second]]', { mode: 'read' });
    expect(queued).toMatchObject({
      status: 'queued',
      messageId: null,
      task: '[[say second]]',
      endedAt: null,
    });
    const list = (await runs().list.query({ channelId: agent.channelId })).list;
    expect(list.map(({ id, status }) => [id, status])).toEqual([
      [queued.id, 'queued'],
      [first, 'running'],
    ]);
    expect(await runs().get.query(one(queued.id))).toMatchObject({ status: 'queued', trace: [] });
    await runs().stop.mutate(one(first));
    await ended(queued.id);
    expect(await runs().get.query(one(queued.id))).toMatchObject({ status: 'done', mode: 'read' });
    expect((await runs().get.query(one(first))).status).toBe('stopped');
  });

  it('is stopped once and for all, also while it is queued, and nothing else is', async () => {
    const { id: first } = await start(LONG);
    const { id: queued } = await start('[[say never]]');
    expect(await runs().stop.mutate(one(queued))).toMatchObject({ id: queued, status: 'stopped' });
    await expectRefused(runs().get.query(one(queued)), 'notFound');
    const stops = await Promise.all([1, 2, 3].map(() => runs().stop.mutate(one(first))));
    expect(stops.every(({ id }) => id === first)).toBe(true);
    await ended(first);
    const again = await runs().stop.mutate(one(first));
    expect(again).toMatchObject({ status: 'stopped' });
    const { id: next } = await start(LONG);
    await runs().stop.mutate(one(first));
    expect((await runs().get.query(one(next))).status).toBe('running');
    await runs().stop.mutate(one(next));
    await ended(next);
  });

  it('is the same when its start is repeated', async () => {
    const clientKey = randomUUID();
    const first = await start('[[say once]]', { clientKey });
    await ended(first.id);
    expect((await start('[[say once]]', { clientKey })).id).toBe(first.id);
    expect((await runs().list.query({ channelId: agent.channelId })).list).toHaveLength(1);
  });

  it('is told to everyone who watches, from its beginning to its end', async () => {
    const now = (id: string) =>
      told()
        .flatMap(({ runs: each }) => each.filter((run) => run.id === id))
        .at(-1);
    const { id } = await start(LONG);
    await expect.poll(() => now(id)).toMatchObject({ status: 'running', task: LONG });
    await runs().stop.mutate(one(id));
    await expect.poll(() => now(id)).toMatchObject({ status: 'stopped', endedAt: expect.any(Date) });
    const { id: next } = await start(`${script([['list_files', {}]], [['list_files', {}]])} Look`);
    await expect.poll(() => now(next)).toMatchObject({ status: 'done', steps: 2 });
  });
});

describe('rights to runs', () => {
  it('are: to see for viewers, to start and stop for editors, to stop for who asked', async () => {
    const channelId = agent.channelId;
    await agent.api.trpc.channel.setVisibility.mutate({ channelId, visibility: 'private' });
    const viewer = await makeGuest(server, agent, { targetId: channelId, permission: 'view' });
    const asker = await makeGuest(server, agent, { targetId: channelId, permission: 'edit' });
    const { api: stranger } = await agent.person();
    const { id } = await asker.api.trpc.run.start.mutate({ channelId, task: LONG });
    expect((await viewer.api.trpc.run.get.query(one(id))).user.id).toBe(asker.user.id);
    expect((await viewer.api.trpc.agentSetting.get.query({ channelId })).abilities).toEqual({
      update: false,
    });
    await expectRefused(viewer.api.trpc.run.start.mutate({ channelId, task: 'x' }), 'forbidden');
    await expectRefused(viewer.api.trpc.run.stop.mutate(one(id)), 'forbidden');
    await expectRefused(viewer.api.trpc.agentSetting.update.mutate({ channelId, mode: 'work' }), 'forbidden');
    await Promise.all(
      [
        stranger.trpc.run.get.query(one(id)),
        stranger.trpc.run.list.query({ channelId }),
        stranger.trpc.run.start.mutate({ channelId, task: 'x' }),
        stranger.trpc.run.stop.mutate(one(id)),
        stranger.trpc.agentSetting.get.query({ channelId }),
        stranger.trpc.agentFile.list.query({ channelId }),
      ].map((call) => expectRefused(call, 'notFound')),
    );
    const users = [{ userId: asker.user.id, permission: 'view' as const }];
    await agent.api.trpc.grant.share.mutate({ channelId, users });
    await asker.api.trpc.run.stop.mutate(one(id));
    await ended(id);
  });

  it('do not reach the runs of another channel, nor channels that are no agent’s', async () => {
    const other = await openAgent(server);
    const { id } = await makeRun(server.db, { channelId: other.channelId, userId: other.owner.id });
    const { id: chat } = await agent.api.trpc.channel.create.mutate({ appId: agent.app.id });
    await Promise.all(
      [
        runs().get.query(one(id)),
        runs().stop.mutate(one(id)),
        runs().get.query({ channelId: other.channelId, runId: id }),
        runs().list.query({ channelId: chat }),
        runs().start.mutate({ channelId: chat, task: 'x' }),
        agent.api.trpc.agentFile.list.query({ channelId: chat }),
        agent.api.trpc.agentSetting.get.query({ channelId: chat }),
      ].map((call) => expectRefused(call, 'notFound')),
    );
    await other.close();
  });
});

describe('runs by REST', () => {
  it('C38: are started, listed, read and stopped, with history and files of their channel', async () => {
    const task = `${script([['write_file', { path: 'out/a.txt', content: 'one' }]])} Write`;
    const run = need(await agent.api.post(`${at()}/start`, { task })).data as AgentRun;
    expect(run).toMatchObject({
      ...{ id: expect.any(String), status: 'running', task, steps: 0, endedAt: null, cost: 0 },
      startedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    await ended(run.id);
    const list = need(await agent.api.get(`${at()}/agent-runs`, { currentPage: 1, pageSize: 5 })).data;
    expect(list).toMatchObject({
      list: [{ id: run.id, status: 'done' }],
      pagination: { currentPage: 1, pageSize: 5, total: 1 },
    });
    const detail = need(await agent.api.get(`${at()}/agent-runs/${run.id}`)).data;
    expect(detail).toMatchObject({ id: run.id, steps: 1, trace: [{ calls: [{ toolName: 'write_file' }] }] });
    const history = need(await agent.api.get(`${at()}/history`)).data as { list: { role: string }[] };
    expect(history.list.map(({ role }) => role)).toContain('assistant');
    expect(need(await agent.api.get(`${at()}/files`)).data).toMatchObject({
      currentPath: '',
      list: [{ path: 'out', type: 'folder', change: 'added' }],
    });
    const path = { path: 'out/a.txt' };
    expect(need(await agent.api.get(`${at()}/files/content`, path)).data).toMatchObject({ content: 'one' });
    const long = need(await agent.api.post(`${at()}/start`, { task: LONG, mode: 'read' })).data as AgentRun;
    const stop = () => agent.api.put(`${at()}/agent-runs/${long.id}/stop`);
    expect(need(await stop()).data).toMatchObject({ id: long.id });
    await ended(long.id);
    expect(need(await stop()).data).toMatchObject({ id: long.id, status: 'stopped' });
    expect((await agent.api.post(`${at()}/start`, { task: ' ' })).status).toBe(400);
    expect((await agent.api.get(`${at()}/agent-runs/${randomUUID()}`)).status).toBe(404);
    expect((await agent.api.call('POST', `${at()}/agent-runs/${run.id}/stop`)).status).toBe(405);
  });
});

it('runs are listed by pages, to the last, with those in the queue', async () => {
  const made: string[] = [];
  for (const task of ['a', 'b', 'c', 'd', 'e'])
    made.unshift((await makeRun(server.db, { channelId: agent.channelId, userId: agent.owner.id, task })).id);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await runs().list.query({ channelId: agent.channelId, cursor, limit: 2 });
    seen.push(...page.list.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(seen).toEqual(made);
  expect((await runs().list.query({ channelId: agent.channelId, limit: 1 })).list).toMatchObject([
    { task: 'e' },
  ]);
});
