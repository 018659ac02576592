import { fillWords } from '@tandem/api/search/search/fill';
import { makeMessage } from '@tandem/db/testing/factories/index';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { useConversation, useOwnTalkingServer } from '../message/conversation.ts';
import { messages } from './searching.ts';

const server = useOwnTalkingServer();
const talk = useConversation(server);

async function ask(text: string) {
  const before = talk.live.list.length;
  talk.live.answer(await talk.api.trpc.message.send.mutate({ channelId: talk.channelId, text }));
  await talk.live.until(({ list }) => list.length === before + 2);
}

const asked = () => {
  const message = talk.live.list.at(-2);
  if (!message) throw new Error('nothing was asked');
  return message;
};

describe('a message', () => {
  it('is found immediately: the question, and the answer when it has ended', async () => {
    await ask('[[stall 60000]] mandolin, not token3');
    expect(await messages(talk.api, 'mandolin')).toHaveLength(1);
    await talk.live.until(({ texts }) => texts.at(-1)?.includes('token3') ?? false);
    // The question itself names the word; the answer does not count while it grows.
    expect(await messages(talk.api, 'token3')).toHaveLength(1);
    await talk.api.trpc.message.stop.mutate({ channelId: talk.channelId });
    await talk.live.untilSettled();
    expect(talk.live.list.at(-1)?.status).toBe('stopped');
    expect(await messages(talk.api, 'token3')).toHaveLength(2);
  });

  it('is found by its latest wording only', async () => {
    await ask('[[say one]] mandolin');
    await talk.live.untilSettled();
    const { id: messageId } = asked();
    talk.live.answer(
      await talk.api.trpc.message.edit.mutate({
        channelId: talk.channelId,
        messageId,
        text: '[[say two]] trombone',
      }),
    );
    await talk.live.untilSettled();
    expect(await messages(talk.api, 'mandolin')).toEqual([]);
    expect(await messages(talk.api, 'trombone')).toHaveLength(1);
    await talk.api.trpc.message.select.mutate({ channelId: talk.channelId, messageId });
    expect(await messages(talk.api, 'mandolin')).toHaveLength(1);
    expect(await messages(talk.api, 'trombone')).toEqual([]);
  });

  it('is found by the continuation of an answer', async () => {
    await ask('[[stall 60000]] play');
    await talk.live.until(({ texts }) => texts.at(-1)?.includes('token3') ?? false);
    await talk.api.trpc.message.stop.mutate({ channelId: talk.channelId });
    await talk.live.untilSettled();
    const { id } = talk.live.list.at(-1) ?? { id: '' };
    const words = () =>
      server.db
        .selectFrom('message_text')
        .select(sql<string[]>`tsvector_to_array("words")`.as('words'))
        .where('messageId', '=', id)
        .executeTakeFirst();
    expect((await words())?.words).toContain('token3');
    talk.live.answer(
      await talk.api.trpc.message.continue.mutate({ channelId: talk.channelId, messageId: id }),
    );
    await talk.live.untilSettled();
    const answer = talk.live.texts.at(-1) ?? '';
    expect((await words())?.words.length).toBe(new Set(answer.toLowerCase().match(/[\p{L}\p{N}]+/gu)).size);
  });

  it('is stored whatever its words are', async () => {
    const odd = `${'長'.repeat(3_000)} ${Array.from({ length: 18_000 }, (_, i) => `w${i}`).join(' ')} 𝒳 ﷺ`;
    await ask(`[[say fine]] ${odd.slice(0, 99_000)}`);
    await talk.live.untilSettled();
    expect(await messages(talk.api, 'w12345')).toHaveLength(1);
  });
});

describe('messages from before the index', () => {
  it('are indexed by a job, in batches, once', async () => {
    for (let i = 0; i < 3; i++)
      await makeMessage(server.db, {
        channelId: talk.channelId,
        text: `harmonica ${i}`,
        authorId: talk.owner.id,
      });
    await makeMessage(server.db, { channelId: talk.channelId, text: '…', authorId: talk.owner.id });
    expect(await messages(talk.api, 'harmonica')).toEqual([]);
    expect(await fillWords(server.db)).toBe(0);
    await sql`insert into "search_fill" default values`.execute(server.db);
    // Out of time after one batch: the next call continues.
    await fillWords(server.db, 0);
    await fillWords(server.db);
    expect(await messages(talk.api, 'harmonica')).toEqual(['harmonica 2', 'harmonica 1', 'harmonica 0']);
    expect(await server.db.selectFrom('search_fill').selectAll().execute()).toEqual([]);
    expect(await fillWords(server.db)).toBe(0);
  });

  it('are waited for by an installation that has some, and by no other', async () => {
    expect(await server.db.selectFrom('search_fill').selectAll().execute()).toEqual([]);
  });
});
