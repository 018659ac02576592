import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeChannel, makeGrant, makeMember, makeWorkspace } from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import type { MeLiveEvent, TeamLiveEvent } from '@tandem/shared/live/events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Conversation,
  openConversation,
  startTalkingServer,
  type TalkingServer,
} from '../message/conversation.ts';
import { follow, openSocket } from './follower.ts';
import { readEvents } from './sse.ts';

let server: TalkingServer;
let talk: Conversation;

beforeAll(async () => {
  server = await startTalkingServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  talk = await openConversation(server, { name: 'Named' });
  return () => talk.close();
});

const until = (isTrue: () => boolean, timeout = 6_000) =>
  expect.poll(isTrue, { timeout, interval: 20 }).toBe(true);

describe('live.channel and access', () => {
  it('is refused to whoever may not see the channel, and to strangers', async () => {
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
  ])('ends within 5 seconds for one who is %s, and only for them', async (_name, lose) => {
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

  it('tells abilities by what the reader holds, also after that changes', async () => {
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

  it('tells of a new name', async () => {
    const { channelId, api, live } = talk;
    await api.trpc.channel.update.mutate({ channelId, name: 'Renamed' });
    await live.until(({ events }) =>
      events.some((event) => event.type === 'channel' && event.channel.name === 'Renamed'),
    );
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

describe('server-sent events, as curl reads them', () => {
  it('carry the same events, and go on by Last-Event-Id', async () => {
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

  it('take any Last-Event-Id without failing', async () => {
    const { channelId, api } = talk;
    for (const id of ['x', '-1', '1e9', '99999999999999999999', '__proto__', '0x10']) {
      const stream = await readEvents(server.url, api.token, 'live.channel', { channelId }, id);
      await stream.until(({ length }) => length >= 1);
      expect(stream.events[0]).toMatchObject({ data: { type: 'messages', reset: true } });
      stream.close();
    }
  });
});

describe('live.team', () => {
  function watchTree(input: { teamId?: string; treeRevision?: number } = {}, socket = talk.socket) {
    const events: TeamLiveEvent[] = [];
    const failures: unknown[] = [];
    const subscription = socket.trpc.live.team.subscribe(input, {
      onData: ({ data }) => events.push(data),
      onError: ({ data }) => failures.push(data),
    });
    return { events, failures, stop: () => subscription.unsubscribe() };
  }

  it('begins with the whole tree, then tells each change', async () => {
    const { app, api, channelId } = talk;
    const { events, stop } = watchTree();
    await until(() => events.length === 1);
    expect(events[0]).toMatchObject({ reset: true, channels: [{ id: channelId }], apps: [{ id: app.id }] });
    const made = await api.trpc.channel.create.mutate({ appId: app.id, name: 'New' });
    await until(() => events.some(({ channels }) => channels.some(({ id }) => id === made.id)));
    expect(events.at(-1)).toMatchObject({ reset: false, removed: [] });
    await api.trpc.channel.remove.mutate({ channelId: made.id });
    await until(() => events.some(({ removed }) => removed.includes(made.id)));
    stop();
  });

  it('goes on from a revision with only what changed since', async () => {
    const { app, api } = talk;
    const whole = watchTree();
    await until(() => whole.events.length === 1);
    whole.stop();
    const made = await api.trpc.channel.create.mutate({ appId: app.id, name: 'Meanwhile' });
    const { events, stop } = watchTree({ treeRevision: whole.events[0]?.treeRevision as number });
    await until(() => events.length === 1);
    expect(events[0]).toMatchObject({ reset: false, channels: [{ id: made.id, name: 'Meanwhile' }] });
    stop();
  });

  it('never names what its reader may not see', async () => {
    const { app, owner } = talk;
    const { api } = await talk.person();
    const theirs = openSocket(server.url, api.token as string);
    const { events, stop } = watchTree({}, theirs);
    await until(() => events.length === 1);
    await talk.api.trpc.channel.create.mutate({ appId: app.id, name: 'Open' });
    await makeChannel(server.db, {
      appId: app.id,
      creatorId: owner.id,
      name: 'Hidden',
      visibility: 'private',
    });
    await until(() => events.some(({ channels }) => channels.some(({ name }) => name === 'Open')));
    expect(JSON.stringify(events)).not.toContain('Hidden');
    stop();
    await theirs.close();
  });

  it('follows its reader to another team, on the socket that they had before', async () => {
    const { team, app, owner, api, socket } = talk;
    const other = await makeWorkspace(server.db);
    await makeMember(server.db, { teamId: other.team.id, userId: owner.id });
    await api.trpc.user.update.mutate({ currentTeamId: team.id });
    const before = watchTree();
    await until(() => before.events.length === 1);
    before.stop();
    await api.trpc.user.update.mutate({ currentTeamId: other.team.id, language: 'zh-CN' });
    const after = watchTree();
    await until(() => after.events.length === 1);
    expect(after.events[0]).toMatchObject({ reset: true, apps: [{ id: other.app.id }] });
    after.stop();
    // A page that still shows the first team names it, and gets it.
    const named = watchTree({ teamId: team.id });
    await until(() => named.events.length === 1);
    expect(named.events[0]).toMatchObject({ reset: true, apps: [{ id: app.id }] });
    named.stop();
    const refused = follow(socket, randomUUID());
    await expect(refused.until(() => false)).rejects.toThrow(/[一-鿿]/);
  });

  it('is refused for teams that its reader is not in, or not any more, as for none', async () => {
    const { owner } = talk;
    const [foreign, past] = [await makeWorkspace(server.db), await makeWorkspace(server.db)];
    await server.db
      .insertInto('member')
      .values({ teamId: past.team.id, userId: owner.id, role: 'member', suspendedAt: new Date() })
      .execute();
    for (const teamId of [foreign.team.id, past.team.id, randomUUID()]) {
      const { events, failures } = watchTree({ teamId });
      await until(() => failures.length === 1);
      expect(failures).toMatchObject([{ key: 'notFound', httpStatus: 404 }]);
      expect(events).toEqual([]);
    }
  });

  it('ends within 5 seconds for one who is suspended', async () => {
    const { user, api } = await talk.person();
    const theirs = openSocket(server.url, api.token as string);
    let isOver = false;
    theirs.trpc.live.team.subscribe(
      {},
      {
        onComplete: () => {
          isOver = true;
        },
      },
    );
    await sleep(200);
    await server.db
      .updateTable('member')
      .set({ suspendedAt: new Date() })
      .where('userId', '=', user.id)
      .execute();
    await until(() => isOver || theirs.isClosed(), 5_000);
    await theirs.close();
  });
});

describe('live.me', () => {
  async function watchMe(api = talk.api) {
    const socket = openSocket(server.url, api.token as string);
    const events: MeLiveEvent[] = [];
    let started = false;
    socket.trpc.live.me.subscribe(undefined, {
      onStarted: () => {
        started = true;
      },
      onData: ({ data }) => events.push(data),
    });
    await until(() => started);
    return { events, close: () => socket.close() };
  }

  it('counts what others wrote, and tells all of one’s tabs when it is read', async () => {
    const { channelId, api, live } = talk;
    const colleague = await talk.person();
    const [one, two] = [await watchMe(colleague.api), await watchMe(colleague.api)];
    await api.trpc.message.send.mutate({ channelId, text: 'Hello' });
    await live.untilSettled();
    const unread = (events: MeLiveEvent[]) =>
      events.flatMap((event) =>
        event.type === 'unread' && event.channelId === channelId ? [event.unread] : [],
      );
    await until(() => unread(one.events).at(-1) === 2 && unread(two.events).at(-1) === 2);
    await colleague.api.trpc.channel.markRead.mutate({ channelId });
    await until(() => unread(one.events).at(-1) === 0 && unread(two.events).at(-1) === 0);
    await one.close();
    await two.close();
  });

  it('tells of one’s reading nobody else', async () => {
    const { channelId, api, live } = talk;
    const [reader, bystander] = [await talk.person(), await talk.person()];
    const [theirs, others] = [await watchMe(reader.api), await watchMe(bystander.api)];
    await api.trpc.message.send.mutate({ channelId, text: 'Hello' });
    await live.untilSettled();
    const last = (events: MeLiveEvent[]) => events.findLast((event) => event.type === 'unread')?.unread;
    await until(() => last(theirs.events) === 2 && last(others.events) === 2);
    await sleep(400);
    const before = others.events.length;
    await reader.api.trpc.channel.markRead.mutate({ channelId });
    await until(() => last(theirs.events) === 0);
    await sleep(200);
    expect(others.events.slice(before)).toEqual([]);
    await theirs.close();
    await others.close();
  });

  it('says nothing of channels that one may not see', async () => {
    const { app, owner, api } = talk;
    const { id: channelId } = await makeChannel(server.db, {
      appId: app.id,
      creatorId: owner.id,
      visibility: 'private',
    });
    const colleague = await talk.person();
    const { events, close } = await watchMe(colleague.api);
    await api.trpc.message.send.mutate({ channelId, text: 'Hello' });
    await sleep(800);
    expect(events.filter((event) => event.type === 'unread' && event.channelId === channelId)).toEqual([]);
    await close();
  });

  it('tells of the end of the session', async () => {
    const colleague = await talk.person();
    const { events, close } = await watchMe(colleague.api);
    await colleague.api.get('/api/user/logout');
    await until(() => events.some(({ type }) => type === 'signedOut'));
    await close();
  });
});

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
    await sleep(9_000);
    pool.connect = connect;
    // Three rounds of comparing channels and access, leases, abandoned turns, sessions; not one for each watcher.
    expect(queries).toBeLessThan(25);
    await socket.close();
  });
});

describe('a reader who does not read', () => {
  it('makes the server hold little, and has the whole message when they read again', async () => {
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
