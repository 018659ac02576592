import { FRAGMENT } from '@tandem/shared/document/schema';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { textOf } from '../../running/editor.ts';
import { storedDocument } from '../../running/stored.ts';
import { blockWith, type DocumentStage, marked, openDocument, textIn } from '../discussion/stage.ts';
import { startServer, type TestServer } from '../harness/server.ts';

/** What editors of this kind are known to lose, and what must not happen here. */
let server: TestServer;
let stage: DocumentStage;
beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  stage = await openDocument(server);
});
afterEach(() => stage.close());
afterAll(() => server.close());

const stored = async () => (await storedDocument(server.db, stage.documentId)).doc;
const rows = () =>
  server.db
    .selectFrom('document_update')
    .select(['seq', 'update'])
    .where('documentId', '=', stage.documentId)
    .orderBy('seq')
    .execute();
const until = (isTrue: () => boolean) => expect.poll(isTrue, { timeout: 8_000, interval: 10 }).toBe(true);

/** A document of two lines, with a comment on a word of the first. */
async function discussed() {
  const writer = await stage.edit();
  writer.write('one two three');
  writer.write('four');
  await writer.saved();
  const anchor = { blockId: blockWith(writer, 'two'), quote: 'two' };
  const { documentId } = stage;
  const { discussionId } = await stage.api.trpc.discussion.create.mutate({
    documentId,
    text: 'Why?',
    anchor,
  });
  await until(() => marked(writer.doc)[discussionId] === 'two');
  return { writer, discussionId };
}

describe('words with a comment', () => {
  it('are all there, and the document unchanged, after the server has read it in every form', async () => {
    const { discussionId } = await discussed();
    const before = await rows();
    const { documentId } = stage;
    for (const format of ['blocks', 'markdown', 'html'] as const) {
      const { content } = await stage.api.trpc.document.content.query({ documentId, format });
      expect(JSON.stringify(content)).toContain('two');
    }
    await stage.api.trpc.version.create.mutate({ documentId, name: 'Read' });
    expect(await rows()).toEqual(before);
    expect(marked(await stored())).toEqual({ [discussionId]: 'two' });
  });

  it('keep it when the server appends, and when everything is put back with a line more', async () => {
    const { writer, discussionId } = await discussed();
    const { documentId } = stage;
    const { document } = stage.api.trpc;
    await document.append.mutate({ documentId, content: '- five\n- six' });
    const { content } = await document.content.query({ documentId, format: 'blocks' });
    if (typeof content === 'string') throw new Error('blocks were asked for');
    const line = {
      type: 'paragraph' as const,
      content: [{ type: 'text' as const, text: 'zero', styles: {} }],
    };
    await document.putContent.mutate({ documentId, content: [line, ...content] });
    await until(() => writer.text() === 'zero\none two three\nfour\nfive\nsix');
    expect(marked(writer.doc)).toEqual({ [discussionId]: 'two' });
    expect(marked(await stored())).toEqual({ [discussionId]: 'two' });
  });

  it('keep it and are gone back to on the server, in changes of the first version of Yjs', async () => {
    const { writer, discussionId } = await discussed();
    const { documentId } = stage;
    const { id } = await stage.api.trpc.version.create.mutate({ documentId, name: 'Before' });
    writer.write('too much');
    await writer.saved();
    await stage.api.trpc.version.restore.mutate({ versionId: id });
    await until(() => writer.text() === 'one two three\nfour');
    expect(marked(writer.doc)).toEqual({ [discussionId]: 'two' });
    const { state } = await server.db
      .selectFrom('version')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    // Read as that version, or it would be something else.
    for (const updates of [[state], (await rows()).map(({ update }) => update)]) {
      const doc = new Y.Doc();
      for (const update of updates) Y.applyUpdate(doc, update);
      expect(textOf(doc.getXmlFragment(FRAGMENT))).toBe('one two three\nfour');
    }
  });
});

describe('a document that nobody has written in', () => {
  it('has a paragraph with a place for words, so that the first keys of two people are both there', async () => {
    const a = await stage.edit();
    const b = await stage.edit((await stage.person()).api);
    const first = ({ doc }: typeof a) => {
      const group = doc.getXmlFragment(FRAGMENT).get(0) as Y.XmlElement;
      return textIn(group.get(0) as Y.XmlElement);
    };
    expect(first(a)).toBeInstanceOf(Y.XmlText);
    first(a).insert(0, 'hers');
    first(b).insert(0, 'his');
    await until(() => a.text() === b.text() && a.text().length === 7);
    expect(['hershis', 'hishers']).toContain(a.text());
  });
});

describe('a picture within a line', () => {
  it('is there in Markdown and HTML again', async () => {
    const { documentId } = stage;
    const { document } = stage.api.trpc;
    const content = 'Before ![A view](https://example.org/a.png) and after.';
    await document.putContent.mutate({ documentId, content });
    for (const format of ['markdown', 'html'] as const) {
      const read = await document.content.query({ documentId, format });
      for (const part of ['Before', 'A view', 'https://example.org/a.png', 'and after.'])
        expect(read.content, format).toContain(part);
    }
  });
});
