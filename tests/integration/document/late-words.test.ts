import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import type { TestEditor } from '../../running/editor.ts';
import { changeOf, sendChange } from '../../running/hostile-changes.ts';
import { until } from '../../running/live.ts';
import { blockWith, type DocumentStage, openDocument, textOfBlock } from '../discussion/stage.ts';
import { startServer, type TestServer } from '../harness/server.ts';

let server: TestServer;
let stage: DocumentStage;
beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  stage = await openDocument(server);
  const content = 'first words\n\nsecond words\n\nthird words';
  await stage.api.trpc.document.putContent.mutate({ documentId: stage.documentId, content });
});
afterEach(() => stage.close());
afterAll(() => server.close());

/** What somebody typed before they knew that a program removed the second block, a message for each of `work`. */
async function typedLate(
  work: ((text: Y.XmlText) => void)[],
): Promise<{ editor: TestEditor; late: Uint8Array[] }> {
  const editor = await stage.edit((await stage.person()).api);
  const id = blockWith(editor, 'second');
  const before = new Y.Doc();
  before.clientID = editor.doc.clientID;
  Y.applyUpdate(before, Y.encodeStateAsUpdate(editor.doc));
  const late = work.map((each) => {
    const known = Y.encodeStateVector(before);
    each(textOfBlock({ doc: before } as TestEditor, id));
    return Y.encodeStateAsUpdate(before, known);
  });
  await stage.api.trpc.document.putContent.mutate({
    documentId: stage.documentId,
    content: 'first words\n\nthird words',
  });
  await until('it is removed', () => !editor.text().includes('second'));
  for (const update of late) sendChange(editor, stage.documentId, update);
  await editor.saved();
  return { editor, late };
}

async function lines(): Promise<string[]> {
  const { content } = await stage.api.trpc.document.content.query({
    documentId: stage.documentId,
    format: 'markdown',
  });
  return (content as string).split('\n').filter((line) => line !== '');
}

describe('words on their way while a program removes their block', () => {
  it('have a place where that stood, once, letter by letter', async () => {
    const letters = [...'late'].map((letter) => (text: Y.XmlText) => text.insert(text.length, letter));
    const { editor, late } = await typedLate(letters);
    await until('it is there', () => editor.text() === 'first words\nlate\nthird words');
    expect(await lines()).toEqual(['first words', 'late', 'third words']);
    const other = await stage.edit();
    expect(other.text()).toBe('first words\nlate\nthird words');
    // Sent once more, as after a break, they are nothing new.
    for (const update of late) sendChange(editor, stage.documentId, update);
    await editor.saved();
    expect(editor.text()).toBe('first words\nlate\nthird words');
  });

  it('are those that their writer did not take back', async () => {
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

  it('have a place after the document was opened anew', async () => {
    const editor = await stage.edit();
    const id = blockWith(editor, 'second');
    const late = changeOf(editor.doc, (copy) =>
      textOfBlock({ doc: copy } as TestEditor, id).insert(0, 'offline '),
    );
    editor.close();
    await stage.api.trpc.document.putContent.mutate({
      documentId: stage.documentId,
      content: 'first words\n\nthird words',
    });
    const again = await stage.edit();
    sendChange(again, stage.documentId, late);
    await again.saved();
    const all = await lines();
    expect(all.filter((line) => line.includes('offline'))).toHaveLength(1);
    expect(all).toHaveLength(3);
  });
});
