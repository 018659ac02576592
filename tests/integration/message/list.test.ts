import { makeMessage } from '@tandem/db/testing/factories/index';
import { textOf } from '@tandem/shared/message/parts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Conversation, openConversation, useTalkingServer } from './conversation.ts';

const server = useTalkingServer();
let talk: Conversation;
/** 60 questions and 60 answers, numbered. */
const texts = Array.from({ length: 120 }, (_, index) => `m${index}`);

beforeAll(async () => {
  talk = await openConversation(server, { name: 'Named' });
  for (const [index, text] of texts.entries())
    await makeMessage(server.db, {
      channelId: talk.channelId,
      text,
      ...(index % 2 === 0 && { authorId: talk.owner.id }),
    });
});
afterAll(() => talk.close());

const words = (list: readonly { parts: Parameters<typeof textOf>[0] }[]) =>
  list.map(({ parts }) => textOf(parts));

describe('message.list', () => {
  it('begins with the newest and goes back by seq, without gap or overlap', async () => {
    const { api, channelId } = talk;
    const pages: string[][] = [];
    let before: number | undefined;
    for (let hasMore = true; hasMore; ) {
      const page = await api.trpc.message.list.query({
        channelId,
        limit: 50,
        ...(before !== undefined && { before }),
      });
      pages.unshift(words(page.list));
      before = page.list[0]?.seq;
      hasMore = page.hasMore;
    }
    expect(pages.map(({ length }) => length)).toEqual([20, 50, 50]);
    expect(pages.flat()).toEqual(texts);
  });

  it('needs the same few queries, however long the page', async () => {
    const { api, channelId } = talk;
    const { pool } = server.platform.database;
    const connect = pool.connect;
    let queries = 0;
    // Every query of Kysely goes through a connection that it takes from the pool.
    pool.connect = ((...args: never[]) => {
      queries += 1;
      return (connect as (...all: never[]) => unknown).apply(pool, args);
    }) as typeof pool.connect;
    // The server's own rounds may fall into one measurement, not into all.
    const cost = async (limit: number) => {
      const costs: number[] = [];
      for (let round = 0; round < 5; round++) {
        queries = 0;
        await api.trpc.message.list.query({ channelId, limit });
        costs.push(queries);
      }
      return Math.min(...costs);
    };
    const [few, many] = [await cost(2), await cost(100)];
    pool.connect = connect;
    expect(many).toBe(few);
    expect(many).toBeLessThanOrEqual(4);
  });

  it.each([
    ['limit 0', { limit: 0 }],
    ['limit 101', { limit: 101 }],
    ['a negative seq', { before: -1 }],
    ['half a seq', { before: 1.5 }],
    ['an unknown key', { after: 3 }],
  ])('refuses %s', async (_name, extra) => {
    const { api, channelId } = talk;
    await expect(
      api.trpc.message.list.query({ channelId, ...extra } as { channelId: string }),
    ).rejects.toMatchObject({ data: { httpStatus: 400 } });
  });
});

describe('GET /api/channel/{id}/history', () => {
  const history = (query: Record<string, unknown>) =>
    talk.api.get(`/api/channel/${talk.channelId}/history`, query);
  const contents = (data: unknown) =>
    (data as { list: { content: string }[] }).list.map(({ content }) => content);

  it('gives the newest page first, oldest first within it', async () => {
    const first = await history({});
    expect(contents(first.data)).toEqual(texts.slice(-10));
    const second = await history({ pagination: { currentPage: 2, pageSize: 50 } });
    expect(contents(second.data)).toEqual(texts.slice(20, 70));
    expect(second.data).toMatchObject({ pagination: { currentPage: 2, pageSize: 50, total: 120 } });
    const last = await history({ pagination: { currentPage: 3, pageSize: 50 } });
    expect(contents(last.data)).toEqual(texts.slice(0, 20));
  });

  it('C40 accepts pagination as JSON and as flat parameters alike', async () => {
    const json = await history({ pagination: { currentPage: 2, pageSize: 7 } });
    const flat = await history({ currentPage: 2, pageSize: 7 });
    expect(json.status, json.text).toBe(200);
    expect(flat.data).toEqual(json.data);
    expect(contents(flat.data)).toEqual(texts.slice(106, 113));
  });

  it('is empty beyond the end, without an error', async () => {
    const beyond = await history({ currentPage: 1_000_000, pageSize: 100 });
    expect(beyond.data).toMatchObject({ list: [], pagination: { total: 120 } });
  });

  it.each(['0', '-1', 'x', '1.5', '1000001'])('currentPage %s is refused', async (currentPage) => {
    expect(await history({ currentPage })).toMatchObject({ status: 400, code: 40001 });
  });
});
