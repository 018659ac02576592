import { documentHubOf } from '@tandem/api/document/collab/hub';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as Y from 'yjs';
import { openEditor, type TestEditor } from '../../running/editor.ts';
import { chain, changeOf, firstText, rootless, sendChange } from '../../running/hostile-changes.ts';
import { until } from '../../running/live.ts';
import { type DocumentFixture, openDocument } from '../discussion/fixture.ts';
import { startTestServer, useServer } from '../harness/server.ts';

const server = useServer();
const fixtures: DocumentFixture[] = [];
afterEach(async () => {
  for (const fixture of fixtures.splice(0)) fixture.close();
});

async function open() {
  const fixture = await openDocument(server);
  fixtures.push(fixture);
  return fixture;
}

/** Starts the thread again with other limits. @returns why the thread was started again, each time */
async function withLimits(limits: object): Promise<string[]> {
  const hub = documentHubOf(server.platform);
  const reasons: string[] = [];
  vi.spyOn(server.platform.log, 'error').mockImplementation((fields) => {
    reasons.push(String((fields as { why?: unknown }).why));
  });
  hub.limits = { ...hub.limits, ...limits };
  await hub.restart();
  return reasons;
}

/** Fulfilled when an editor's words are stored, also if it has to come back first. */
const saved = (editor: TestEditor) =>
  until(
    'it is stored',
    () =>
      editor.saved().then(
        () => true,
        () => false,
      ),
    60_000,
  );

describe('the document thread', () => {
  it('restarts when a change hangs it; nobody loses a word, and the change is refused', async () => {
    // None of it looks expensive, so it is applied without a trial.
    const reasons = await withLimits({ steps: Number.MAX_SAFE_INTEGER });
    const [fixture, other] = [await open(), await open()];
    const attacking = await fixture.person();
    const attacker = await fixture.edit(attacking.api);
    sendChange(attacker, fixture.documentId, chain(attacker.doc, 9_000));
    await until('it is there', () => attacker.text().length === 9_000, 30_000);
    const honest = await fixture.edit();
    const neighbour = await other.edit();
    const evil = rootless(attacker.doc, 3_000);
    let isOver = false;
    const written: string[] = [];
    const writing = (async () => {
      while (!isOver) {
        written.push(`word${written.length}`);
        honest.write(written.at(-1) as string);
        neighbour.write(written.at(-1) as string);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    })();
    sendChange(attacker, fixture.documentId, evil);
    await until('it is started again', () => reasons.length === 1, 30_000);
    expect(reasons).toEqual(['it hung']);
    const isRefused = () => attacker.messages.some(({ type }) => type === 'refused');
    // It may still be on its way back.
    const insisting = setInterval(() => {
      if (attacker.provider.isSynced && !isRefused()) sendChange(attacker, fixture.documentId, evil);
    }, 2_000);
    await until('it is refused', isRefused, 60_000).finally(() => clearInterval(insisting));
    isOver = true;
    await writing;
    await saved(honest);
    await saved(neighbour);
    expect(reasons).toHaveLength(1);
    const late = await fixture.edit();
    const lines = late.text().split('\n');
    expect(lines.slice(1)).toEqual(written);
    expect((await other.edit()).text().split('\n')).toEqual(written);
  });

  it('restarts when it runs out of memory, with what was stored', async () => {
    const reasons = await withLimits({ memoryMb: 40, steps: Number.MAX_SAFE_INTEGER });
    const fixture = await open();
    const honest = await fixture.edit();
    honest.write('stored before');
    await saved(honest);
    const greedy = await fixture.edit((await fixture.person()).api);
    // Each letter is an item of its own, which takes a hundred times what it does on the wire.
    sendChange(greedy, fixture.documentId, chain(greedy.doc, 300_000));
    await until('it is started again', () => reasons.length >= 1, 60_000);
    expect(reasons[0]).toBe('ERR_WORKER_OUT_OF_MEMORY');
    await withLimits({ memoryMb: 768 });
    honest.write('stored after');
    await saved(honest);
    const token = fixture.api.token as string;
    const late = await openEditor(server.url, fixture.documentId, token);
    const lines = late.text().split('\n');
    late.close();
    expect(lines).toEqual(expect.arrayContaining(['stored before', 'stored after']));
  });

  it('opens only as many large documents as fit, and others when memory is free again', async () => {
    const reasons = await withLimits({ memoryMb: 100, openBytes: 70 * 1024 * 1024, waitMs: 200 });
    const large = new Y.Doc();
    const empty = await (await open()).edit();
    Y.applyUpdate(large, Y.encodeStateAsUpdate(empty.doc));
    Y.applyUpdate(large, chain(large, 60_000));
    empty.close();
    const update = Buffer.from(Y.encodeStateAsUpdate(large));
    const all = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const fixture = await open();
        await server.db
          .updateTable('document_update')
          .set({ update })
          .where('documentId', '=', fixture.documentId)
          .execute();
        const { documentId, api } = fixture;
        const options = { acceptsBusy: true };
        return {
          fixture,
          editor: await openEditor(server.url, documentId, api.token as string, new Y.Doc(), options),
        };
      }),
    );
    const refused = all.filter(({ editor }) => editor.refusal === 'busy');
    const opened = all.filter(({ editor }) => editor.refusal === null);
    expect(reasons).toEqual([]);
    expect(refused.length).toBeGreaterThan(0);
    expect(opened.length).toBeGreaterThan(1);
    for (const { editor } of opened) {
      editor.write('written beside the others');
      await saved(editor);
    }
    expect((await (await open()).edit()).refusal).toBeNull();
    for (const { editor } of opened) editor.close();
    // Whichever of them comes first.
    await until('there is room', () => refused.some(({ editor }) => editor.text().includes('xxx')), 30_000);
    for (const { editor } of refused) editor.close();
    expect(reasons).toEqual([]);
    await withLimits({ memoryMb: 768, openBytes: 600 * 1024 * 1024, waitMs: 10_000 });
  });

  it('accepts an expensive change once a child has shown that it ends', async () => {
    const reasons = await withLimits({ steps: 10 });
    const fixture = await open();
    const editor = await fixture.edit();
    // In its own document, so that it is sent again should the server have to turn it away.
    Y.applyUpdate(
      editor.doc,
      changeOf(editor.doc, (copy) => {
        for (let n = 0; n < 50; n += 1) firstText(copy).insert(0, `${n} `);
      }),
    );
    await saved(editor);
    expect(editor.messages).not.toContainEqual(expect.objectContaining({ type: 'refused' }));
    expect((await fixture.edit()).text()).toContain('49 48 47');
    expect(reasons).toEqual([]);
  });

  it('stops with its server, and starts with the first document only', async () => {
    const another = await startTestServer({ databaseUrl: server.platform.database.url });
    const hub = documentHubOf(another.platform);
    expect(hub.isRunning).toBe(false);
    const fixture = await open();
    const editor = await fixture.edit(fixture.api, another);
    const reader = await fixture.edit(fixture.api, another);
    editor.write('last words');
    await until('the server has it', () => reader.text() === 'last words');
    expect(hub.isRunning).toBe(true);
    await another.close();
    expect(hub.isRunning).toBe(false);
    editor.close();
    expect((await fixture.edit()).text()).toBe('last words');
  });
});
