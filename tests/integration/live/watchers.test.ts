import { setTimeout as sleep } from 'node:timers/promises';
import { textOf } from '@tandem/shared/message/parts';
import { describe, expect, it, vi } from 'vitest';
import {
  type Conversation,
  openConversation,
  stored,
  type TalkingServer,
  useTalkingServer,
  useTalkingServerBeside,
} from '../message/conversation.ts';
import { type Follower, follow, type LiveSocket, openSocket } from './follower.ts';

/**
 * The promise to every watcher: whenever they connect, however often they lose the connection, whatever
 * process they are on, they end with exactly the parts in the database, and see no delta twice and none
 * missing.
 */
const first = useTalkingServer();
const second = useTalkingServerBeside(first);

// Streams of a thousand words to dozens of watchers take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

interface Seat {
  socket: LiveSocket;
  follower: Follower & { stop(): void };
}

function sit(talk: Conversation, server: TalkingServer, revision?: number): Seat {
  const socket = openSocket(server.url, talk.api.token as string);
  return { socket, follower: follow(socket, talk.channelId, revision) };
}

async function leave(seats: Seat[]): Promise<void> {
  for (const { follower, socket } of seats) {
    follower.stop();
    await socket.close();
  }
}

async function expectAllExact(server: TalkingServer, followers: Follower[]): Promise<void> {
  for (const follower of followers) await follower.untilSettled(45_000);
  const answerId = followers[0]?.list.at(-1)?.id as string;
  const { parts, n, status } = await stored(server, answerId);
  for (const [index, follower] of followers.entries()) {
    const answer = follower.list.at(-1);
    expect(follower.breaches, `watcher ${index}`).toEqual([]);
    expect(answer?.parts, `watcher ${index}`).toEqual(parts);
    expect(answer, `watcher ${index}`).toMatchObject({ n, status });
  }
}

describe.each([
  ['in the process of the turn', () => [first]],
  ['in another process', () => [second]],
  ['in both', () => [first, second]],
])('watchers %s', (_name, servers) => {
  it('joining at random times during a fast stream all end with the stored parts', async () => {
    const talk = await openConversation(first, { name: 'Named' });
    const text = '[[reasoning a long thought about the matter at hand]] [[tokens 1200]] [[delay 1]] Go';
    await talk.api.trpc.message.send.mutate({ channelId: talk.channelId, text });
    const seats: Seat[] = [];
    for (let index = 0; index < 24; index++) {
      seats.push(sit(talk, servers()[index % servers().length] as TalkingServer));
      await sleep(Math.random() * 60);
    }
    await expectAllExact(first, [talk.live, ...seats.map(({ follower }) => follower)]);
    // They did come in the middle, and did see it grow.
    const growing = seats.filter(({ follower }) => follower.events.some(({ type }) => type === 'delta'));
    expect(growing.length).toBeGreaterThan(8);
    await leave(seats);
    await talk.close();
  });

  it('losing their connection again and again miss nothing', async () => {
    const talk = await openConversation(first, { name: 'Named' });
    const { channelId } = talk;
    const seats = Array.from({ length: 6 }, (_, index) =>
      sit(talk, servers()[index % servers().length] as TalkingServer),
    );
    await Promise.all(seats.map(({ follower }) => follower.until(({ isStarted }) => isStarted)));
    await talk.api.trpc.message.send.mutate({ channelId, text: '[[tokens 1200]] [[delay 1]] Go' });
    for (let round = 0; round < 25; round++) {
      seats[Math.floor(Math.random() * seats.length)]?.socket.drop();
      await sleep(Math.random() * 120);
    }
    await expectAllExact(first, [talk.live, ...seats.map(({ follower }) => follower)]);
    await leave(seats);
    await talk.close();
  });

  it('resuming from a loaded list miss no token in between', async () => {
    const talk = await openConversation(first, { name: 'Named' });
    const { channelId, api } = talk;
    await api.trpc.message.send.mutate({ channelId, text: '[[tokens 800]] [[delay 1]] Go' });
    const seats: Seat[] = [];
    for (let index = 0; index < 8; index++) {
      const page = await api.trpc.message.list.query({ channelId });
      // As a browser does: the page is shown first, the subscription comes a little later.
      await sleep(Math.random() * 100);
      const seat = sit(talk, servers()[index % servers().length] as TalkingServer, page.revision);
      for (const message of page.list) seat.follower.messages.set(message.id, message);
      seats.push(seat);
    }
    await expectAllExact(first, [talk.live, ...seats.map(({ follower }) => follower)]);
    expect(seats.every(({ follower }) => follower.list.length === 2)).toBe(true);
    await leave(seats);
    await talk.close();
  });
});

describe('a watcher that reconnects', () => {
  it('gets changes by its revision: new, edited, off the path', async () => {
    const talk = await openConversation(first, { name: 'Named' });
    const { channelId, api, live } = talk;
    const say = async (text: string) => {
      await api.trpc.message.send.mutate({ channelId, text });
      await live.until(({ texts }) => texts.includes(text));
      await live.untilSettled();
    };
    await say('one');
    const seat = sit(talk, second);
    await seat.follower.untilSettled();
    const { revision, list } = seat.follower;
    seat.follower.stop();
    await say('two');
    await api.trpc.message.edit.mutate({ channelId, messageId: list[0]?.id as string, text: 'one, better' });
    await live.until(({ texts }) => texts[0] === 'one, better');
    await live.untilSettled();
    const back = follow(seat.socket, channelId, revision);
    for (const message of list) back.messages.set(message.id, message);
    await back.until(({ isStarted }) => isStarted);
    expect(back.events[0]).toMatchObject({ type: 'messages', reset: false });
    expect(back.list).toEqual(live.list);
    back.stop();
    await leave([seat]);
    await talk.close();
  });

  it('gets the newest page after too many changes, or from an invalid revision', async () => {
    const talk = await openConversation(first, { name: 'Named' });
    const { channelId, live, api } = talk;
    await api.trpc.message.send.mutate({ channelId, text: 'Hello' });
    await live.untilSettled();
    await first.db
      .updateTable('channel_head')
      .set({ revision: 900 })
      .where('channelId', '=', channelId)
      .execute();
    const seat = sit(talk, first, 5_000);
    await seat.follower.until(({ isStarted }) => isStarted);
    expect(seat.follower.events[0]).toMatchObject({ type: 'messages', reset: true, hasMore: false });
    expect(seat.follower.list).toHaveLength(2);
    await leave([seat]);
    await talk.close();
  });
});

describe('with a bus that loses anything', () => {
  it('a watcher on the other process still ends exact', async () => {
    const talk = await openConversation(first, { name: 'Named' });
    const { channelId, api } = talk;
    const seat = sit(talk, second);
    await seat.follower.until(({ isStarted }) => isStarted);
    const { bus } = first.platform;
    const { publish } = bus;
    // From here every second message to other processes gets lost, at random, and all news of beginnings and ends.
    bus.publish = (topic, message) => {
      if (message.type !== 'changed' && Math.random() < 0.5) publish.call(bus, topic, message);
    };
    await api.trpc.message.send.mutate({ channelId, text: '[[tokens 1500]] [[delay 2]] Go' });
    await seat.follower.untilSettled(45_000);
    bus.publish = publish;
    await talk.live.untilSettled();
    await expectAllExact(first, [seat.follower, talk.live]);
    expect(textOf(seat.follower.list[1]?.parts ?? [])).toContain('1499');
    await leave([seat]);
    await talk.close();
  });
});
