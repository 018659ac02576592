import { describe, expect, it } from 'vitest';
import { useTalkingServer } from '../message/conversation.ts';
import { expectRefused, makeGuest } from '../workspace/team.ts';
import { openScheduled, useScheduled } from './schedules.ts';

const server = useTalkingServer();
const agent = useScheduled(server);

const daily = { kind: 'time', cron: '0 9 * * 1-5', timeZone: 'Europe/Berlin' } as const;

describe('schedules of a channel', () => {
  it('are made, changed, paused, listed by pages and removed', async () => {
    const { channelId } = agent;
    const { schedule } = agent.api.trpc;
    const first = await agent.every([], { trigger: daily });
    const second = await agent.hook({ name: 'Called' });
    const page = await schedule.list.query({ channelId, limit: 1 });
    expect(page.list).toMatchObject([{ id: first, trigger: daily, isPaused: false, lastRun: null }]);
    const next = await schedule.list.query({ channelId, limit: 1, cursor: page.nextCursor ?? '' });
    expect(next).toMatchObject({ list: [{ id: second.scheduleId, name: 'Called' }], nextCursor: null });
    expect(JSON.stringify(next)).not.toMatch(/token/i);
    const changed = await schedule.update.mutate({
      channelId,
      scheduleId: first,
      name: 'Daily',
      mode: 'read',
    });
    expect(changed).toMatchObject({ schedule: { name: 'Daily', mode: 'read' }, webhookPath: null });
    const paused = await schedule.setPaused.mutate({ channelId, scheduleId: first, isPaused: true });
    expect(paused).toMatchObject({ isPaused: true, pausedFor: null, nextRunAt: null });
    const resumed = await schedule.setPaused.mutate({ channelId, scheduleId: first, isPaused: false });
    expect(resumed.nextRunAt?.getTime()).toBeGreaterThan(Date.now());
    await schedule.remove.mutate({ channelId, scheduleId: first });
    expect((await schedule.list.query({ channelId })).list).toHaveLength(1);
    await expectRefused(schedule.remove.mutate({ channelId, scheduleId: first }), 'notFound');
  });

  it('tell the next three times of a pattern before it is kept', async () => {
    const times = await agent.api.trpc.schedule.times.query({ channelId: agent.channelId, trigger: daily });
    expect(times).toHaveLength(3);
  });

  it.each([
    ['* * * * *', 'UTC', 'scheduleTooOften'],
    ['0 0 30 2 *', 'UTC', 'invalidInput'],
    ['@daily', 'UTC', 'invalidInput'],
    ['0 9 * * *', 'Nowhere/Else', 'invalidInput'],
    [`1${',1'.repeat(50)} 9 * * *`, 'UTC', 'invalidInput'],
  ])('refuse the pattern %s in %s', async (cron, timeZone, key) => {
    const call = agent.every([], { trigger: { kind: 'time', cron, timeZone } });
    await expectRefused(call, key);
  });

  it('are fifty at most, also when made at once', async () => {
    const rows = Array.from({ length: 48 }, (_, index) => ({
      ...{ channelId: agent.channelId, name: `${index}`, task: 'Work', kind: 'time' as const },
      ...{ cron: daily.cron, timeZone: daily.timeZone, makerId: agent.owner.id },
    }));
    await server.db.insertInto('schedule').values(rows).execute();
    const made = await Promise.allSettled(Array.from({ length: 6 }, () => agent.every()));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });

  it('become those of whoever changes them, since they do what they say with the rights of their maker', async () => {
    const id = await agent.every();
    const { user, api } = await agent.person();
    await api.trpc.schedule.update.mutate({ channelId: agent.channelId, scheduleId: id, task: 'Other' });
    expect(await agent.row(id)).toMatchObject({ makerId: user.id, task: 'Other' });
  });

  it('are seen by viewers, and changed by editors only', async () => {
    const { channelId } = agent;
    const id = await agent.every();
    const viewer = await makeGuest(server, agent, { targetId: channelId, permission: 'view' });
    const { list } = await viewer.api.trpc.schedule.list.query({ channelId });
    expect(list).toMatchObject([{ id, abilities: { update: false } }]);
    await expectRefused(viewer.api.trpc.schedule.runNow.mutate({ channelId, scheduleId: id }), 'forbidden');
    const stranger = await agent.person('guest');
    await expectRefused(stranger.api.trpc.schedule.list.query({ channelId }), 'notFound');
  });

  it('are not found through another channel', async () => {
    const id = await agent.every();
    const other = await openScheduled(server);
    const both = { channelId: other.channelId, scheduleId: id };
    await expectRefused(other.api.trpc.schedule.update.mutate({ ...both, name: 'Mine' }), 'notFound');
    await expectRefused(other.api.trpc.schedule.remove.mutate(both), 'notFound');
    await expectRefused(other.api.trpc.schedule.runNow.mutate(both), 'notFound');
    await expectRefused(other.api.trpc.schedule.rotate.mutate(both), 'notFound');
    expect(await agent.row(id)).toMatchObject({ name: 'Nightly', makerId: agent.owner.id });
    await other.close();
  });

  it('run now as the person who asks, also while paused', async () => {
    const { channelId } = agent;
    const id = await agent.every([[['write_file', { path: 'a.txt', content: 'one' }]]], { mode: 'work' });
    await agent.api.trpc.schedule.setPaused.mutate({ channelId, scheduleId: id, isPaused: true });
    const { user, api } = await agent.person();
    const run = await api.trpc.schedule.runNow.mutate({ channelId, scheduleId: id });
    expect(run.user.id).toBe(user.id);
    await agent.live.until(({ list }) => list.length === 2);
    await agent.live.untilSettled();
    expect(await agent.file('a.txt')).toBe('one');
    expect(await agent.row(id)).toMatchObject({ lastTurnId: run.id, makerId: agent.owner.id });
  });
});
