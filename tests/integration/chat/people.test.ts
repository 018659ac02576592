import { setTimeout as sleep } from 'node:timers/promises';
import { topics } from '@tandem/api/core/live/bus';
import { beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../running/live.ts';
import { type Follower, follow, openSocket } from '../live/follower.ts';
import { type OwnTalkingServer, startTalkingServer, useTalkingServer } from '../message/conversation.ts';
import { expectRefused } from '../workspace/team.ts';
import { type GroupChat, useGroupChat } from './group-chat.ts';

const server = useTalkingServer();
const chat = useGroupChat(server);

const names = (people?: ReadonlyMap<number, { name: string }>) =>
  [...(people?.values() ?? [])].map(({ name }) => name).sort();

describe('presence', () => {
  it('is sent to all watchers, and changes as they come and go', async () => {
    const { live, owner } = chat;
    const bo = await chat.join('Bo');
    const follower = await chat.watch(bo.api.token);
    for (const each of [live, follower])
      await each.until(({ people }) => people?.presentCount === 2, 'both present');
    expect(names(live.people?.present)).toEqual(['Bo', owner.name].sort());
    expect([...(live.people?.present.values() ?? [])][0]).toEqual({
      id: expect.any(Number),
      name: expect.any(String),
      avatar: '',
    });
    const second = await chat.watch(bo.api.token);
    second.stop();
    follower.stop();
    await live.until(({ people }) => people?.presentCount === 1, 'Bo to leave');
    expect(live.breaches).toEqual([]);
  });

  it('is not published for a single watcher', async () => {
    await sleep(700);
    expect(chat.live.events.some(({ type }) => type === 'people')).toBe(false);
  });

  it('includes people in other processes, and drops a process that announces its end', async () => {
    const { live, channelId } = chat;
    const bo = await chat.join('Bo');
    const { bus } = server.platform;
    const say = (userIds: number[]) =>
      bus.publish(topics.channel(channelId), { type: 'present', processId: 'another', userIds });
    say([bo.id]);
    await live.until(({ people }) => names(people?.present).includes('Bo'), 'Bo elsewhere');
    say([]);
    await live.until(({ people }) => people?.presentCount === 1, 'Bo to leave');
  });
});

describe('a person on another server', () => {
  let second: OwnTalkingServer;
  let live: Follower & { stop(): void };

  beforeEach(async () => {
    second = await startTalkingServer({
      provider: server.provider,
      databaseUrl: server.platform.database.url,
    });
    const bo = await chat.join('Bo');
    ({ live } = chat);
    const socket = openSocket(second.url, bo.api.token as string);
    const there = follow(socket, chat.channelId);
    await there.until(({ isStarted }) => isStarted, 'the first event');
    await live.until(({ people }) => people?.presentCount === 2, 'Bo on the other server');
    return async () => {
      await socket.close();
      await second.close();
    };
  });

  it('is gone within fifteen seconds of its being killed, and a late event does not bring them back', async () => {
    second.platform.bus.publish = () => {};
    const began = Date.now();
    await live.until(({ people }) => people?.presentCount === 1, 'Bo to be gone', 20_000);
    expect(Date.now() - began).toBeLessThan(15_000);
  });

  it('is gone immediately when it is stopped, even if it has just been asked for presence', async () => {
    const { bus, processId } = server.platform;
    bus.publish(topics.channel(chat.channelId), { type: 'presentWanted', processId });
    const began = Date.now();
    const stopped = second.close();
    await live.until(({ people }) => people?.presentCount === 1, 'Bo to be gone', 20_000);
    expect(Date.now() - began).toBeLessThan(8_000);
    await stopped;
  });

  it('stays for as long as that server lives', async () => {
    const heard: unknown[] = [];
    const stop = server.platform.bus.subscribe(topics.all, (message) => {
      if (message.type === 'process.alive' && message.processId === second.platform.processId)
        heard.push(message);
    });
    await until('several signs of life', () => heard.length >= 4, 30_000);
    stop();
    expect(live.people?.presentCount).toBe(2);
  });
});

describe('channel.typing', () => {
  const typing = (api: GroupChat['api'], value: boolean) =>
    api.trpc.channel.typing.mutate({ channelId: chat.channelId, typing: value });

  it('is shown to others until it ends, and writes nothing', async () => {
    const { live } = chat;
    const bo = await chat.join('Bo');
    await chat.watch(bo.api.token);
    await typing(bo.api, true);
    await live.until(({ people }) => names(people?.typing).includes('Bo'), 'Bo to write');
    await typing(bo.api, false);
    await live.until(({ people }) => people?.typing.size === 0, 'Bo to stop');
    const page = await chat.api.trpc.message.list.query({ channelId: chat.channelId });
    expect(page.revision).toBe(0);
  });

  it('ends immediately when they stop, not at its timeout', async () => {
    const { live } = chat;
    const bo = await chat.join('Bo');
    await chat.watch(bo.api.token);
    await typing(bo.api, true);
    await live.until(({ people }) => names(people?.typing).includes('Bo'), 'Bo to write');
    // By now the board waits for the moment at which it would forget them.
    await sleep(400);
    await typing(bo.api, false);
    const since = Date.now();
    await live.until(({ people }) => people?.typing.size === 0, 'Bo to stop');
    expect(Date.now() - since).toBeLessThan(2_500);
  });

  it('times out', { timeout: 15_000 }, async () => {
    const { live } = chat;
    const bo = await chat.join('Bo');
    await chat.watch(bo.api.token);
    await typing(bo.api, true);
    await live.until(({ people }) => people?.typing.size === 1, 'Bo to write');
    const since = Date.now();
    await live.until(({ people }) => people?.typing.size === 0, 'Bo to be forgotten');
    expect(Date.now() - since).toBeLessThan(8_000);
  });

  it('on every key is one message on the bus, and little for many watchers', async () => {
    const { channelId } = chat;
    const bo = await chat.join('Bo');
    const followers = await Promise.all(Array.from({ length: 20 }, () => chat.watch(bo.api.token)));
    await chat.live.until(({ people }) => people?.presentCount === 2, 'both present');
    const heard: string[] = [];
    const stop = server.platform.bus.subscribe(topics.channel(channelId), ({ type }) => heard.push(type));
    const before = followers[0]?.events.length ?? 0;
    for (let i = 0; i < 30; i++) await typing(bo.api, true);
    await followers[0]?.until(({ people }) => people?.typing.size === 1, 'Bo to write');
    stop();
    expect(heard.filter((type) => type === 'typing').length).toBeLessThanOrEqual(3);
    expect((followers[0]?.events.length ?? 0) - before).toBeLessThanOrEqual(2);
  });

  it('does not flood the bus by starting and ending constantly', async () => {
    const bo = await chat.join('Bo');
    let heard = 0;
    const stop = server.platform.bus.subscribe(topics.channel(chat.channelId), ({ type }) => {
      if (type === 'typing') heard += 1;
    });
    const since = Date.now();
    for (let i = 0; i < 30; i++) await typing(bo.api, false);
    for (let i = 0; i < 60; i++) await typing(bo.api, i % 2 === 0);
    stop();
    // A beginning and an end each second.
    expect(heard).toBeLessThanOrEqual(3 + 2 * Math.ceil((Date.now() - since) / 1_000));
  });

  it('requires the right to write', async () => {
    const viewer = await chat.join('Vi', { role: 'guest', grant: 'comment' });
    await expectRefused(typing(viewer.api, true), 'forbidden');
    const stranger = await chat.join('St', { role: 'guest' });
    await expectRefused(typing(stranger.api, true), 'notFound');
  });
});

describe('channel.people', () => {
  it('lists everyone with access, by name, filtered and page by page, and nobody else', async () => {
    const { api, channelId, owner } = chat;
    for (const name of ['Bea', 'anna', 'Cy']) await chat.join(name);
    await chat.join('Guest in', { role: 'guest', grant: 'view' });
    await chat.join('Guest out', { role: 'guest' });
    const all = await api.trpc.channel.people.query({ channelId });
    expect(all.list.map(({ name }) => name)).toEqual(['anna', 'Bea', 'Cy', 'Guest in', owner.name]);
    expect(Object.keys(all.list[0] ?? {}).sort()).toEqual(['avatar', 'id', 'name']);
    const found = await api.trpc.channel.people.query({ channelId, query: 'E' });
    expect(found.list.map(({ name }) => name)).toEqual(['Bea', 'Guest in', owner.name]);
    const first = await api.trpc.channel.people.query({ channelId, limit: 2 });
    const cursor = first.nextCursor as string;
    const rest = await api.trpc.channel.people.query({ channelId, cursor });
    expect(rest.nextCursor).toBeNull();
    expect([...first.list, ...rest.list]).toEqual(all.list);
    expect((await api.trpc.channel.people.query({ channelId, query: '%_' })).list).toEqual([]);
    // Characters that PostgreSQL cannot store are removed from the query.
    expect(await api.trpc.channel.people.query({ channelId, query: '\0E\ud800\0' })).toEqual(
      await api.trpc.channel.people.query({ channelId, query: 'E\ufffd' }),
    );
  });

  it('of a private channel are those it is shared with, and a stranger learns nothing', async () => {
    const { api, owner } = chat;
    const secret = await chat.privateChannel();
    const bo = await chat.join('Bo');
    const { list } = await api.trpc.channel.people.query({ channelId: secret.id });
    expect(list.map(({ id }) => id)).toEqual([owner.id]);
    await expectRefused(bo.api.trpc.channel.people.query({ channelId: secret.id }), 'notFound');
  });
});
