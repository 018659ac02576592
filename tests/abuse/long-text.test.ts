import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../running/people.ts';
import type { RunningServer } from '../running/server.ts';
import { type ServerWithOwner, startWithOwner } from '../running/with-owner.ts';

/** Milliseconds that anybody may have to wait because of one message; without bounds it were many seconds. */
const LONGEST_MS = 2_500;

let opened: ServerWithOwner;
let server: RunningServer;
let person: Person;
let channelId: string;

beforeAll(async () => {
  opened = await startWithOwner();
  ({ server, person } = opened);
  const { trpc } = person.api;
  ({ id: channelId } = await trpc.channel.create.mutate({
    appId: opened.appId,
    kind: 'discussion',
    name: 'Long',
  }));
});
afterAll(() => opened?.close());

/** The longest that the server was silent, in milliseconds, while something went on. */
async function silenceDuring(action: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const began = performance.now();
      await fetch(`${server.url}/healthz`);
      longest = Math.max(longest, performance.now() - began);
    }
  })();
  await action().finally(() => {
    isOver = true;
  });
  await watching;
  return longest;
}

it.each([
  ['one character again and again', '啊'.repeat(60_000), '啊'],
  ['marks without end', `a${'\u0301\u0316'.repeat(49_000)}`, 'a'],
  ['a letter with marks, inside a word', `q${'\u0301'.repeat(60_000)}z`, 'q'],
])('nobody blocks the server by %s, stored and searched', async (_label, text, query) => {
  const { trpc } = person.api;
  const silence = await silenceDuring(async () => {
    await trpc.message.send.mutate({ channelId, text });
    const { groups } = await trpc.search.find.query({ query, channelId });
    expect(groups[0]?.hits.length).toBeGreaterThan(0);
  });
  expect(silence).toBeLessThan(LONGEST_MS);
});
