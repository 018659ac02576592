import { documentHubOf } from '@tandem/api/document/collab/hub';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as Y from 'yjs';
import { openEditor, type TestEditor } from '../../running/editor.ts';
import { chain, changeOf, firstText, rootless, sendChange } from '../../running/hostile-changes.ts';
import { until } from '../../running/live.ts';
import { type DocumentStage, openDocument } from '../discussion/stage.ts';
import { startServer, type TestServer } from '../harness/server.ts';

let server: TestServer;
const stages: DocumentStage[] = [];
beforeAll(async () => {
  server = await startServer();
});
afterEach(async () => {
  for (const stage of stages.splice(0)) stage.close();
});
afterAll(() => server.close());

async function open() {
  const stage = await openDocument(server);
  stages.push(stage);
  return stage;
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

describe('the thread that holds open documents', () => {
  it('is started again when a change makes it hang; nobody loses a word, and the change is refused then', async () => {
    // Nothing looks like much work, so it is put in without being tried.
    const reasons = await withLimits({ steps: Number.MAX_SAFE_INTEGER });
    const [stage, other] = [await open(), await open()];
    const attacking = await stage.person();
    const attacker = await stage.edit(attacking.api);
    sendChange(attacker, stage.documentId, chain(attacker.doc, 9_000));
    await until('it is there', () => attacker.text().length === 9_000, 30_000);
    const honest = await stage.edit();
    const bystander = await other.edit();
    const evil = rootless(attacker.doc, 3_000);
    let isOver = false;
    const written: string[] = [];
    const writing = (async () => {
      while (!isOver) {
        written.push(`word${written.length}`);
        honest.write(written.at(-1) as string);
        bystander.write(written.at(-1) as string);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    })();
    sendChange(attacker, stage.documentId, evil);
    await until('it is started again', () => reasons.length === 1, 30_000);
    expect(reasons).toEqual(['it hung']);
    const isRefused = () => attacker.messages.some(({ type }) => type === 'refused');
    // It may still be on its way back.
    const insisting = setInterval(() => {
      if (attacker.provider.isSynced && !isRefused()) sendChange(attacker, stage.documentId, evil);
    }, 2_000);
    await until('it is refused', isRefused, 60_000).finally(() => clearInterval(insisting));
    isOver = true;
    await writing;
    await saved(honest);
    await saved(bystander);
    expect(reasons).toHaveLength(1);
    const late = await stage.edit();
    const lines = late.text().split('\n');
    expect(lines.slice(1)).toEqual(written);
    expect((await other.edit()).text().split('\n')).toEqual(written);
  });

  it('is started again when its memory is used up, and what was stored is there', async () => {
    const reasons = await withLimits({ memoryMb: 40, steps: Number.MAX_SAFE_INTEGER });
    const stage = await open();
    const honest = await stage.edit();
    honest.write('stored before');
    await saved(honest);
    const greedy = await stage.edit((await stage.person()).api);
    // Each letter is an item of its own, which takes a hundred times what it does on the wire.
    sendChange(greedy, stage.documentId, chain(greedy.doc, 300_000));
    await until('it is started again', () => reasons.length >= 1, 60_000);
    expect(reasons[0]).toBe('ERR_WORKER_OUT_OF_MEMORY');
    await withLimits({ memoryMb: 768 });
    honest.write('stored after');
    await saved(honest);
    const token = stage.api.token as string;
    const late = await openEditor(server.url, stage.documentId, token);
    const lines = late.text().split('\n');
    late.close();
    expect(lines).toEqual(expect.arrayContaining(['stored before', 'stored after']));
  });

  it('opens no more large documents at once than it has room for, and others when there is room again', async () => {
    const reasons = await withLimits({ memoryMb: 100, openBytes: 70 * 1024 * 1024, waitMs: 200 });
    const large = new Y.Doc();
    const empty = await (await open()).edit();
    Y.applyUpdate(large, Y.encodeStateAsUpdate(empty.doc));
    Y.applyUpdate(large, chain(large, 60_000));
    empty.close();
    const update = Buffer.from(Y.encodeStateAsUpdate(large));
    const all = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const stage = await open();
        await server.db
          .updateTable('document_update')
          .set({ update })
          .where('documentId', '=', stage.documentId)
          .execute();
        const { documentId, api } = stage;
        const options = { acceptsBusy: true };
        return {
          stage,
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

  it('takes a change that is much work when it was found elsewhere to end', async () => {
    const reasons = await withLimits({ steps: 10 });
    const stage = await open();
    const editor = await stage.edit();
    sendChange(
      editor,
      stage.documentId,
      changeOf(editor.doc, (copy) => {
        for (let n = 0; n < 50; n += 1) firstText(copy).insert(0, `${n} `);
      }),
    );
    await saved(editor);
    expect(editor.text()).toContain('49 48 47');
    expect(reasons).toEqual([]);
  });

  it('ends with its server, and starts with the first document only', async () => {
    const another = await startServer({ databaseUrl: server.platform.database.url });
    const hub = documentHubOf(another.platform);
    expect(hub.isRunning).toBe(false);
    const stage = await open();
    const editor = await stage.edit(stage.api, another);
    const reader = await stage.edit(stage.api, another);
    editor.write('last words');
    await until('the server has it', () => reader.text() === 'last words');
    expect(hub.isRunning).toBe(true);
    await another.close();
    expect(hub.isRunning).toBe(false);
    editor.close();
    expect((await stage.edit()).text()).toBe('last words');
  });
});
