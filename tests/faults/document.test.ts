import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from '@tandem/db/embedded/index';
import { afterEach, describe, expect, it } from 'vitest';
import { openEditor, type TestEditor } from '../running/editor.ts';
import { until } from '../running/live.ts';
import type { Person } from '../running/people.ts';
import { type RunningServer, startServerProcess } from '../running/server.ts';
import { startWithOwner } from '../running/with-owner.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** A first person with a document, on a real server process. */
async function open(env: Record<string, string> = {}) {
  const opened = await startWithOwner(env);
  cleanUps.push(() => opened.close());
  const { server, settings, person, appId } = opened;
  const { id } = await person.api.trpc.channel.create.mutate({
    appId,
    kind: 'document',
    name: 'Plan',
  });
  return { server, settings, person, documentId: id };
}

async function edit(server: Pick<RunningServer, 'url'>, person: Person, documentId: string) {
  const editor = await openEditor(server.url, documentId, person.token);
  cleanUps.push(() => editor.close());
  return editor;
}

/** Words that are saved between two blows, by all who write: enough for some to be on their way at any moment. */
const BETWEEN = 60;

/** Waits until that many more words were called saved. */
function untilSaved(writers: readonly Writer[], more = BETWEEN): Promise<unknown> {
  const count = () => writers.reduce((sum, { saved }) => sum + saved.length, 0);
  const wanted = count() + more;
  return until(`${more} more words are saved`, () => count() >= wanted, 60_000);
}

/** Types words one by one until stopped. */
class Writer {
  readonly written: string[] = [];
  /** Words that the server confirmed as saved. */
  readonly saved: string[] = [];
  private readonly editor: TestEditor;
  private readonly name: string;
  private stopped = false;
  private readonly work: Promise<void>;

  constructor(editor: TestEditor, name: string) {
    this.editor = editor;
    this.name = name;
    this.work = this.write();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.work;
  }

  private async write(): Promise<void> {
    while (!this.stopped) {
      const word = `${this.name}-${this.written.length}`;
      this.editor.write(word);
      this.written.push(word);
      const isSaved = this.editor.saved().then(
        () => this.saved.push(word),
        () => {},
      );
      await Promise.race([isSaved, sleep(30)]);
      await sleep(10);
    }
  }
}

const linesOf = (editor: TestEditor) =>
  editor
    .text()
    .split('\n')
    .filter((line) => line !== '');

async function untilSame(editors: readonly TestEditor[], count: number): Promise<string[]> {
  await expect
    .poll(() => editors.map((editor) => linesOf(editor).length), { timeout: 30_000, interval: 100 })
    .toEqual(editors.map(() => count));
  const [first = '', ...others] = editors.map((editor) => editor.text());
  for (const other of others) expect(other).toBe(first);
  return first.split('\n').filter((line) => line !== '');
}

describe('a document that ten people write', () => {
  it('keeps every word called saved when the server is killed', async () => {
    const { server, person, documentId } = await open();
    const editors = await Promise.all(Array.from({ length: 10 }, () => edit(server, person, documentId)));
    const writers = editors.map((editor, index) => new Writer(editor, `w${index}`));
    await untilSaved(writers, 2 * BETWEEN);
    await server.kill();
    const saved = writers.flatMap((writer) => [...writer.saved]);
    // The editors' copies must not help: they are closed as well.
    for (const editor of editors) editor.close();
    await Promise.all(writers.map((writer) => writer.stop()));
    expect(saved.length).toBeGreaterThan(50);
    await server.start();
    const lines = linesOf(await edit(server, person, documentId));
    expect(saved.filter((word) => lines.filter((line) => line === word).length !== 1)).toEqual([]);
  });

  it('has every word once after the server was killed three times while they went on', async () => {
    const { server, person, documentId } = await open();
    const editors = await Promise.all(Array.from({ length: 4 }, () => edit(server, person, documentId)));
    const writers = editors.map((editor, index) => new Writer(editor, `w${index}`));
    for (let kill = 0; kill < 3; kill += 1) {
      await untilSaved(writers);
      await server.kill();
      await sleep(500);
      await server.start();
    }
    await untilSaved(writers);
    await Promise.all(writers.map((writer) => writer.stop()));
    const words = writers.flatMap(({ written }) => written).sort();
    expect((await untilSame(editors, words.length)).sort()).toEqual(words);
    await Promise.all(editors.map((editor) => editor.saved()));
    expect(linesOf(await edit(server, person, documentId)).sort()).toEqual(words);
  });

  it('has every word once at two servers, one of which is killed', async () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'tandem-documents-'));
    const database = await startEmbedded({ dir, log: () => {} });
    cleanUps.push(
      () => rmSync(dir, { recursive: true, force: true }),
      () => database.stop(),
    );
    const shared = { DATABASE_URL: database.url, SECRET_KEY: 'the same for both, and long enough to be one' };
    const { server, settings, person, documentId } = await open(shared);
    const second = await startServerProcess(settings);
    cleanUps.push(() => second.dispose());
    const editors = await Promise.all(
      [server, second, server, second].map((at) => edit(at, person, documentId)),
    );
    const writers = editors.map((editor, index) => new Writer(editor, `w${index}`));
    await untilSaved(writers);
    await second.kill();
    // The others go on meanwhile.
    await untilSaved(writers, BETWEEN / 2);
    await second.start();
    await untilSaved(writers);
    await Promise.all(writers.map((writer) => writer.stop()));
    const words = writers.flatMap(({ written }) => written).sort();
    expect((await untilSame(editors, words.length)).sort()).toEqual(words);
  });
});
