import { MAX_REACTIONS } from '@tandem/shared/message/schema';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTalkingServer } from '../message/conversation.ts';
import { expectRefused } from '../workspace/team.ts';
import { useGroupChat } from './group-chat.ts';

const server = useTalkingServer();
const chat = useGroupChat(server, { answering: 'mentioned' });
let messageId: string;

beforeEach(async () => {
  const { channelId, api } = chat;
  const sent = await api.trpc.message.send.mutate({ channelId, text: 'Hello' });
  messageId = sent.messageId as string;
});

const react = (emoji: string, on = true, api = chat.api) =>
  api.trpc.message.react.mutate({ channelId: chat.channelId, messageId, emoji, on });
const count = () =>
  server.db
    .selectFrom('reaction')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('messageId', '=', messageId)
    .executeTakeFirstOrThrow();

describe('message.react', () => {
  it('is visible to all, with names and whether it is one’s own', async () => {
    const { live, owner } = chat;
    const bo = await chat.join('Bo');
    const watching = await chat.watch(bo.api.token);
    await react('👍');
    const answer = await react('👍', true, bo.api);
    const people = [owner.name, 'Bo'];
    expect(answer.messages[0]?.reactions).toEqual([{ emoji: '👍', count: 2, mine: true, people }]);
    await react('🎉', true, bo.api);
    for (const follower of [live, watching])
      await follower.until(({ list }) => list[0]?.reactions.length === 2, 'both');
    expect(live.list[0]?.reactions.map(({ emoji, mine }) => [emoji, mine])).toEqual([
      ['👍', true],
      ['🎉', false],
    ]);
    expect(watching.list[0]?.reactions.map(({ mine }) => mine)).toEqual([true, true]);
    await react('👍', false);
    await live.until(({ list }) => list[0]?.reactions[0]?.count === 1, 'one less');
    expect(live.breaches).toEqual([]);
  });

  it('twice changes nothing, not even the revision', async () => {
    const first = await react('👍');
    const second = await react('👍');
    expect(second.revision).toBe(first.revision);
    await Promise.all(Array.from({ length: 4 }, () => react('👀')));
    expect((await count()).n).toBe(2);
    const gone = await react('🙈', false);
    expect((await react('🙈', false)).revision).toBe(gone.revision);
  });

  it.each(['👍🏽', '❤️', '🇨🇳', '👨‍👩‍👧', '1️⃣'])('accepts %s as one emoji', async (emoji) => {
    expect((await react(emoji)).messages[0]?.reactions[0]?.emoji).toBe(emoji);
  });

  it.each(['', 'a', 'ok', '👍👍', '1', '<b>', '👍 ', ' ', '‮'])('refuses "%s"', async (emoji) => {
    await expectRefused(react(emoji), 'invalidInput');
  });

  it('accepts a bounded number of different emoji, and still others’ use of those', async () => {
    const emoji = [...Array(MAX_REACTIONS + 1)].map((_, index) => String.fromCodePoint(0x1f400 + index));
    for (const each of emoji.slice(0, MAX_REACTIONS)) await react(each);
    await expectRefused(react(emoji[MAX_REACTIONS] as string), 'tooManyReactions');
    const bo = await chat.join('Bo');
    expect((await react(emoji[0] as string, true, bo.api)).messages[0]?.reactions[0]?.count).toBe(2);
  });

  it('requires commenting, the right channel, and a message on the path', async () => {
    const viewer = await chat.join('Vi', { role: 'guest', grant: 'view' });
    await expectRefused(react('👍', true, viewer.api), 'forbidden');
    const stranger = await chat.join('St', { role: 'guest' });
    await expectRefused(react('👍', true, stranger.api), 'notFound');
    const other = await chat.privateChannel();
    const call = { channelId: other.id, messageId, emoji: '👍', on: true };
    await expectRefused(chat.api.trpc.message.react.mutate(call), 'notFound');
    expect((await count()).n).toBe(0);
  });

  it('names ten of many', async () => {
    const people = await Promise.all(Array.from({ length: 11 }, (_, index) => chat.join(`P${index}`)));
    for (const person of people) await react('👍', true, person.api);
    const { list } = await chat.api.trpc.message.list.query({ channelId: chat.channelId });
    expect(list[0]?.reactions[0]).toMatchObject({ count: 11, mine: false });
    expect(list[0]?.reactions[0]?.people.length).toBe(10);
  });
});
