import { startDue } from '@tandem/api/conversation/schedule/due';
import { transaction } from '@tandem/db';
import { makeGrant } from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { useOwnTalkingServer, useTalkingServerBeside } from '../message/conversation.ts';
import { useScheduled } from './schedules.ts';

// Of its own: what is due is due in the whole installation.
const server = useOwnTalkingServer();
const beside = useTalkingServerBeside(server);
const agent = useScheduled(server);

const noticesOf = (userId: number) =>
  server.db.selectFrom('notice').select(['kind', 'channelId']).where('userId', '=', userId).execute();

describe('a schedule whose time has come', () => {
  it('starts a run as its maker, says what sent it, and goes on to its next time', async () => {
    const id = await agent.every([[['write_file', { path: 'a.txt', content: 'one' }]]], { mode: 'work' });
    await agent.makeDue(id);
    await agent.minute();
    await agent.live.until(({ list }) => list.length === 2);
    await agent.live.untilSettled();
    expect(await agent.file('a.txt')).toBe('one');
    expect(agent.live.list[0]).toMatchObject({ author: { id: agent.owner.id } });
    expect(agent.live.list[0]?.parts.at(-1)).toMatchObject({
      type: 'data-trigger',
      data: { scheduleId: id, name: 'Nightly', kind: 'time', outside: null },
    });
    const { list } = await agent.api.trpc.schedule.list.query({ channelId: agent.channelId });
    expect(list[0]).toMatchObject({ lastRun: { status: 'done', mode: 'work' }, lastError: null });
    expect(list[0]?.nextRunAt?.getTime()).toBeGreaterThan(Date.now());
  });

  it('starts once, however many servers look at once, and however many times were missed', async () => {
    const id = await agent.every();
    const missed = sql<Date>`now() - interval '40 days'`;
    await server.db.updateTable('schedule').set({ nextRunAt: missed }).where('id', '=', id).execute();
    await agent.minute(server, beside, server, beside, beside, server);
    // One that another held was passed over.
    await agent.minute(server, beside);
    expect(await agent.tasks()).toHaveLength(1);
    await agent.live.until(({ list }) => list.length === 2);
    await agent.live.untilSettled();
  });

  it('starts again after a start whose process was killed before its commit', async () => {
    const id = await agent.every();
    await agent.makeDue(id);
    const killed = transaction(server.platform.database.db, async (tx) => {
      const { platform } = server;
      await startDue({ ...platform, database: { ...platform.database, db: tx } });
      expect((await agent.row(id)).lastTurnId).toBeNull();
      // All that it did is undone with its connection.
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect(await agent.tasks()).toHaveLength(0);
    await agent.minute(beside);
    expect(await agent.tasks()).toHaveLength(1);
    await agent.live.until(({ list }) => list.length === 2);
    await agent.live.untilSettled();
  });

  it('waits behind a run that goes on, once', async () => {
    const id = await agent.every([], { mode: 'ask' });
    await agent.start([['ask_person', { question: 'Which?' }]]);
    for (let time = 0; time < 3; time++) {
      await agent.makeDue(id);
      await agent.minute();
      expect((await agent.row(id)).nextRunAt?.getTime()).toBeGreaterThan(Date.now());
    }
    expect((await agent.tasks()).filter((task) => task.endsWith('Nightly'))).toHaveLength(1);
    await agent.api.trpc.message.stop.mutate({ channelId: agent.channelId });
    await agent.live.until(({ list }) => list.length === 4, 'the queued run');
    await agent.live.untilSettled();
    expect((await agent.row(id)).lastTurnId).not.toBeNull();
    const { list } = await agent.api.trpc.schedule.list.query({ channelId: agent.channelId });
    expect(list[0]?.lastRun).toMatchObject({ status: 'done', mode: 'ask' });
  });

  it('becomes a run of its own, and no word to the run that it waits behind', async () => {
    const id = await agent.every();
    const { channelId } = agent;
    await server.db
      .updateTable('agent_setting')
      .set({ mode: 'ask' })
      .where('channelId', '=', channelId)
      .execute();
    await agent.start([['write_file', { path: 'a.txt', content: 'one' }]]);
    const waiting = await agent.call('approval-requested');
    await agent.makeDue(id);
    await agent.minute();
    await agent.decide(waiting, true);
    await agent.live.until(({ list }) => list.length === 4, 'the queued run');
    await agent.live.untilSettled();
    expect(agent.live.list[2]?.parts.at(-1)?.type).toBe('data-trigger');
  });

  it.each([
    ['makerGone', 'a person who is suspended', { suspendedAt: sql<Date>`now()` }],
    ['access', 'a person who may only look', { role: 'guest' as const }],
  ])('pauses for %s: %s', async (reason, _who, change) => {
    const { channelId } = agent;
    const { user, api } = await agent.person();
    const { schedule } = await api.trpc.schedule.create.mutate({
      ...{ channelId, name: 'Theirs', task: 'Work' },
      trigger: { kind: 'time', cron: '0 9 * * *', timeZone: 'UTC' },
    });
    await server.db.updateTable('member').set(change).where('userId', '=', user.id).execute();
    const view = { targetId: channelId, teamId: agent.team.id, userId: user.id, level: levelRank.view };
    await makeGrant(server.db, view);
    await agent.makeDue(schedule.id);
    await agent.minute();
    expect(await agent.tasks()).toEqual([]);
    expect(await agent.row(schedule.id)).toMatchObject({ pausedFor: reason, nextRunAt: null });
    expect(await noticesOf(user.id)).toContainEqual({ kind: 'schedule', channelId });
    // Whoever resumes it is its maker.
    await agent.api.trpc.schedule.setPaused.mutate({ channelId, scheduleId: schedule.id, isPaused: false });
    expect(await agent.row(schedule.id)).toMatchObject({ makerId: agent.owner.id, pausedFor: null });
  });

  it('goes on to its next time where a start fails, and pauses after five, which its maker is told', async () => {
    const id = await agent.every();
    // Its model has no price, so nothing may be spent of a budget.
    await agent.api.trpc.budget.set.mutate({ appId: agent.app.id, period: 'month', amount: 1 });
    for (let time = 1; time <= 5; time++) {
      expect(await agent.row(id)).toMatchObject({ pausedFor: null, failures: time - 1 });
      await agent.makeDue(id);
      await agent.minute();
    }
    expect(await agent.row(id)).toMatchObject({ pausedFor: 'failures', failures: 5, lastTurnId: null });
    const { channelId } = agent;
    expect(await noticesOf(agent.owner.id)).toContainEqual({ kind: 'schedule', channelId });
    const { list } = await agent.api.trpc.schedule.list.query({ channelId });
    expect(list[0]).toMatchObject({ isPaused: true, lastError: 'modelUnpriced' });
  });

  it('counts a run that its provider refuses: it ends, since nobody is there to let it go on', async () => {
    const id = await agent.every([], { task: '[[401]] Nightly' });
    await agent.makeDue(id);
    await agent.minute();
    await agent.live.until(({ list }) => list.at(-1)?.status === 'failed', 'a failed run');
    await agent.makeDue(id);
    await agent.minute();
    expect(await agent.row(id)).toMatchObject({ failures: 1, pausedFor: null });
  });

  it('waits for its channel in the archive', async () => {
    const id = await agent.every();
    const { channelId } = agent;
    await agent.api.trpc.channel.archive.mutate({ channelId });
    await agent.makeDue(id);
    await agent.minute();
    expect(await agent.tasks()).toEqual([]);
    await agent.api.trpc.channel.unarchive.mutate({ channelId });
    await agent.minute();
    expect(await agent.tasks()).toHaveLength(1);
    await agent.live.until(({ list }) => list.length === 2);
    await agent.live.untilSettled();
  });
});
