import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, test as base, expect, type Page } from '@playwright/test';
import { startEmbedded } from '@tandem/db/embedded/index';
import { FRAGMENT } from '@tandem/shared/document/schema';
import { type MailSink, startMailSink } from '../../fakes/mail/server.ts';
import { type Api, apiFor } from '../../running/api.ts';
import { textOf } from '../../running/editor.ts';
import { mailboxOf } from '../../running/mailbox.ts';
import { signUp } from '../../running/people.ts';
import { type RunningServer, startServerProcess } from '../../running/server.ts';
import { storedDocument } from '../../running/stored.ts';
import { makeColleague } from '../support/colleague.ts';
import { makeDocument, makeNoteApp, OpenDocument } from '../support/document.ts';
import { stateOf } from '../support/test.ts';
import { countsOf, Program, Typist } from '../support/writers.ts';

/** Duration of writing; `JOURNEY_SECONDS=60 npm run e2e -- document-storm` for the full run. */
const SECONDS = Number(process.env.JOURNEY_SECONDS || 15);

interface Cleaning {
  cleanUps: (() => unknown)[];
}
const test = base.extend<Cleaning>({
  cleanUps: async ({ browserName: _ }, use) => {
    const cleanUps: (() => unknown)[] = [];
    await use(cleanUps);
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  },
});
// Both workers share the longest there is.
test.describe.configure({ mode: 'parallel' });
test.setTimeout(SECONDS * 2_000 + 180_000);

test('two browsers and a program write one document while its server is killed @full', async ({
  browser,
  cleanUps,
}) => {
  const mail = await openMail(cleanUps);
  const server = await startServerProcess({ SMTP_URL: mail.url });
  cleanUps.push(() => server.dispose());
  await write({ browser, cleanUps, mail, servers: [server], kills: [server, server, server] });
});

test('two browsers and a program write one document on two servers that are killed in turn @full', async ({
  browser,
  cleanUps,
}) => {
  const mail = await openMail(cleanUps);
  const dir = mkdtempSync(path.join(tmpdir(), 'tandem-storm-'));
  cleanUps.push(() => rmSync(dir, { recursive: true, force: true }));
  const database = await startEmbedded({ dir, log: () => {} });
  cleanUps.push(() => database.stop());
  const settings = {
    SMTP_URL: mail.url,
    DATABASE_URL: database.url,
    SECRET_KEY: 'the same for both, and long enough to be one',
  };
  const first = await startServerProcess(settings);
  cleanUps.push(() => first.dispose());
  const second = await startServerProcess(settings);
  cleanUps.push(() => second.dispose());
  await write({ browser, cleanUps, mail, servers: [first, second], kills: [second, first, second] });
});

async function openMail(cleanUps: Cleaning['cleanUps']): Promise<MailSink> {
  const mail = await startMailSink();
  cleanUps.push(() => mail.close());
  return mail;
}

interface Storm extends Cleaning {
  browser: Browser;
  mail: MailSink;
  /** The first browser is at the first of them, the second at the last. */
  servers: [RunningServer, ...RunningServer[]];
  /** Servers that are killed, one after the other, during the writing. */
  kills: RunningServer[];
}

