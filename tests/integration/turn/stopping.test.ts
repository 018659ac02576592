import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTurns } from '@tandem/api/conversation/turn/engine';
import { textOf } from '@tandem/shared/message/parts';
import { describe, expect, it } from 'vitest';
import {
  openConversation,
  startTalkingServer,
  stored,
  useConversation,
  useTalkingServer,
} from '../message/conversation.ts';

const server = useTalkingServer();
const talk = useConversation(server);

const long = '[[tokens 100000]] [[delay 5]] Long';

describe('a stopping server', () => {
  it('saves its turns as interrupted immediately, and leaves the queue to others', async () => {
    const second = await startTalkingServer({
      provider: server.provider,
      databaseUrl: server.platform.database.url,
    });
    const { channelId, live, api } = talk;
    const other = await second.as(talk.owner.id);
    await other.trpc.message.send.mutate({ channelId, text: long });
    await live.until(({ texts }) => (texts[1] ?? '').length > 60, 'some words');
    await api.trpc.message.send.mutate({ channelId, text: '[[say next]] Waiting' });
    const endedAt = Date.now();
    await second.platform.turns.drain();
    expect(Date.now() - endedAt).toBeLessThan(2_000);
    await live.until(({ list }) => list[1]?.status === 'interrupted', 'the interruption');
    const message = await stored(server, live.list[1]?.id as string);
    expect(live.list[1]?.parts).toEqual(message.parts);
    expect(textOf(message.parts).length).toBeGreaterThan(60);
    await live.until(({ list }) => list[3]?.status === 'done', 'the waiting one, answered by the other');
    expect(live.texts[3]).toBe('next');
    await second.close();
  });

  it('waits for the turn of a message that it was taking from the queue', async () => {
    const second = await startTalkingServer({
      provider: server.provider,
      databaseUrl: server.platform.database.url,
    });
    const { channelId, team, owner } = talk;
    let drained: Promise<unknown> | undefined;
    await server.db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('channel_head')
        .selectAll()
        .where('channelId', '=', channelId)
        .forUpdate()
        .execute();
      await server.db
        .insertInto('queued_message')
        .values({
          channelId,
          teamId: team.id,
          authorId: owner.id,
          text: long,
          modelId: null,
          clientKey: null,
        })
        .execute();
      second.platform.turns.takeNext(channelId);
      await sleep(300);
      drained = second.platform.turns.drain();
      await sleep(300);
    });
    await drained;
    const turns = await server.db
      .selectFrom('turn')
      .select(['status', 'ownerId'])
      .where('channelId', '=', channelId)
      .execute();
    // The other process answers what the ending one took from the queue.
    expect(turns).toEqual([{ status: 'running', ownerId: server.platform.processId }]);
    await second.close();
  });

  it('passes new requests to another process', async () => {
    const second = await startTalkingServer({
      provider: server.provider,
      databaseUrl: server.platform.database.url,
    });
    await second.platform.turns.drain();
    const { channelId, live } = talk;
    const other = await second.as(talk.owner.id);
    await other.trpc.message.send.mutate({ channelId, text: long });
    await second.close();
    await live.until(({ texts }) => (texts[1] ?? '').length > 100, 'words of the other process');
    const turn = await server.db
      .selectFrom('turn')
      .select(['status', 'ownerId', 'epoch'])
      .where('channelId', '=', channelId)
      .executeTakeFirstOrThrow();
    expect(turn).toEqual({ status: 'running', ownerId: server.platform.processId, epoch: 2 });
    expect(live.breaches).toEqual([]);
  });

  it('leaves new requests to the next process if there is no other', async () => {
    const first = await startTalkingServer();
    const alone = await openConversation(first, { name: 'Named' });
    const { channelId, live, api } = alone;
    await first.platform.turns.drain();
    await api.trpc.message.send.mutate({ channelId, text: '[[say later]] q' });
    const waits = () =>
      first.db
        .selectFrom('turn')
        .select(['status', 'epoch'])
        .where('channelId', '=', channelId)
        .where('ownerId', '!=', first.platform.processId)
        .executeTakeFirst();
    await expect.poll(waits).toEqual({ status: 'running', epoch: 1 });
    const second = await startTalkingServer({
      provider: first.provider,
      databaseUrl: first.platform.database.url,
    });
    await live.until(({ list }) => list[1]?.status === 'done', 'the answer of the next process');
    expect(live.texts[1]).toBe('later');
    alone.close();
    await second.close();
    await first.close();
  });
});

it('an idle engine closes immediately', async () => {
  const turns = createTurns({ ...server.platform, processId: randomUUID(), instances: new Map() });
  await turns.drain();
});
