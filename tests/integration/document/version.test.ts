import { randomUUID } from 'node:crypto';
import { FRAGMENT } from '@tandem/shared/document/schema';
import type { Difference } from '@tandem/shared/version/difference';
import { beforeEach, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import type { TestEditor } from '../../running/editor.ts';
import { useServer, useServerBeside } from '../harness/server.ts';
import { expectRefused, openTeam, useTeam } from '../workspace/team.ts';
import { useEditors } from './editors.ts';

const server = useServer();
const second = useServerBeside(server);
const team = useTeam(server);
let documentId: string;
const openAt = useEditors(server);

beforeEach(async () => {
  ({ id: documentId } = await team.api.trpc.channel.create.mutate({
    ...{ appId: team.app.id, kind: 'document', name: 'Plan' },
  }));
});

const open = (api = team.api, at = server) => openAt(api, documentId, at);
const of = (api = team.api) => api.trpc.version;
const listed = async (api = team.api) => (await of(api).list.query({ documentId })).list;
const until = (isTrue: () => boolean) => expect.poll(isTrue, { timeout: 8_000, interval: 10 }).toBe(true);

/** Writes lines, each as a block, and waits until they are stored. */
async function write(...lines: string[]): Promise<TestEditor> {
  const editor = await open();
  for (const line of lines) editor.write(line);
  await editor.saved();
  return editor;
}
const expectAllRefused = (key: string, calls: Promise<unknown>[]) =>
  Promise.all(calls.map((call) => expectRefused(call, key)));
/** The first text with words in it. */
const firstText = ({ doc }: TestEditor) =>
  doc
    .getXmlFragment(FRAGMENT)
    .createTreeWalker((node) => node instanceof Y.XmlText && node.length > 0)
    .next().value as Y.XmlText;
const changed = ({ entries }: Difference) =>
  entries
    .filter(({ change }) => change !== 'same')
    .map(({ change, runs = [] }) => [
      change,
      ...runs.map(({ in: presence, inline }) => [presence, inline.type === 'text' ? inline.text : '']),
    ]);

describe('a version', () => {
  it('is created with a name, listed with author, reason and size, read, and compared', async () => {
    const editor = await write('one two three');
    const made = await of().create.mutate({ documentId, name: '  First ' });
    expect(made).toMatchObject({ documentId, cause: 'named', name: 'First', wordCount: 3 });
    editor.write('four');
    await editor.saved();
    const later = await of().create.mutate({ documentId });
    expect(await listed()).toEqual([
      { ...later, wordsBefore: 3 },
      { ...made, wordsBefore: null },
    ]);
    expect(later).toMatchObject({
      name: '',
      wordCount: 4,
      author: { id: team.owner.id, name: team.owner.name },
    });
    const { blocks } = await of().get.query({ versionId: made.id });
    expect(JSON.stringify(blocks)).toContain('one two three');
    expect(JSON.stringify(blocks)).not.toContain('four');
    const { from, to, difference } = await of().compare.query({ versionId: made.id });
    expect([from?.id, to]).toEqual([made.id, null]);
    expect(changed(difference)).toEqual([['added', ['added', 'four']]]);
    const other = await of().compare.query({ versionId: later.id, with: 'before' });
    expect([other.from?.id, other.to?.id]).toEqual([made.id, later.id]);
    expect(other.difference).toEqual(difference);
    const first = await of().compare.query({ versionId: made.id, with: 'before' });
    expect(first).toMatchObject({ from: null, difference: { wordsAdded: 3, wordsRemoved: 0 } });
    const back = await of().compare.query({ versionId: later.id, with: made.id });
    expect(changed(back.difference)).toEqual([['removed', ['removed', 'four']]]);
  });

  it('is created once, however often it is requested', async () => {
    const clientKey = randomUUID();
    const [one, two] = await Promise.all([
      of().create.mutate({ documentId, name: 'A', clientKey }),
      of().create.mutate({ documentId, name: 'A', clientKey }),
    ]);
    expect(one.id).toBe(two.id);
    expect(await listed()).toHaveLength(1);
  });

  it('is renamed and removed, which the audit log records', async () => {
    const { id: versionId } = await of().create.mutate({ documentId, name: 'A' });
    expect((await of().rename.mutate({ versionId, name: 'B' })).name).toBe('B');
    await of().remove.mutate({ versionId });
    expect(await listed()).toEqual([]);
    await expectRefused(of().remove.mutate({ versionId }), 'notFound');
    const entry = await server.db
      .selectFrom('audit_entry')
      .select(['targetName', 'detail'])
      .where('teamId', '=', team.team.id)
      .where('action', '=', 'version.remove')
      .executeTakeFirst();
    expect(entry).toMatchObject({ targetName: 'Plan', detail: { name: 'B' } });
  });

  it('C36: is listed, created and deleted by REST', async () => {
    const made = await team.api.post('/api/doc/version/create', { documentId });
    expect(made).toMatchObject({ status: 200, data: { documentId, cause: 'named' } });
    const { id } = made.data as { id: string };
    const answer = await team.api.get(`/api/doc/version/list?documentId=${documentId}&limit=1`);
    expect(answer.data).toMatchObject({ list: [{ id, documentId }], nextCursor: null });
    expect((await team.api.post('/api/doc/version/delete', { id })).status).toBe(200);
    expect((await team.api.post('/api/doc/version/delete', { id })).status).toBe(404);
  });

  it('is listed page by page, without duplicates or gaps', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift((await of().create.mutate({ documentId })).id);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await of().list.query({ documentId, limit: 2, ...(cursor && { cursor }) });
      seen.push(...page.list.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(ids);
    await expectRefused(of().list.query({ documentId, cursor: 'nonsense' }), 'invalidInput');
  });

  it('is refused for bad input, and for chats', async () => {
    const { id: chat } = await team.api.trpc.channel.create.mutate({ appId: team.app.id, name: 'Chat' });
    await expectRefused(of().list.query({ documentId: chat }), 'notFound');
    await expectRefused(of().create.mutate({ documentId: chat }), 'notFound');
    await expectRefused(of().create.mutate({ documentId, name: 'x'.repeat(200) }), 'invalidInput');
    await expectRefused(of().create.mutate({ documentId, name: 'a\nb' }), 'invalidInput');
    expect(await listed()).toEqual([]);
  });

  it('is visible to readers of the document; editors keep and restore, managers remove', async () => {
    const { api } = await team.person();
    const { id: versionId } = await of().create.mutate({ documentId, name: 'A' });
    await team.api.trpc.app.setPermission.mutate({ appId: team.app.id, permission: 'view' });
    expect((await listed(api))[0]?.abilities).toEqual({ rename: false, restore: false, remove: false });
    await of(api).compare.query({ versionId });
    await expectAllRefused('forbidden', [
      of(api).create.mutate({ documentId }),
      of(api).rename.mutate({ versionId, name: 'B' }),
      of(api).restore.mutate({ versionId }),
      of(api).remove.mutate({ versionId }),
    ]);
    await team.api.trpc.app.setPermission.mutate({ appId: team.app.id, permission: 'edit' });
    expect((await listed(api))[0]?.abilities).toEqual({ rename: true, restore: true, remove: false });
    await expectRefused(of(api).remove.mutate({ versionId }), 'forbidden');
    const own = await of(api).create.mutate({ documentId });
    await of(api).remove.mutate({ versionId: own.id });
    await team.api.trpc.app.setVisibility.mutate({ appId: team.app.id, visibility: 'private' });
    const stranger = await openTeam(server);
    for (const outside of [api, stranger.api])
      await expectAllRefused('notFound', [
        of(outside).list.query({ documentId }),
        of(outside).get.query({ versionId }),
        of(outside).compare.query({ versionId }),
        of(outside).create.mutate({ documentId }),
        of(outside).rename.mutate({ versionId, name: 'B' }),
        of(outside).restore.mutate({ versionId }),
        of(outside).remove.mutate({ versionId }),
      ]);
    expect((await listed()).map(({ name }) => name)).toEqual(['A']);
  });

  it('is not compared with one of another document or team', async () => {
    const { id: versionId } = await of().create.mutate({ documentId });
    const { id: otherDocument } = await team.api.trpc.channel.create.mutate({
      ...{ appId: team.app.id, kind: 'document', name: 'Other' },
    });
    const own = await of().create.mutate({ documentId: otherDocument });
    await expectRefused(of().compare.query({ versionId, with: own.id }), 'notFound');
    await expectRefused(of().compare.query({ versionId, with: randomUUID() }), 'notFound');
  });

  it('is neither created nor restored in the archive, where it can be read', async () => {
    const { id: versionId } = await of().create.mutate({ documentId });
    await team.api.trpc.channel.archive.mutate({ channelId: documentId });
    expect((await listed())[0]?.abilities).toEqual({ rename: false, restore: false, remove: false });
    await expectRefused(of().create.mutate({ documentId }), 'archived');
    await expectRefused(of().restore.mutate({ versionId }), 'archived');
  });
});

describe('restoring a version', () => {
  it('is seen by everyone who has the document open, keeps the former state, and can be undone', async () => {
    const editor = await write('the first words');
    const { id: versionId } = await of().create.mutate({ documentId });
    editor.write('a later line');
    await editor.saved();
    const other = await open((await team.person()).api, second);
    const { before } = await of().restore.mutate({ versionId });
    await until(() => editor.text() === 'the first words' && other.text() === editor.text());
    expect(before).toMatchObject({ cause: 'restore', author: { id: team.owner.id } });
    await of().restore.mutate({ versionId: before?.id ?? '' });
    await until(() => editor.text() === 'the first words\na later line' && other.text() === editor.text());
  });

  it('changes and keeps nothing when the document is equal already', async () => {
    await write('the same');
    const { id: versionId } = await of().create.mutate({ documentId });
    expect(await of().restore.mutate({ versionId })).toEqual({ before: null });
    expect(await listed()).toHaveLength(1);
  });

  it('loses nothing written afterwards by people who keep writing', async () => {
    const a = await write('kept');
    const { id: versionId } = await of().create.mutate({ documentId });
    const b = await open((await team.person()).api, second);
    let isRunning = true;
    let isRestored = false;
    const after: string[] = [];
    const type = async (editor: TestEditor, name: string) => {
      for (let n = 0; isRunning; n += 1) {
        const word = `${name}${n}`;
        if (isRestored) after.push(word);
        editor.write(word);
        await new Promise((resolve) => setTimeout(resolve, 3));
      }
    };
    const writing = [type(a, 'a'), type(b, 'b')];
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { before } = await of().restore.mutate({ versionId });
    isRestored = true;
    await until(() => after.length > 20);
    isRunning = false;
    await Promise.all(writing);
    await a.saved();
    await b.saved();
    await until(() => a.text() === b.text());
    const lines = a.text().split('\n');
    expect(lines[0]).toBe('kept');
    for (const word of after) expect(lines.filter((line) => line === word)).toEqual([word]);
    // Everything that the restoration removed is in the version before it.
    const { blocks } = await of().get.query({ versionId: before?.id ?? '' });
    const all = JSON.stringify(blocks) + a.text();
    for (let n = 0; all.includes(`"a${n + 1}"`); n += 1) expect(all).toContain(`a${n}`);
  });
});

describe('a large or commented document', () => {
  it('is compared in a child process', async () => {
    const editor = await open();
    const line = 'some words that make the line long enough to fill a page in the end '.repeat(2);
    editor.doc.transact(() => {
      for (let n = 0; n < 1_200; n += 1) editor.write(`${line}${n}`);
    });
    await editor.saved();
    const { id: versionId } = await of().create.mutate({ documentId });
    editor.write('the very last line');
    await editor.saved();
    const { difference } = await of().compare.query({ versionId });
    expect(changed(difference)).toEqual([['added', ['added', 'the very last line']]]);
    expect(difference.entries.length).toBeGreaterThan(1_200);
  });

  it('keeps discussion marks on words that exist before and after a restore', async () => {
    const editor = await write('words with a comment on them');
    const { id: versionId } = await of().create.mutate({ documentId });
    const text = firstText(editor);
    text.format(13, 7, { 'comment--threadAA': { threadId: 'a', orphan: false } });
    text.insert(0, 'More ');
    editor.write('another line');
    await editor.saved();
    await of().restore.mutate({ versionId });
    await until(() => editor.text() === 'words with a comment on them');
    const marked = (firstText(editor).toDelta() as { insert: string; attributes?: object }[]).filter(
      ({ attributes }) => attributes && Object.keys(attributes).some((name) => name.startsWith('comment')),
    );
    expect(marked.map(({ insert }) => insert)).toEqual(['comment']);
  });
});
