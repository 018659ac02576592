import { setTimeout as sleep } from 'node:timers/promises';
import { makeChannel } from '@tandem/db/testing/factories/index';
import type { MeLiveEvent } from '@tandem/shared/live/events';
import { describe, expect, it } from 'vitest';
import { useConversation, useTalkingServer } from '../message/conversation.ts';
import { openSocket } from './follower.ts';

const server = useTalkingServer();
const talk = useConversation(server);

const until = (isTrue: () => boolean, timeout = 6_000) =>
  expect.poll(isTrue, { timeout, interval: 20 }).toBe(true);

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

  it('counts others’ messages, and updates all of one’s tabs on reading', async () => {
    const { channelId, api, live } = talk;
    const colleague = await talk.person();
    const [one, two] = [await watchMe(colleague.api), await watchMe(colleague.api)];
    await api.trpc.message.send.mutate({ channelId, text: 'Hello' });
    await live.untilSettled();
    const unread = (events: MeLiveEvent[]) =>
      events.flatMap((event) =>
        event.type === 'unread' ? (event.channels.get(channelId)?.unread ?? []) : [],
      );
    await until(() => unread(one.events).at(-1) === 2 && unread(two.events).at(-1) === 2);
    await colleague.api.trpc.channel.markRead.mutate({ channelId });
    await until(() => unread(one.events).at(-1) === 0 && unread(two.events).at(-1) === 0);
    await one.close();
    await two.close();
  });

  it('announces one’s reading to nobody else', async () => {
    const { channelId, api, live } = talk;
    const [reader, neighbour] = [await talk.person(), await talk.person()];
    const [theirs, others] = [await watchMe(reader.api), await watchMe(neighbour.api)];
    await api.trpc.message.send.mutate({ channelId, text: 'Hello' });
    await live.untilSettled();
    const last = (events: MeLiveEvent[]) =>
      events.findLast((event) => event.type === 'unread')?.channels.get(channelId)?.unread;
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

  it('counts messages and notifications although the bus loses every event', async () => {
    const { channelId, api, live } = talk;
    const colleague = await talk.person();
    const { events, close } = await watchMe(colleague.api);
    const { bus } = server.platform;
    const { publish } = bus;
    bus.publish = () => {};
    try {
      const { name } = await colleague.api.trpc.user.profile.query();
      await api.trpc.message.send.mutate({
        channelId,
        text: `@${name} look`,
        mentions: [{ type: 'user', userId: colleague.user.id }],
      });
      const unread = () =>
        events.findLast((event) => event.type === 'unread' && event.channels.has(channelId));
      const notices = () => events.findLast((event) => event.type === 'notices');
      await until(() => unread() !== undefined && notices()?.unread === 1, 15_000);
    } finally {
      bus.publish = publish;
    }
    await live.untilSettled();
    await close();
  });

  it('hides channels one may not see', async () => {
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
    expect(events.filter((event) => event.type === 'unread' && event.channels.has(channelId))).toEqual([]);
    await close();
  });

  it('announces the end of the session', async () => {
    const colleague = await talk.person();
    const { events, close } = await watchMe(colleague.api);
    await colleague.api.get('/api/user/logout');
    await until(() => events.some(({ type }) => type === 'signedOut'));
    await close();
  });
});
