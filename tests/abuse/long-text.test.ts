import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMailSink } from '../fakes/mail/server.ts';
import { mailboxOf } from '../running/mailbox.ts';
import { type Person, signUp } from '../running/people.ts';
import { type RunningServer, startServerProcess } from '../running/server.ts';

/** Milliseconds that anybody may have to wait because of one message; without bounds it were many seconds. */
const LONGEST_MS = 2_500;

let server: RunningServer;
let person: Person;
let channelId: string;

beforeAll(async () => {
  const sink = await startMailSink();
  server = await startServerProcess({ SMTP_URL: sink.url });
  person = await signUp(server.url, mailboxOf(sink), 'writes.much@example.test', 'Writes Much');
  await sink.close();
  const { trpc } = person.api;
  const [app] = await trpc.app.list.query();
  ({ id: channelId } = await trpc.channel.create.mutate({
    appId: app?.id ?? '',
    kind: 'discussion',
    name: 'Long',
  }));
});
afterAll(() => server?.dispose());

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
