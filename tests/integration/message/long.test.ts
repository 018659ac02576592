import { makeMessage } from '@tandem/db/testing/factories/index';
import { textOf } from '@tandem/shared/message/parts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Conversation, openConversation, useTalkingServer } from './conversation.ts';

const MEGABYTE = 1024 * 1024;
const COUNT = 40;
const server = useTalkingServer();
let talk: Conversation;

beforeAll(async () => {
  talk = await openConversation(server, { name: 'Named' });
  // Compressed they are nothing, so that their length is not what the table says.
  for (let index = 0; index < COUNT; index++)
    await makeMessage(server.db, {
      channelId: talk.channelId,
      text: `m${index} ${'long '.repeat(MEGABYTE / 5)}`,
      ...(index % 2 === 0 && { authorId: talk.owner.id }),
    });
});
afterAll(() => talk.close());

const names = (list: readonly { parts: Parameters<typeof textOf>[0] }[]) =>
  list.map(({ parts }) => textOf(parts).split(' ', 1)[0]);
const all = Array.from({ length: COUNT }, (_, index) => `m${index}`);

it('pages of long messages end early, and continue without gap or overlap', async () => {
  const { api, channelId } = talk;
  const seen: (string | undefined)[] = [];
  let before: number | undefined;
  for (let hasMore = true; hasMore; ) {
    const page = await api.trpc.message.list.query({
      channelId,
      limit: 100,
      ...(before !== undefined && { before }),
    });
    expect(page.list.length).toBeGreaterThan(0);
    expect(Buffer.byteLength(JSON.stringify(page.list))).toBeLessThan(4.1 * MEGABYTE);
    seen.unshift(...names(page.list));
    before = page.list[0]?.seq;
    hasMore = page.hasMore;
  }
  expect(seen).toEqual(all);
});

it('a message longer than a page is returned alone', async () => {
  const other = await openConversation(server, { name: 'Named' });
  for (const text of ['first', 'x'.repeat(5 * MEGABYTE), 'last'])
    await makeMessage(server.db, { channelId: other.channelId, text, authorId: other.owner.id });
  const { trpc } = other.api;
  const lengths: number[] = [];
  let before: number | undefined;
  for (let hasMore = true; hasMore; ) {
    const page = await trpc.message.list.query({
      ...{ channelId: other.channelId, limit: 10 },
      ...(before !== undefined && { before }),
    });
    lengths.push(page.list.length);
    before = page.list[0]?.seq;
    hasMore = page.hasMore;
  }
  expect(lengths).toEqual([1, 1, 1]);
  await other.close();
});

it('a follower starts over with a short page after many changes', async () => {
  const { api, channelId } = talk;
  const { revision } = await api.trpc.message.list.query({ channelId, limit: 1 });
  await server.db
    .updateTable('message')
    .set({ revision: revision + 1 })
    .where('channelId', '=', channelId)
    .execute();
  await server.db
    .updateTable('channel_head')
    .set({ revision: revision + 1 })
    .where('channelId', '=', channelId)
    .execute();
  const { changesSince } = await import('@tandem/api/content/message/changes');
  expect(await changesSince(server.db, channelId, revision)).toMatchObject({ tooMany: true, rows: [] });
});

it('a numbered page that would be too long is refused, one of fewer messages is not', async () => {
  const { api, channelId } = talk;
  const page = (pageSize: number, currentPage = 1) =>
    api.get(`/api/channel/${channelId}/history?currentPage=${currentPage}&pageSize=${pageSize}`);
  expect(await page(100)).toMatchObject({ status: 413, code: 41_308 });
  expect(await page(10, 2)).toMatchObject({ status: 200 });
  expect(await page(20, 9)).toMatchObject({ status: 200, data: { list: [] } });
  expect(await page(1, 7)).toMatchObject({ status: 200 });
});
