import { beforeEach, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import type { TestEditor } from '../../running/editor.ts';
import { changeOf, sendChange } from '../../running/hostile-changes.ts';
import { until } from '../../running/live.ts';
import { blockWith, textOfBlock, useDocument } from '../discussion/fixture.ts';
import { useServer } from '../harness/server.ts';

const server = useServer();
const fixture = useDocument(server);
beforeEach(async () => {
  const content = 'first words\n\nsecond words\n\nthird words';
  await fixture.api.trpc.document.putContent.mutate({ documentId: fixture.documentId, content });
});

/**
 * Text typed before its writer knew that a program had removed the second block, one message for each of
 * `work`.
 */
async function typedLate(
  work: ((text: Y.XmlText) => void)[],
): Promise<{ editor: TestEditor; late: Uint8Array[] }> {
  const editor = await fixture.edit((await fixture.person()).api);
  const id = blockWith(editor, 'second');
  const before = new Y.Doc();
  before.clientID = editor.doc.clientID;
  Y.applyUpdate(before, Y.encodeStateAsUpdate(editor.doc));
  const late = work.map((each) => {
    const known = Y.encodeStateVector(before);
    each(textOfBlock({ doc: before } as TestEditor, id));
    return Y.encodeStateAsUpdate(before, known);
  });
  await fixture.api.trpc.document.putContent.mutate({
    documentId: fixture.documentId,
    content: 'first words\n\nthird words',
  });
  await until('it is removed', () => !editor.text().includes('second'));
  for (const update of late) sendChange(editor, fixture.documentId, update);
  await editor.saved();
  return { editor, late };
}

async function lines(): Promise<string[]> {
  const { content } = await fixture.api.trpc.document.content.query({
    documentId: fixture.documentId,
    format: 'markdown',
  });
  return (content as string).split('\n').filter((line) => line !== '');
}

describe('words in transit while a program removes their block', () => {
  it('are placed where the block was, once, letter by letter', async () => {
    const letters = [...'late'].map((letter) => (text: Y.XmlText) => text.insert(text.length, letter));
    const { editor, late } = await typedLate(letters);
    await until('it is there', () => editor.text() === 'first words\nlate\nthird words');
    expect(await lines()).toEqual(['first words', 'late', 'third words']);
    const other = await fixture.edit();
    expect(other.text()).toBe('first words\nlate\nthird words');
    // Sent once more, as after a break, they are nothing new.
    for (const update of late) sendChange(editor, fixture.documentId, update);
    await editor.saved();
    expect(editor.text()).toBe('first words\nlate\nthird words');
  });

  it('exclude words their writer deleted', async () => {
    const { editor } = await typedLate([
      (text) => {
        text.insert(0, 'gone');
        text.insert(0, 'kept');
        text.delete(4, 4);
      },
    ]);
    await until('it is there', () => editor.text().includes('kept'));
    expect(await lines()).toEqual(['first words', 'kept', 'third words']);
  });

  it('are placed after the document was reopened', async () => {
    const editor = await fixture.edit();
    const id = blockWith(editor, 'second');
    const late = changeOf(editor.doc, (copy) =>
      textOfBlock({ doc: copy } as TestEditor, id).insert(0, 'offline '),
    );
    editor.close();
    await fixture.api.trpc.document.putContent.mutate({
      documentId: fixture.documentId,
      content: 'first words\n\nthird words',
    });
    const again = await fixture.edit();
    sendChange(again, fixture.documentId, late);
    await again.saved();
    const all = await lines();
    expect(all.filter((line) => line.includes('offline'))).toHaveLength(1);
    expect(all).toHaveLength(3);
  });
});
