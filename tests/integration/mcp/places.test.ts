import { makeChannel } from '@tandem/db/testing/factories/index';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FakeMcp, startFakeMcp } from '../../fakes/mcp/server.ts';
import { until } from '../../running/live.ts';
import { useTalkingServer } from '../message/conversation.ts';
import { type Notebook, openNotebook, write } from './notebook.ts';

const ENDLESS = '[[hang]] Go on';
const server = useTalkingServer();
let fake: FakeMcp;
let book: Notebook;

beforeAll(async () => {
  fake = await startFakeMcp();
});
afterAll(async () => {
  await fake.close();
});
beforeEach(async () => {
  book = await openNotebook(server, fake);
  return async () => {
    for (const { channelId } of await turns()) await book.api.trpc.message.stop.mutate({ channelId });
    await until('every answer has ended', async () => (await turns()).length === 0, 20_000);
    await book.close();
  };
});

const turns = () =>
  server.db
    .selectFrom('turn')
    .select(['id', 'channelId', 'messageId', 'waitingSince'])
    .where('status', '=', 'running')
    .where('userId', '=', book.owner.id)
    .orderBy('startedAt')
    .execute();
const waiting = async () => (await turns()).filter(({ waitingSince }) => waitingSince !== null);
const taken = async () => (await turns()).filter(({ waitingSince }) => waitingSince === null);

const channel = async () =>
  (await makeChannel(server.db, { appId: book.app.id, creatorId: book.owner.id, name: 'Named' })).id;

async function send(text: string): Promise<string> {
  const channelId = await channel();
  await book.api.trpc.message.send.mutate({ channelId, text });
  return channelId;
}

const twenty = (text: string) => Promise.all(Array.from({ length: 20 }, () => send(text)));

async function decide(channelId: string, tool = 'write_note', approve = true): Promise<void> {
  const call = await until('a call that waits', async () => {
    const found = await server.db
      .selectFrom('tool_call')
      .innerJoin('turn', 'turn.id', 'tool_call.turnId')
      .select(['turn.messageId', 'tool_call.toolCallId'])
      .where('tool_call.channelId', '=', channelId)
      .where('tool_call.decision', 'is', null)
      .where('tool_call.toolName', 'like', `%${tool}`)
      .executeTakeFirst();
    return found ?? null;
  });
  if (!call) throw new Error('nothing waits');
  await book.api.trpc.message.decideTool.mutate({ channelId, ...call, approve });
}

it('twenty answers waiting for consent do not keep others from starting', async () => {
  await twenty(write());
  await until('all wait', async () => (await waiting()).length === 20, 20_000);
  await twenty(ENDLESS);
  expect(await taken()).toHaveLength(20);
  await expect(send(ENDLESS)).rejects.toMatchObject({ data: { key: 'tooManyTurns' } });
}, 60_000);

it('one that was decided continues as soon as a slot is free', async () => {
  const held = await send(write());
  await until('it waits', async () => (await waiting()).length === 1);
  const busy = await twenty(ENDLESS);
  await decide(held);
  const [turn] = await waiting();
  expect(turn?.channelId).toBe(held);
  expect(fake.notes).toEqual([]);
  await book.api.trpc.message.stop.mutate({ channelId: busy[0] ?? '' });
  await until('the note is written', () => fake.notes.length === 1, 20_000);
  expect((await taken()).length).toBeLessThanOrEqual(20);
}, 60_000);

it('one whose other call still waits holds a slot while the approved one runs', async () => {
  fake.notes.length = 0;
  const held = await send('[[tools]] Use them all');
  await until('both wait', async () => {
    const rows = await server.db
      .selectFrom('tool_call')
      .select('toolCallId')
      .where('channelId', '=', held)
      .where('askedAt', 'is not', null)
      .execute();
    return rows.length === 2 && (await waiting()).length === 1;
  });
  await decide(held);
  await until('the first has run', () => fake.notes.length === 1);
  await until('it waits again', async () => (await waiting()).length === 1);
  await decide(held, 'tear_note', false);
  await until('it has ended', async () => (await turns()).length === 0);
  expect(fake.notes).toHaveLength(1);
});
