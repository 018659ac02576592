import { channelFor } from '@tandem/api/access/policy/access.rules';
import { editMessage, regenerateMessage } from '@tandem/api/conversation/message/branch';
import { reactToMessage } from '@tandem/api/conversation/message/react';
import { sendMessage } from '@tandem/api/conversation/message/send';
import { systemContext, type UserContext } from '@tandem/api/core/context';
import { type BusMessage, topics } from '@tandem/api/core/live/bus';
import { type Db, transaction } from '@tandem/db';
import { textOf } from '@tandem/shared/message/parts';
import { beforeEach, expect, it } from 'vitest';
import { useConversation, useTalkingServer } from './conversation.ts';

const server = useTalkingServer();
const talk = useConversation(server);

beforeEach(async () => {
  await talk.api.trpc.message.send.mutate({ channelId: talk.channelId, text: '[[say One]] First' });
  await talk.live.until(({ list }) => list.at(-1)?.status === 'done', 'the answer');
});

const ids = () => talk.live.list.map(({ id }) => id) as [string, string];

/** Does something in a transaction that is rolled back; what was told of it meanwhile. */
async function rolledBack(work: (ctx: UserContext) => Promise<unknown>): Promise<BusMessage[]> {
  const told: BusMessage[] = [];
  const hear = (message: BusMessage) => {
    if (message.type !== 'present') told.push(message);
  };
  const { bus } = server.platform;
  const leave = [topics.channel(talk.channelId), topics.team(talk.team.id)].map((topic) =>
    bus.subscribe(topic, hear),
  );
  const actor = { kind: 'user', userId: talk.owner.id, sessionId: '', teamId: talk.team.id } as const;
  const undo = new Error('undone');
  const undone = transaction(server.db, async (tx: Db) => {
    await work({ ...systemContext(server.platform, 'test'), actor, db: tx });
    throw undo;
  });
  await expect(undone).rejects.toBe(undo);
  for (const stop of leave) stop();
  return told;
}

it.each([
  ['sent', async (ctx: UserContext) => sendMessage(ctx, await channel(ctx), { ...at(), text: 'Second' })],
  ['edited', async (ctx: UserContext) => editMessage(ctx, await channel(ctx), edited())],
  ['regenerated', async (ctx: UserContext) => regenerateMessage(ctx, await channel(ctx), answer())],
  [
    'answered by a sign',
    async (ctx: UserContext) =>
      reactToMessage(ctx, await channel(ctx), { ...answer(), emoji: '👍', on: true }),
  ],
])('a message that was %s is announced to nobody when that is rolled back', async (_, work) => {
  const running = server.platform.turns.runningCount();
  expect(await rolledBack(work)).toEqual([]);
  expect(server.platform.turns.runningCount()).toBe(running);
  expect(talk.live.list.map(({ parts }) => textOf(parts))).toEqual(['[[say One]] First', 'One']);
});

const at = () => ({ channelId: talk.channelId });
const answer = () => ({ ...at(), messageId: ids()[1] });
const edited = () => ({ ...at(), messageId: ids()[0], text: 'Other words' });
const channel = ({ db, actor }: UserContext) => channelFor(db, actor, talk.channelId, 'channel.manage');
