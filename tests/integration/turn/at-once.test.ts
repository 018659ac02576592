import { makeChannel } from '@tandem/db/testing/factories/index';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFakeProvider } from '../../fakes/provider/server.ts';
import { apiFor } from '../../running/api.ts';
import { until } from '../../running/live.ts';
import { createDatabase } from '../harness/databases.ts';
import {
  type Conversation,
  type OwnTalkingServer,
  openConversation,
  startTalkingServer,
} from '../message/conversation.ts';

/** Two servers over one database, and the answers of one person that are asked for through both. */
let servers: [OwnTalkingServer, OwnTalkingServer];
let talk: Conversation;
let closeAll: () => Promise<void>;

beforeAll(async () => {
  const database = await createDatabase();
  const provider = await startFakeProvider({ delayMs: 20 });
  const start = () => startTalkingServer({ provider, databaseUrl: database.url });
  const [first, second] = [await start(), await start()];
  servers = [first, second];
  talk = await openConversation(first, { name: 'Named' });
  closeAll = async () => {
    await talk.close();
    await Promise.all(servers.map((server) => server.close()));
    await provider.close();
    await database.drop();
  };
});
afterAll(() => closeAll?.());

const ENDLESS = '[[tokens 100000]] Go on';
const channel = () =>
  makeChannel(servers[0].db, { appId: talk.app.id, creatorId: talk.owner.id, name: 'Named' });
const running = async () =>
  (await servers[0].db.selectFrom('turn').select('id').where('status', '=', 'running').execute()).length;
const clients = () => servers.map(({ url }) => apiFor(url, talk.api.token).trpc);

async function stopAll(): Promise<void> {
  const [first] = clients();
  await servers[0].db.deleteFrom('queued_message').execute();
  const turns = await servers[0].db
    .selectFrom('turn')
    .select('channelId')
    .where('status', '=', 'running')
    .execute();
  for (const { channelId } of turns) await first?.message.stop.mutate({ channelId });
  await until('every answer has ended', async () => (await running()) === 0, 20_000);
}

it('of sixty answers one person requests at once over two servers exactly twenty start', async () => {
  const channels = await Promise.all(Array.from({ length: 60 }, channel));
  const ends = await Promise.allSettled(
    channels.map(({ id: channelId }, index) =>
      clients()[index % 2]?.message.send.mutate({ channelId, text: ENDLESS }),
    ),
  );
  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.data.key] : []));
  expect(await running()).toBe(20);
  expect(refused).toHaveLength(40);
  expect(new Set(refused)).toEqual(new Set(['tooManyTurns']));
  await stopAll();
});

it('queued messages count too: they wait while twenty answers run', async () => {
  const colleague = await talk.person();
  const busy = await Promise.all(Array.from({ length: 5 }, channel));
  for (const { id: channelId } of busy) {
    await colleague.api.trpc.message.send.mutate({ channelId, text: ENDLESS });
    const { queuedId } = await talk.api.trpc.message.send.mutate({ channelId, text: ENDLESS });
    expect(queuedId).not.toBeNull();
  }
  const own = await Promise.all(Array.from({ length: 18 }, channel));
  for (const { id: channelId } of own) await talk.api.trpc.message.send.mutate({ channelId, text: ENDLESS });
  // The colleague's five end at once, and the five that wait below them want to begin.
  await Promise.all(busy.map(({ id: channelId }) => talk.api.trpc.message.stop.mutate({ channelId })));
  const counts = async () => {
    const turns = servers[0].db.selectFrom('turn').select('id').where('userId', '=', talk.owner.id);
    const queue = servers[0].db.selectFrom('queued_message').select('id');
    return [
      (await turns.where('status', '=', 'running').execute()).length,
      (await queue.execute()).length,
    ] as const;
  };
  await until('two of them have begun', async () => (await counts())[0] >= 20);
  expect(await counts()).toEqual([20, 3]);
  await talk.api.trpc.message.stop.mutate({ channelId: own[0]?.id ?? '' });
  await until('one that waits takes the free place', async () => (await counts())[1] === 2, 15_000);
  expect((await counts())[0]).toBe(20);
  await stopAll();
});
