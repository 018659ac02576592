import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { follow, openSocket } from '../live/follower.ts';
import {
  type Conversation,
  openConversation,
  startTalkingServer,
  type TalkingServer,
} from '../message/conversation.ts';
import { noticesOf } from './stage.ts';

let server: TalkingServer;
let beside: TalkingServer;
let talk: Conversation;

beforeAll(async () => {
  server = await startTalkingServer();
  const { url: databaseUrl } = server.platform.database;
  beside = await startTalkingServer({ provider: server.provider, databaseUrl });
});
afterAll(async () => {
  await beside.close();
  await server.close();
});
beforeEach(async () => {
  talk = await openConversation(server, { name: 'Slow' });
  return () => talk.close();
});

/** Asks for an answer that seems to have begun long ago, and waits for its end. */
async function askLong(
  api: Conversation['api'],
  { seconds = 40, text = '[[slow 400]] [[say done]] Go' } = {},
) {
  await api.trpc.message.send.mutate({ channelId: talk.channelId, text });
  await server.db
    .updateTable('turn')
    .set({ startedAt: sql<Date>`now() - make_interval(secs => ${seconds})` })
    .where('channelId', '=', talk.channelId)
    .execute();
  await talk.live.untilSettled();
}

const told = async (api: Conversation['api']) => (await noticesOf(api)).list;

describe('the end of a long answer', () => {
  it('is told to anyone who asked and left', async () => {
    const asker = await talk.person();
    await askLong(asker.api);
    await expect
      .poll(() => told(asker.api), { timeout: 5_000 })
      .toMatchObject([
        { kind: 'turn', actor: null, channel: { id: talk.channelId, name: 'Slow' }, excerpt: '' },
      ]);
    expect(await told(talk.api)).toEqual([]);
  });

  it('is told when it failed, too', async () => {
    const asker = await talk.person();
    await askLong(asker.api, { text: '[[slow 300]] [[status 400]] Go' });
    await expect.poll(() => told(asker.api), { timeout: 5_000 }).toHaveLength(1);
  });

  it('is not told to anyone who has the channel open, here or at another process', async () => {
    await askLong(talk.api);
    const asker = await talk.person();
    const socket = openSocket(beside.url, asker.api.token as string);
    const tab = follow(socket, talk.channelId);
    await tab.until(({ isStarted }) => isStarted, 'the first event');
    await askLong(asker.api);
    await tab.untilSettled();
    // As long as a process waits for the others' word, and a little more.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await told(asker.api)).toEqual([]);
    expect(await told(talk.api)).toEqual([]);
    tab.stop();
    await socket.close();
  });

  it('is not told of short answers, nor of stopped ones', async () => {
    const asker = await talk.person();
    await askLong(asker.api, { seconds: 20 });
    await asker.api.trpc.message.send.mutate({ channelId: talk.channelId, text: '[[tokens 5000]] Go' });
    await server.db
      .updateTable('turn')
      .set({ startedAt: sql<Date>`now() - interval '1 minute'` })
      .where('channelId', '=', talk.channelId)
      .where('status', '=', 'running')
      .execute();
    await asker.api.trpc.message.stop.mutate({ channelId: talk.channelId });
    await talk.live.untilSettled();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await told(asker.api)).toEqual([]);
  });
});
