import { replaceContent } from '@tandem/api/document/document/replace';
import { readStored } from '@tandem/api/document/model/state';
import { FRAGMENT } from '@tandem/shared/document/schema';
import { afterEach, describe, expect, it } from 'vitest';
import { atDepth } from '../../running/depth.ts';
import { openEditor, type TestEditor, textOf } from '../../running/editor.ts';
import { until } from '../../running/live.ts';
import { storedDocument } from '../../running/stored.ts';
import { useServer } from '../harness/server.ts';
import { openTeam } from '../workspace/team.ts';

const server = useServer();
const editors: TestEditor[] = [];

afterEach(() => {
  for (const editor of editors.splice(0)) editor.close();
});

async function makeDocument() {
  const { api, app } = await openTeam(server);
  const { id } = await api.trpc.channel.create.mutate({ appId: app.id, kind: 'document' });
  const open = async () => {
    const editor = await openEditor(server.url, id, api.token as string);
    editors.push(editor);
    return editor;
  };
  return { documentId: id, open };
}

/** Replaces the whole text, as an API client does. */
async function write(documentId: string, words: string): Promise<number> {
  const content = { blocks: [{ type: 'paragraph' as const, content: [textOfWords(words)] }] };
  return (await replaceContent(server.platform, documentId, { userId: null, content })).seq;
}

const textOfWords = (text: string) => ({ type: 'text' as const, text, styles: {} });

async function stored(documentId: string): Promise<{ rows: number; bytes: number }> {
  const rows = await server.db
    .selectFrom('document_update')
    .select('update')
    .where('documentId', '=', documentId)
    .execute();
  return { rows: rows.length, bytes: rows.reduce((sum, { update }) => sum + update.byteLength, 0) };
}

/** Over a megabyte each: together more than a document may be. */
const LAST = atDepth(25, 39);
const long = (n: number) => `${n} `.repeat(400_000);

describe('stored updates of a document written only by programs', () => {
  it('stay few however often that happens', async () => {
    const { documentId, open } = await makeDocument();
    const editor = await open();
    let seq = 1;
    for (let n = 0; n < 350; n += 1) {
      const next = await write(documentId, `words ${n}`);
      expect(next).toBe(seq + 1);
      seq = next;
    }
    expect((await stored(documentId)).rows).toBeLessThan(302);
    expect(await readStored(server.db, documentId)).toMatchObject({ seq });
    await until('the editor has it', () => editor.text() === 'words 349');
  });

  // Hundreds of long texts are written one after the other, which takes minutes on a busy machine.
  it('stay small however much is overwritten, and fit anyone who opens it', {
    timeout: 300_000,
  }, async () => {
    const { documentId, open } = await makeDocument();
    const early = await open();
    for (let n = 10; n <= LAST; n += 1) await write(documentId, long(n));
    expect((await stored(documentId)).bytes).toBeLessThan(4_000_000);
    const { doc } = await storedDocument(server.db, documentId);
    expect(textOf(doc.getXmlFragment(FRAGMENT))).toBe(long(LAST));
    await until('the editor has it', () => early.text() === long(LAST));
    const late = await open();
    for (const editor of [early, late]) {
      editor.write('more');
      await editor.saved();
      expect(editor.messages.filter(({ type }) => type === 'refused')).toEqual([]);
    }
  });
});
