import { topics } from '@tandem/api/core/live/bus';
import { makeChannel, makeMember, makeTeam } from '@tandem/db/testing/factories/index';
import type { MeLiveEvent } from '@tandem/shared/live/events';
import { describe, expect, it, vi } from 'vitest';
import { useServer } from '../harness/server.ts';
import { openSocket } from '../live/follower.ts';
import { readEvents } from '../live/sse.ts';
import { openTeam, useTeam } from '../workspace/team.ts';

/** Milliseconds within which people who lost access lose their streams. */
const PROMISED_MS = 5_000;

const server = useServer();
const team = useTeam(server);

/** A member who watches a channel and the tree, by socket and by server-sent events. */
async function watching() {
  const member = await team.person();
  const channel = await makeChannel(server.db, { appId: team.app.id, creatorId: team.owner.id });
  const token = member.api.token as string;
  const socket = openSocket(server.url, token);
  let gone = () => {};
  const left = new Promise<void>((resolve) => {
    gone = resolve;
  });
  await new Promise<void>((started, failed) => {
    socket.trpc.live.channel.subscribe(
      { channelId: channel.id },
      {
        onData: ({ data }) => (data.type === 'gone' ? gone() : started()),
        onError: failed,
      },
    );
  });
  const treeEnded = new Promise<void>((resolve) => {
    socket.trpc.live.team.subscribe({}, { onComplete: resolve, onError: () => resolve() });
  });
  const events = await readEvents(server.url, token, 'live.channel', { channelId: channel.id });
  await events.until(({ length }) => length > 0);
  return {
    ...member,
    channel,
    events,
    async ended() {
      await Promise.all([
        left,
        treeEnded,
        events.until((all) => all.some(({ data }) => data?.type === 'gone')),
      ]);
      events.close();
      await socket.close();
    },
  };
}

describe('one’s own stream', () => {
  it('announces teams that one joins while it is open', async () => {
    const member = await team.person();
    const other = await openTeam(server);
    const channel = await makeChannel(server.db, { appId: other.app.id, creatorId: other.owner.id });
    const socket = openSocket(server.url, member.api.token as string);
    const told: MeLiveEvent[] = [];
    await new Promise<void>((started, failed) => {
      socket.trpc.live.me.subscribe(undefined, {
        onData: ({ data }) => told.push(data),
        onStarted: () => started(),
        onError: failed,
      });
    });
    const tabsHear = () =>
      server.platform.bus.publish(topics.user(member.user.id), { type: 'profile.changed' });
    const heard = (type: MeLiveEvent['type']) =>
      vi.waitFor(() => expect(told.map((event) => event.type)).toContain(type), 10_000);
    await heard('notices');
    await makeMember(server.db, { teamId: other.team.id, userId: member.user.id });
    tabsHear();
    await heard('profile');
    await vi.waitFor(async () => {
      await other.api.trpc.message.send.mutate({ channelId: channel.id, text: 'Welcome' });
      await vi.waitFor(() => expect(told.some(({ type }) => type === 'unread')).toBe(true), 2_000);
    }, 15_000);
    await socket.close();
  });
});

describe('streams of a team end within five seconds', () => {
  it.each(['removeMember', 'suspend'] as const)(
    'after %s, although the person is active elsewhere',
    async (verb) => {
      const member = await watching();
      const elsewhere = await makeTeam(server.db);
      await makeMember(server.db, { teamId: elsewhere.id, userId: member.user.id });
      const start = performance.now();
      const { id: userId } = member.user;
      if (verb === 'suspend') await team.api.trpc.team.suspend.mutate({ userId, suspended: true });
      else await team.api.trpc.team.removeMember.mutate({ userId });
      await member.ended();
      expect(performance.now() - start).toBeLessThan(PROMISED_MS);
      await expect(member.api.trpc.channel.get.query({ channelId: member.channel.id })).rejects.toThrow();
      const again = await readEvents(server.url, member.api.token, 'live.channel', {
        channelId: member.channel.id,
      });
      await again.until((all) => all.some(({ failure }) => failure));
    },
  );
});

describe('devices', () => {
  it('are listed for their owner, and one can be signed out immediately', async () => {
    const { user, api } = await team.person();
    const other = await server.as(user.id);
    const socket = openSocket(server.url, other.token as string);
    await new Promise<void>((resolve, reject) => {
      socket.trpc.live.team.subscribe({}, { onData: () => resolve(), onError: reject });
    });
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    await new Promise<void>((onStarted) => {
      socket.trpc.live.me.subscribe(
        {},
        {
          onStarted: () => onStarted(),
          onData({ data }) {
            if (data.type === 'signedOut') end();
          },
        },
      );
    });
    const devices = await api.trpc.session.list.query();
    expect(devices).toHaveLength(2);
    expect(devices.filter(({ current }) => current)).toHaveLength(1);
    const theirs = devices.find(({ current }) => !current);
    if (!theirs) throw new Error('no other device');
    const start = performance.now();
    await api.trpc.session.end.mutate({ sessionId: theirs.sessionId });
    await ended;
    expect(performance.now() - start).toBeLessThan(PROMISED_MS);
    expect((await other.get('/api/user/profile')).status).toBe(401);
    expect((await api.get('/api/user/profile')).status).toBe(200);
    expect(await api.trpc.session.list.query()).toMatchObject([{ current: true }]);
    await socket.close();
  });

  it('are described', async () => {
    const { user } = await team.person();
    const api = await server.as(user.id);
    await server.db
      .updateTable('session')
      .set({
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
        ip: '203.0.113.7',
      })
      .where('userId', '=', user.id)
      .execute();
    const [device] = await api.trpc.session.list.query();
    expect(device).toMatchObject({ browser: 'Firefox', system: 'Linux', ip: '203.0.113.7' });
    expect(device?.lastSeenAt).toBeInstanceOf(Date);
  });

  it('of others cannot be ended', async () => {
    const { api } = await team.person();
    const [owners] = await team.api.trpc.session.list.query();
    const sessionId = owners?.sessionId ?? '';
    await expect(api.trpc.session.end.mutate({ sessionId })).rejects.toMatchObject({
      data: { key: 'notFound' },
    });
    await api.trpc.session.endOthers.mutate();
    expect((await team.api.get('/api/user/profile')).status).toBe(200);
  });

  it('can all be signed out but the current one', async () => {
    const { user, api } = await team.person();
    const others = [await server.as(user.id), await server.as(user.id)];
    expect(await api.trpc.session.endOthers.mutate()).toEqual({ ended: 2 });
    for (const other of others) expect((await other.get('/api/user/profile')).status).toBe(401);
    expect(await api.trpc.session.endOthers.mutate()).toEqual({ ended: 0 });
  });
});
