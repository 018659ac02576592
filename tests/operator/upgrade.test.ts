import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { startEmbedded } from '@tandem/db/embedded/index';
import { textOf } from '@tandem/shared/message/parts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailSink, startMailSink } from '../fakes/mail/server.ts';
import { startFakeProvider } from '../fakes/provider/server.ts';
import { type Api, apiFor } from '../running/api.ts';
import { openEditor } from '../running/editor.ts';
import { until } from '../running/live.ts';
import { mailboxOf } from '../running/mailbox.ts';
import { signIn } from '../running/people.ts';
import { type RunningServer, startServerProcess } from '../running/server.ts';

/** See its README for how it was made. */
const made = path.join(import.meta.dirname, 'made-by-b78a5e5');

let folder: string;
let mail: MailSink;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
let server: RunningServer;

/** Lays out the data folder as that commit left it. */
async function layOut(): Promise<void> {
  folder = mkdtempSync(path.join(tmpdir(), 'tandem-upgrade-'));
  cpSync(path.join(made, 'files'), path.join(folder, 'files'), { recursive: true });
  cpSync(path.join(made, 'secret.key'), path.join(folder, 'secret.key'));
  const embedded = await startEmbedded({ dir: path.join(folder, 'postgres'), log: () => {} });
  const client = new pg.Client({ connectionString: embedded.url });
  await client.connect();
  await client.query(gunzipSync(readFileSync(path.join(made, 'database.sql.gz'))).toString());
  await client.end();
  await embedded.stop();
}

beforeAll(async () => {
  mail = await startMailSink();
  provider = await startFakeProvider();
  await layOut();
  server = await startServerProcess({
    DATA_DIR: folder,
    SMTP_URL: mail.url,
    PROVIDER_PRIVATE_HOSTS: new URL(provider.url).host,
  });
});
afterAll(async () => {
  await server?.dispose();
  await mail?.close();
  await provider?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function as(name: 'ada' | 'ben' | 'cleo'): Promise<Api> {
  return apiFor(server.url, await signIn(server.url, mailboxOf(mail), `${name}@example.test`));
}

async function channelOf({ trpc }: Api, name: string) {
  const [app] = await trpc.app.list.query();
  if (!app) throw new Error('the app is gone');
  const channel = (await trpc.channel.list.query({ appId: app.id })).find((each) => each.name === name);
  if (!channel) throw new Error(`the channel ${name} is gone`);
  return { appId: app.id, channelId: channel.id };
}

const textsOf = async ({ trpc }: Api, channelId: string) =>
  (await trpc.message.list.query({ channelId })).list.map(({ parts }) => textOf(parts));

async function removeBudgets({ trpc }: Api) {
  const { list } = await trpc.budget.list.query({});
  expect(list).toHaveLength(1);
  await trpc.budget.remove.mutate({});
}

/** The provider of that data was a program that has ended: another takes its place. */
async function moveProvider({ trpc }: Api) {
  const moved = (await trpc.provider.list.query()).list.find(({ name }) => name === 'Fake');
  if (!moved) throw new Error('the provider is gone');
  await trpc.provider.update.mutate({ providerId: moved.id, apiHost: provider.url, apiKey: 'another' });
}

describe('a data folder made by commit b78a5e5', () => {
  it('is accepted without a warning', () => {
    expect(server.output()).not.toMatch(/warn|error/i);
  });

  it('shows people their former data', async () => {
    const ada = await as('ada');
    const { trpc } = ada;
    const members = (await trpc.team.members.query({})).list.map(({ name, role }) => [name, role]);
    expect(members.sort()).toEqual([
      ['Ada', 'owner'],
      ['Ben', 'admin'],
      ['Cleo', 'member'],
    ]);
    const { channelId } = await channelOf(ada, 'Plans');
    const texts = await textsOf(ada, channelId);
    expect(texts).toHaveLength(4);
    expect(texts[1]).toBe('The seventh of May.');
    expect(texts[3]).toBe('On the ninth, then.');
    const [question, answer] = (await trpc.message.list.query({ channelId })).list;
    expect(answer?.reactions).toMatchObject([{ emoji: '👍' }]);
    const file = question?.parts.find((part) => part.type === 'file');
    expect(file).toMatchObject({ filename: 'words.txt' });
    expect((await ada.get((file as { url: string }).url)).text).toBe('The words of a file.\n');
    expect((await channelOf(ada, 'Plans for May')).channelId).toBeDefined();
    expect(JSON.stringify(await trpc.home.bin.query({}))).toContain('Thrown away');
    expect(JSON.stringify(await trpc.invitation.list.query({}))).toContain('dora@example.test');
    // Private channels stay private.
    await expect(channelOf(ada, 'Only for Ben and Cleo')).rejects.toThrow('is gone');
    expect((await channelOf(await as('ben'), 'Only for Ben and Cleo')).channelId).toBeDefined();
  });

  it('shows a document with its versions and discussions, which still works', async () => {
    const [ada, ben] = [await as('ada'), await as('ben')];
    const { trpc } = ada;
    const { channelId: documentId } = await channelOf(ada, 'Minutes');
    const read = async () =>
      String((await trpc.document.content.query({ documentId, format: 'markdown' })).content);
    const before = await read();
    for (const words of [
      'We begin on the **ninth**.',
      '| Ben | tickets |',
      '- [x] rooms',
      'A line that Ben typed.',
    ])
      expect(before).toContain(words);
    const versions = JSON.stringify(await trpc.version.list.query({ documentId }));
    expect(versions).toContain('As agreed');
    const discussions = JSON.stringify(await trpc.discussion.list.query({ documentId }));
    expect(discussions).toContain('Who pays?');
    expect(discussions).toContain('The team does.');

    const editor = await openEditor(server.url, documentId, ben.token as string);
    editor.write('A line of today.');
    await editor.saved();
    editor.close();
    await trpc.document.append.mutate({ documentId, content: 'And one by a program.' });
    expect(await read()).toBe(`${before.trimEnd()}\n\nA line of today.\n\nAnd one by a program.\n`);
    await until('today’s words are found', async () => {
      const found = await trpc.search.find.query({ query: 'program', kinds: ['document'] });
      return JSON.stringify(found).includes(documentId);
    });
  });

  it('accepts questions and answers them, also after another start', async () => {
    const cleo = await as('cleo');
    const { channelId } = await channelOf(cleo, 'Plans for May');
    const ask = () => cleo.trpc.message.send.mutate({ channelId, text: '[[say By train.]] And how?' });
    // Since decision 0043 a budget wants prices, and that commit's models may have none.
    await expect(ask()).rejects.toThrow('has no price');
    const ada = await as('ada');
    await removeBudgets(ada);
    await moveProvider(ada);
    await ask();
    await until('it is answered', async () => (await textsOf(cleo, channelId)).at(-1) === 'By train.');
    expect(await server.stop()).toBe(0);
    await server.start();
    expect((await textsOf(cleo, channelId)).slice(1)).toEqual([
      'In Rome.',
      '[[say By train.]] And how?',
      'By train.',
    ]);
    expect(server.output()).not.toMatch(/"level":"(error|fatal)"/);
  });
});
