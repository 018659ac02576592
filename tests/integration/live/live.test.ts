import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeChannel, makeGrant } from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import { describe, expect, it } from 'vitest';
import { atDepth } from '../../running/depth.ts';
import { openConversation, useConversation, useOwnTalkingServer } from '../message/conversation.ts';
import { follow, openSocket } from './follower.ts';
import { readEvents } from './sse.ts';

// Its own server: queries of other files would be counted.
const server = useOwnTalkingServer();
const talk = useConversation(server);

const until = (isTrue: () => boolean, timeout = 6_000) =>
  expect.poll(isTrue, { timeout, interval: 20 }).toBe(true);

describe('live.channel and access', () => {
  it('is refused to anyone who may not see the channel, and to strangers', async () => {
    const { channelId } = talk;
    const other = await openConversation(server);
    const foreign = follow(other.socket, channelId);
    await expect(foreign.until(() => false)).rejects.toMatchObject({ data: { key: 'notFound' } });
    await other.close();
    const stranger = await readEvents(server.url, null, 'live.channel', { channelId });
    await stranger.until(({ length }) => length > 0);
    expect(stranger.events).toMatchObject([{ failure: { data: { key: 'unauthorised', httpStatus: 401 } } }]);
    stranger.close();
  });

  it.each([
    [
      'suspended',
      (userId: number) =>
        server.db
          .updateTable('member')
          .set({ suspendedAt: new Date() })
          .where('userId', '=', userId)
          .execute(),
    ],
    [
      'no member any more',
      (userId: number) => server.db.deleteFrom('member').where('userId', '=', userId).execute(),
    ],
    [
      'without a grant on a private channel',
      (userId: number) => server.db.deleteFrom('grant').where('userId', '=', userId).execute(),
    ],
  ])('ends within 5 seconds for a reader who is %s, and only for them', async (_name, lose) => {
    const { team, app, owner } = talk;
    const { id: channelId } = await makeChannel(server.db, {
      appId: app.id,
      creatorId: owner.id,
      visibility: 'private',
    });
    const { user, api } = await talk.person();
    await makeGrant(server.db, {
      teamId: team.id,
      targetId: channelId,
      userId: user.id,
      level: levelRank.view,
    });
    const theirs = openSocket(server.url, api.token as string);
    const [follower, mine] = [follow(theirs, channelId), follow(talk.socket, channelId)];
    await follower.until(({ isStarted }) => isStarted);
    await mine.until(({ isStarted }) => isStarted);
    const lostAt = Date.now();
    await lose(user.id);
    // A suspended person loses the whole socket too, whichever comes first.
    await until(() => follower.isGone || theirs.isClosed());
    expect(Date.now() - lostAt).toBeLessThan(5_000);
    expect(mine.isGone).toBe(false);
    await talk.api.trpc.message.send.mutate({ channelId, text: 'A secret' });
    await mine.untilSettled();
    expect(follower.texts).toEqual([]);
    mine.stop();
    await theirs.close();
  });

  it('ends when the channel is removed', async () => {
    const { channelId, api, live } = talk;
    await api.trpc.channel.remove.mutate({ channelId });
    await live.until(({ isGone }) => isGone, 'the end', 6_000);
  });

  it('reports abilities of the reader’s level, also after it changes', async () => {
    const { channelId, team } = talk;
    const { user, api } = await talk.person('guest');
    const grant = (level: number) =>
      makeGrant(server.db, { teamId: team.id, targetId: channelId, userId: user.id, level });
    await grant(levelRank.view);
    const theirs = openSocket(server.url, api.token as string);
    const follower = follow(theirs, channelId);
    await talk.api.trpc.message.send.mutate({ channelId, text: 'Hello' });
    await follower.untilSettled();
    expect(follower.list[1]?.abilities.regenerate).toBe(false);
    await grant(levelRank.edit);
    await sleep(3_500);
    await talk.api.trpc.message.send.mutate({ channelId, text: 'Again' });
    await follower.until(({ list }) => list.length === 4 && list[3]?.status === 'done');
    expect(follower.list[3]?.abilities.regenerate).toBe(true);
    await theirs.close();
  });

  it.each([
    ['no channel', {}],
    ['a channel that is none', { channelId: 'x' }],
    ['a negative revision', { channelId: randomUUID(), revision: -1 }],
    ['an unknown key', { channelId: randomUUID(), userId: 1 }],
  ])('refuses %s', async (_name, input) => {
    const stream = await readEvents(server.url, talk.api.token, 'live.channel', input);
    await stream.until(({ length }) => length > 0);
    expect(stream.events).toMatchObject([{ failure: { data: { key: 'invalidInput', httpStatus: 400 } } }]);
    stream.close();
  });
});

