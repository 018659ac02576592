import type { Schedule } from '@tandem/shared/schedule/schema';
import { describe, expect, it } from 'vitest';
import { useTalkingServer } from '../message/conversation.ts';
import { makeGuest } from '../workspace/team.ts';
import { openScheduled, useScheduled } from './schedules.ts';

const server = useTalkingServer();
const agent = useScheduled(server);

const daily = { kind: 'time', cron: '0 9 * * 1-5', timeZone: 'Europe/Berlin' } as const;
const pathOf = (scheduleId = '', verb = '') =>
  ['/api/channelAgent', agent.channelId, 'agent-schedules', scheduleId, verb].filter(Boolean).join('/');
type Answered = { id: string; webhookPath: string | null };

describe('schedules over REST', () => {
  it('are made, listed by pages, changed, put back as they were read, paused and removed', async () => {
    const { api } = agent;
    const body = { name: 'Daily', task: 'Work', trigger: daily };
    const made = await api.call('POST', pathOf(), { body });
    expect(made).toMatchObject({ status: 200, data: { ...body, mode: null, webhookPath: null } });
    const { id } = made.data as Answered;
    await api.call('POST', pathOf(), { body: { ...body, name: 'Second' } });
    const page = (await api.call('GET', `${pathOf()}?limit=1`)).data as {
      list: Schedule[];
      nextCursor: string;
    };
    expect(page.list).toMatchObject([{ id, maker: { id: agent.owner.id }, abilities: { update: true } }]);
    const next = await api.call('GET', `${pathOf()}?limit=1&cursor=${encodeURIComponent(page.nextCursor)}`);
    expect(next.data).toMatchObject({ list: [{ name: 'Second' }], nextCursor: null });
    const back = await api.call('PUT', pathOf(id), { body: { ...page.list[0], name: 'Each day' } });
    expect(back).toMatchObject({ status: 200, data: { id, name: 'Each day', trigger: daily } });
    const paused = await api.call('PUT', pathOf(id, 'paused'), { body: { isPaused: true } });
    expect(paused.data).toMatchObject({ isPaused: true, nextRunAt: null });
    const resumed = await api.call('PUT', pathOf(id, 'paused'), { body: { isPaused: false } });
    expect(resumed.data).toMatchObject({ isPaused: false, nextRunAt: expect.any(String) });
    expect(await api.call('DELETE', pathOf(id))).toMatchObject({ status: 200, data: null });
    expect((await api.call('DELETE', pathOf(id))).status).toBe(404);
    expect((await api.call('GET', pathOf())).data).toMatchObject({ list: [{ name: 'Second' }] });
  });

  it('tell the address of a webhook once, until it gets another', async () => {
    const { api } = agent;
    const body = { name: 'Called', task: 'Work', trigger: { kind: 'webhook' } };
    const made = (await api.call('POST', pathOf(), { body })).data as Answered;
    expect(JSON.stringify((await api.call('GET', pathOf())).data)).not.toMatch(/token/i);
    const kept = await api.call('PUT', pathOf(made.id), { body: { task: 'Other', trigger: body.trigger } });
    expect(kept.data).toMatchObject({ task: 'Other', webhookPath: null });
    const fresh = (await api.call('POST', pathOf(made.id, 'rotate'))).data as Answered;
    const called = async ({ webhookPath }: Answered) =>
      (await fetch(`${server.url}${webhookPath}`, { method: 'POST' })).status;
    expect(await called(made)).toBe(404);
    expect(await called(fresh)).toBe(202);
    await agent.live.until(({ list }) => list.length === 2);
    await agent.live.untilSettled();
  });

  it('start now as the caller, with a run that can be followed', async () => {
    const scheduleId = await agent.every([[['write_file', { path: 'a.txt', content: 'one' }]]], {
      mode: 'work',
    });
    const { user, api } = await agent.person();
    const started = await api.call('POST', pathOf(scheduleId, 'start'));
    expect(started).toMatchObject({ status: 200, data: { user: { id: user.id } } });
    await agent.live.until(({ list }) => list.length === 2);
    await agent.live.untilSettled();
    const { id } = started.data as Answered;
    const run = await api.call('GET', `/api/channelAgent/${agent.channelId}/agent-runs/${id}`);
    expect(run.data).toMatchObject({ id, status: 'done' });
    expect(await agent.file('a.txt')).toBe('one');
  });

  it.each([
    ['a pattern that comes too often', { trigger: { ...daily, cron: '* * * * *' } }],
    ['a key that nobody knows', { trigger: daily, makerId: 1 }],
    ['no trigger', {}],
  ])('refuse %s', async (_name, values) => {
    const { status } = await agent.api.call('POST', pathOf(), {
      body: { name: 'Daily', task: 'Work', ...values },
    });
    expect(status).toBe(400);
    expect((await agent.api.call('GET', pathOf())).data).toMatchObject({ list: [] });
  });

  it('are seen by viewers, changed by editors, and unknown to others and through other channels', async () => {
    const scheduleId = await agent.every();
    const calls = [
      ['PUT', pathOf(scheduleId), { name: 'Mine' }],
      ['PUT', pathOf(scheduleId, 'paused'), { isPaused: true }],
      ['POST', pathOf(scheduleId, 'rotate'), undefined],
      ['POST', pathOf(scheduleId, 'start'), undefined],
      ['DELETE', pathOf(scheduleId), undefined],
    ] as const;
    const viewer = await makeGuest(server, agent, { targetId: agent.channelId, permission: 'view' });
    expect((await viewer.api.call('GET', pathOf())).data).toMatchObject({ list: [{ id: scheduleId }] });
    const stranger = await agent.person('guest');
    expect((await stranger.api.call('GET', pathOf())).status).toBe(404);
    const other = await openScheduled(server);
    for (const [verb, path, body] of calls) {
      const status = async (api: typeof agent.api, at = path) =>
        (await api.call(verb, at, { ...(body && { body }) })).status;
      expect([verb, path, await status(viewer.api)]).toEqual([verb, path, 403]);
      expect([verb, path, await status(stranger.api)]).toEqual([verb, path, 404]);
      const elsewhere = path.replace(agent.channelId, other.channelId);
      expect([verb, path, await status(other.api, elsewhere)]).toEqual([verb, path, 404]);
    }
    expect(await agent.row(scheduleId)).toMatchObject({ name: 'Nightly', pausedAt: null });
    await other.close();
  });
});