async function write({ browser, cleanUps, mail, servers, kills }: Storm): Promise<void> {
  const [first] = servers;
  const last = servers.at(-1) ?? first;
  const olive = await signUp(first.url, mailboxOf(mail), 'olive@example.test', 'Olive Owner');
  const cora = await makeColleague({ url: first.url, server: first, mail }, 'Cora Colleague');
  const {
    id,
    appId,
    path: address,
  } = await makeDocument(olive.api, await makeNoteApp(olive.api, 'Handbook'), 'Storm');
  const content = `/api/app/${appId}/channelDoc/${id}`;
  const seed = 'Discussed beforehand\n\nOlive:\n\nCora:';
  await olive.api.call('PUT', `${content}/content`, {
    raw: seed,
    headers: { 'content-type': 'text/markdown' },
  });
  const before = await comment(olive.api, content, 'beforehand');

  const [hers, theirs] = await Promise.all(
    (
      [
        [first, olive],
        [last, cora],
      ] as const
    ).map(async ([{ url }, { token }]) => {
      const context = await browser.newContext({
        storageState: stateOf(url, token),
        baseURL: url,
        locale: 'en-GB',
      });
      cleanUps.push(() => context.close());
      return new OpenDocument(await context.newPage()).open(address);
    }),
  );
  if (!hers || !theirs) throw new Error('two browsers should be open');
  const typists = [new Typist(hers, 'olive'), new Typist(theirs, 'cora')] as const;
  const program = new Program(
    servers.map(({ url }) => apiFor(url, olive.token)),
    content,
  );
  await typists[0].begin('Olive:');
  await typists[1].begin('Cora:');
  program.begin();

  /** The text in the database alone. */
  const stored = async () => {
    const { db } = await first.database();
    return textOf((await storedDocument(db, id)).doc.getXmlFragment(FRAGMENT));
  };
  const pause = (SECONDS * 1_000) / (kills.length + 1);
  const during: Anchored[] = [];
  for (const server of kills) {
    await sleep(pause);
    const writer = typists[during.length % 2];
    // On a busy machine the first word takes a while.
    await expect.poll(() => writer?.saved.length, { timeout: 30_000 }).toBeGreaterThan(0);
    const saved = typists.flatMap((each) => each.saved);
    // About a word that somebody wrote not long ago, while they go on in that very line.
    const word = writer?.saved.at(-1) ?? '';
    during.push(await comment(olive.api, content, word));
    await server.kill();
    const held = await stored();
    const counts = countsOf(held);
    expect(
      // A half-written word may look like an earlier one; the final check shows that each is present once.
      saved.filter((each) => !counts.has(each)),
      `called saved, but stored is:\n${held}`,
    ).toEqual([]);
    await server.start();
  }
  await sleep(pause);
  await Promise.all([...typists, program].map((each) => each.stop()));
  await Promise.all([hers, theirs].map((document) => document.expectSaved()));

  // The final state for everyone: both browsers, a new reader, programs, and the database.
  const late = await new OpenDocument(await hers.page.context().newPage()).open(address);
  const text = await stored();
  for (const document of [hers, theirs, late])
    await expect.poll(() => linesOf(document.page), { timeout: 30_000 }).toEqual(text.split('\n'));
  const read = await olive.api.call('GET', `${content}/content`, { headers: { accept: 'text/markdown' } });
  // Markdown would drop a leading space, so it is written as a reference.
  expect(countsOf(read.text.replaceAll('&#x20;', ' '))).toEqual(countsOf(text));
  expect(await stored()).toBe(text);

  const writers = [...typists, program];
  const counts = countsOf(text);
  const acknowledged = writers.flatMap((writer) => writer.acknowledged);
  expect(acknowledged.filter((word) => counts.get(word) !== 1)).toEqual([]);
  for (const { name, acknowledged: words } of typists)
    expect(text.match(new RegExp(`\\b${name}\\d+`, 'gu'))).toEqual(words);
  const known = new Set([...acknowledged, ...countsOf(seed).keys(), ...program.unknown]);
  expect([...counts].filter(([word, count]) => !known.has(word) || count !== 1)).toEqual([]);

  expect(during.length).toBeGreaterThan(0);
  for (const { discussionId, quote } of [before, ...during])
    for (const { page } of [hers, theirs, late])
      await expect(page.locator(`[data-bn-thread-id="${discussionId}"]`)).toHaveText(quote);
  console.info(
    `${SECONDS} s, ${kills.length} kills: ${typists.map((each) => `${each.acknowledged.length} words typed`).join(', ')}; ` +
      `${program.acknowledged.length} written by a program, ${program.unknown.length} of unknown fate, ` +
      `${program.refused} refused as changed meanwhile; ${during.length + 1} comments anchored`,
  );
}

interface Anchored {
  discussionId: string;
  quote: string;
}

/** Comments on a word of the document. */
async function comment(api: Api, content: string, quote: string): Promise<Anchored> {
  const read = await api.get(`${content}/content`);
  const { content: blocks } = read.data as { content: { id: string; content?: unknown }[] };
  const block = blocks.find((each) => JSON.stringify(each.content ?? null).includes(quote));
  const documentId = content.split('/').at(-1) ?? '';
  const { discussionId } = await api.trpc.discussion.create.mutate({
    documentId,
    text: 'Is that so?',
    anchor: { blockId: block?.id ?? '', quote },
  });
  return { discussionId, quote };
}

/** The lines of a document as a page shows them, without the names at cursors. */
function linesOf(page: Page): Promise<string[]> {
  return page.locator('.bn-editor').evaluate((editor) => {
    const copy = editor.cloneNode(true) as HTMLElement;
    for (const cursor of copy.querySelectorAll('.cursor')) cursor.remove();
    return [...copy.querySelectorAll('.bn-inline-content')]
      .map((line) => line.textContent ?? '')
      .filter((line) => line !== '');
  });
}
