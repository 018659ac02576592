import { afterEach, describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { groupIn, plainText, textsIn } from './forks.ts';
import {
  closeEditors,
  expectOnce,
  holdRow,
  lengthen,
  makeDocument,
  newestOf,
  numbered,
  typist,
  waitingFor,
} from './programs.ts';

const server = useServer();
afterEach(closeEditors);

describe('typing into a document while a program writes', () => {
  it('loses no word to a text read before it was typed', async () => {
    const { api, open, read, put } = await makeDocument(server, 'begun\n\nother');
    const typing = typist(await open(), () => 0);
    for (let n = 1; n <= 10; n += 1) {
      const { text } = await read();
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect((await put(api, `${text}\n\nput${n}\n`)).status).toBe(200);
    }
    const count = await typing.stop();
    expect(count).toBeGreaterThan(20);
    expectOnce((await read()).text, [...numbered('typed', count), ...numbered('put', 10), 'begun', 'other']);
  });

  it('keeps a word being typed after a space as the text was read', async () => {
    const { api, open, read, put } = await makeDocument(server, 'begun');
    const editor = await open();
    const [line] = textsIn(groupIn(editor.doc));
    line?.insert(line.length, ' half ', {});
    await editor.saved();
    const { text } = await read();
    line?.insert(line.length, 'typed', {});
    await editor.saved();
    expect((await put(api, `${text}\n\nput\n`)).status).toBe(200);
    expect((await read()).text).toBe('begun half typed\n\nput\n');
  });

  it('keeps the spaces a text omits for anyone typing there', async () => {
    const { api, open, read, put } = await makeDocument(server, 'begun\n\n- item\n\nend');
    const editor = await open();
    const [line, item] = textsIn(groupIn(editor.doc));
    line?.insert(line.length, ' half ', {});
    line?.insert(0, ' ', {});
    item?.insert(item.length, ' ', {});
    editor.write(' ');
    editor.write('last');
    await editor.saved();
    const { text } = await read();
    expect(text).toBe('begun half\n\n- item\n\nend\n\nlast\n');
    expect((await put(api, text.replace('end', 'end of it'))).status).toBe(200);
    const held = textsIn(groupIn(editor.doc)).map(plainText);
    await expect.poll(() => textsIn(groupIn(editor.doc)).map(plainText)).toContain('end of it');
    expect(textsIn(groupIn(editor.doc)).map(plainText)).toEqual(
      held.map((words) => (words === 'end' ? 'end of it' : words)),
    );
    expect(held).toEqual(expect.arrayContaining([' begun half ', 'item ', ' ']));
  });

  it('accepts a text that names its source wherever it touches nothing others changed', async () => {
    const { api, open, read, put } = await makeDocument(server, 'begun\n\nother');
    const editor = await open();
    const typing = typist(editor, () => 0);
    const statuses: number[] = [];
    for (let n = 1; n <= 20; n += 1) {
      const { text, tag } = await read();
      statuses.push((await put(api, `${text}\n\nput${n}\n`, tag)).status);
    }
    const { text, tag } = await read();
    const before = editor.text();
    await expect.poll(() => editor.text() !== before).toBe(true);
    await editor.saved();
    const late = await put(api, text.replace('begun', 'rewritten'), tag);
    const count = await typing.stop();
    expect(statuses).toEqual(statuses.map(() => 200));
    expect(late.status).toBe(412);
    expectOnce((await read()).text, [...numbered('typed', count), ...numbered('put', 20), 'begun']);
  });

  it('never tags a program’s write with more than it wrote, and continues from it', async () => {
    const { api, open, read, put } = await makeDocument(server, 'begun');
    const editor = await open();
    await read();
    editor.write('typed1');
    await editor.saved();
    const first = await put(api, 'begun\n\nput1\n');
    expect([first.status, first.headers.get('etag')]).toEqual([200, null]);
    // It still knows nothing of what was typed.
    expect((await put(api, 'begun\n\nput1\n\nput2\n')).status).toBe(200);
    expectOnce((await read()).text, ['begun', 'typed1', 'put1', 'put2']);
    const exact = await put(api, 'all new\n');
    expect(exact.headers.get('etag')).toMatch(/^"\d+\.blocks"$/u);
    expect((await read()).text).toBe('all new\n');
  });

  it('keeps the words of two programs that read the same', async () => {
    const { api, session, read, put } = await makeDocument(server, 'begun');
    const other = await session();
    const { tag } = await read();
    await read(other);
    expect((await put(api, 'begun\n\nput1\n')).status).toBe(200);
    expect((await put(other, 'begun\n\nput2\n')).status).toBe(200);
    expect((await put(api, 'begun\n\nput3\n', tag)).status).toBe(200);
    expectOnce((await read()).text, ['begun', 'put1', 'put2', 'put3']);
  });

  it('keeps what was restored between a program’s read and write, and everything typed', async () => {
    const { api, documentId, open, read, put, versions } = await makeDocument(server, 'begun\n\nold words');
    const kept = await api.trpc.version.create.mutate({ documentId, name: 'Before' });
    await put(api, 'begun\n\nnew words\n');
    const { text, tag } = await read();
    const typing = typist(await open(), () => 0);
    await expect.poll(async () => (await read()).text).toContain('typed1');
    await api.trpc.version.restore.mutate({ versionId: kept.id });
    // Earlier text was removed with the rest; text typed from here on must stay.
    const lines = (await read()).text.split('\n');
    expect(lines).toContain('old words');
    // It touches a line of which nothing is left as it was read.
    expect((await put(api, text.replace('new words', 'my words'), tag)).status).toBe(412);
    // It touches nothing that others changed.
    expect((await put(api, `${text}\n\nput1\n`, tag)).status).toBe(200);
    const count = await typing.stop();
    const after = (await read()).text;
    expectOnce(after, ['old', 'words', 'put1', `typed${count}`], `${after}\n`);
    expect(after).not.toContain('new words');
    expect((await versions()).map(({ cause }) => cause)).toContain('restore');
  });

  it('remembers what a program read after compaction', async () => {
    const { api, session, documentId, open, read, put } = await makeDocument(server, 'begun');
    const other = await session();
    await read();
    const { tag } = await read(other);
    const editor = await open();
    const text = textsIn(groupIn(editor.doc))[0];
    const rows = () =>
      server.db
        .selectFrom('document_update')
        .select('seq')
        .where('documentId', '=', documentId)
        .execute()
        .then(({ length }) => length);
    let count = 0;
    while (count < 20 || (await rows()) > 20) {
      count += 1;
      text?.insert(text.length, ` typed${count}`, {});
      await editor.saved();
    }
    expect((await put(api, 'begun\n\nput1\n')).status).toBe(200);
    expect((await put(other, 'begun\n\nput2\n', tag)).status).toBe(200);
    expectOnce((await read()).text, ['begun', 'put1', 'put2', ...numbered('typed', count)]);
  });

  it('does not count changes as read that were still being stored during compaction', async () => {
    const { api, documentId, open, read, put } = await makeDocument(server, 'begun');
    await lengthen(server, documentId, 300);
    const editor = await open();
    const text = textsIn(groupIn(editor.doc))[0];
    const { seq } = await newestOf(server, documentId);
    // Two changes of which the first waits, so that the second is known here and not stored.
    const first = await holdRow(server, documentId, 'no key update');
    text?.insert(text.length, ' typed1', {});
    await expect.poll(() => waitingFor(server, first.pid)).toBe(1);
    text?.insert(text.length, ' typed2', {});
    await expect.poll(() => editor.provider.hasUnsyncedChanges).toBe(false);
    // Between the first change and the compaction that follows it, somebody reads.
    const second = holdRow(server, documentId, 'share');
    await expect.poll(() => waitingFor(server, first.pid)).toBe(2);
    first.release();
    const { release, pid } = await second;
    await expect.poll(() => waitingFor(server, pid)).toBeGreaterThan(0);
    const known = await read();
    expect(known.text).toBe('begun typed1\n');
    release();
    await editor.saved();
    const rows = await newestOf(server, documentId);
    expect([rows.count < 5, rows.seq > seq + 1]).toEqual([true, true]);
    expect((await put(api, `${known.text}\nput1\n`)).status).toBe(200);
    expectOnce((await read()).text, ['begun', 'typed1', 'typed2', 'put1']);
  });

  it('keeps a version before overwriting, but not at every write of one program', async () => {
    const { api, session, documentId, open, read, put, versions } = await makeDocument(
      server,
      'precious words',
    );
    const causes = async () => (await versions()).map(({ cause }) => cause);
    // A client that never read it may overwrite it.
    expect((await put(api, 'one')).status).toBe(200);
    expect(await causes()).toEqual(['overwrite']);
    for (const text of ['two', 'two', 'three', 'four']) expect((await put(api, text)).status).toBe(200);
    expect(await causes()).toEqual(['overwrite']);
    const stranger = await session();
    expect((await put(stranger, 'five')).status).toBe(200);
    expect(await causes()).toEqual(['overwrite', 'overwrite']);
    const editor = await open();
    for (let n = 1; n <= 3; n += 1) {
      editor.write(`typed${n}`);
      await editor.saved();
      const { text } = await read(stranger);
      expect((await put(stranger, `${text}\n\nput${n}\n`)).status).toBe(200);
    }
    expect(await causes()).toEqual(['overwrite', 'overwrite']);
    await server.db
      .updateTable('version')
      .set({ createdAt: new Date(Date.now() - 90_000) })
      .where('documentId', '=', documentId)
      .execute();
    editor.write('typed4');
    await editor.saved();
    expect((await put(stranger, 'gone')).status).toBe(200);
    const [newest] = await versions();
    expect(newest?.cause).toBe('overwrite');
    await api.trpc.version.restore.mutate({ versionId: newest?.id ?? '' });
    expectOnce((await read()).text, ['five', ...numbered('typed', 4), ...numbered('put', 3)]);
  });
});
