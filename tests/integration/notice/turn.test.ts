import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { follow, openSocket } from '../live/follower.ts';
import {
  type Conversation,
  useConversation,
  useTalkingServer,
  useTalkingServerBeside,
} from '../message/conversation.ts';
import { noticesOf } from './fixture.ts';

const server = useTalkingServer();
const beside = useTalkingServerBeside(server);
const talk = useConversation(server, { name: 'Slow' });

/** Asks for an answer that seems to have started long ago, and waits for its end. */
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
  it('notifies an asker who left', async () => {
    const asker = await talk.person();
    await askLong(asker.api);
    await expect
      .poll(() => told(asker.api), { timeout: 5_000 })
      .toMatchObject([
        { kind: 'turn', actor: null, channel: { id: talk.channelId, name: 'Slow' }, excerpt: '' },
      ]);
    expect(await told(talk.api)).toEqual([]);
  });

  it('notifies when it failed, too', async () => {
    const asker = await talk.person();
    await askLong(asker.api, { text: '[[slow 300]] [[status 400]] Go' });
    await expect.poll(() => told(asker.api), { timeout: 5_000 }).toHaveLength(1);
  });

  it('does not notify anyone who has the channel open, here or in another process', async () => {
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

  it('does not notify for short or stopped answers', async () => {
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