describe('server-sent events, read as by curl', () => {
  it('carry the same events, and resume by Last-Event-Id', async () => {
    const { channelId, api, live } = talk;
    const stream = await readEvents(server.url, api.token, 'live.channel', { channelId });
    expect(stream.status).toBe(200);
    await stream.until(({ length }) => length >= 2);
    expect(stream.events.slice(0, 2)).toMatchObject([
      { id: '0', data: { type: 'messages', reset: true, messages: [] } },
      { id: '0', data: { type: 'queue', queue: [] } },
    ]);
    await api.post(`/api/channel/${channelId}/message`, { text: '[[tokens 100]] Hello' });
    await stream.until((events) => events.some(({ data }) => data.type === 'delta'));
    await live.untilSettled();
    await stream.until((events) => events.at(-1)?.id === '2');
    stream.close();
    await api.post(`/api/channel/${channelId}/message`, { text: 'Missed' });
    await live.until(({ list }) => list.length === 4 && list[3]?.status === 'done');
    const again = await readEvents(server.url, api.token, 'live.channel', { channelId }, '2');
    await again.until(({ length }) => length >= 1);
    expect(again.events[0]).toMatchObject({
      id: '4',
      data: { type: 'messages', reset: false, messages: [{ role: 'user' }, { role: 'assistant' }] },
    });
    again.close();
  });

  it('accept any Last-Event-Id', async () => {
    const { channelId, api } = talk;
    for (const id of ['x', '-1', '1e9', '99999999999999999999', '__proto__', '0x10']) {
      const stream = await readEvents(server.url, api.token, 'live.channel', { channelId }, id);
      await stream.until(({ length }) => length >= 1);
      expect(stream.events[0]).toMatchObject({ data: { type: 'messages', reset: true } });
      stream.close();
    }
  });
});

/** One round of comparing what is watched with the database, or three. */
const IDLE_MS = atDepth(3_500, 9_000);

describe('many idle watchers', () => {
  it('cost the database no more queries than one', async () => {
    const { app, owner, api } = talk;
    const channels = await Promise.all(
      Array.from({ length: 60 }, () => makeChannel(server.db, { appId: app.id, creatorId: owner.id })),
    );
    const socket = openSocket(server.url, api.token as string);
    const followers = channels.flatMap(({ id }) => [
      follow(socket, id),
      follow(socket, id),
      follow(socket, id),
    ]);
    for (const follower of followers) await follower.until(({ isStarted }) => isStarted);
    const { pool } = server.platform.database;
    const connect = pool.connect;
    let queries = 0;
    pool.connect = ((...args: never[]) => {
      queries += 1;
      return (connect as (...all: never[]) => unknown).apply(pool, args);
    }) as typeof pool.connect;
    await sleep(IDLE_MS);
    pool.connect = connect;
    // Rounds of comparing channels and access, leases, abandoned turns, sessions; not one for each watcher.
    expect(queries).toBeLessThan(25);
    await socket.close();
  });
});

describe('a reader who stops reading', () => {
  it('makes the server buffer little, and gets the whole message on resuming', async () => {
    const { channelId, api, live } = talk;
    const socket = openSocket(server.url, api.token as string);
    const follower = follow(socket, channelId);
    await follower.until(({ isStarted }) => isStarted);
    socket.pause();
    // Much more than the two sockets' buffers hold, told word by word.
    const word = 'x'.repeat(2_000);
    for (let index = 0; index < 4; index++) {
      await api.trpc.message.send.mutate({ channelId, text: `[[say ${`${word} `.repeat(40)}]] ${index}` });
      await live.until(({ list }) => list.length === index * 2 + 2 && list.at(-1)?.status === 'done');
    }
    socket.resume();
    await follower.until(({ list }) => list.length === 8 && list[7]?.status === 'done');
    expect(follower.list).toEqual(live.list);
    expect(follower.breaches).toEqual([]);
    await socket.close();
  });
});
