import { FRAGMENT } from '@tandem/shared/document/schema';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { textOf } from '../../running/editor.ts';
import { storedDocument } from '../../running/stored.ts';
import { blockWith, marked, textIn, useDocument } from '../discussion/fixture.ts';
import { useServer } from '../harness/server.ts';

/** Known data losses of such editors, which must not happen here. */
const server = useServer();
const fixture = useDocument(server);

const stored = async () => (await storedDocument(server.db, fixture.documentId)).doc;
const rows = () =>
  server.db
    .selectFrom('document_update')
    .select(['seq', 'update'])
    .where('documentId', '=', fixture.documentId)
    .orderBy('seq')
    .execute();
const until = (isTrue: () => boolean) => expect.poll(isTrue, { timeout: 8_000, interval: 10 }).toBe(true);

/** A document of two lines, with a comment on a word of the first. */
async function discussed() {
  const writer = await fixture.edit();
  writer.write('one two three');
  writer.write('four');
  await writer.saved();
  const anchor = { blockId: blockWith(writer, 'two'), quote: 'two' };
  const { documentId } = fixture;
  const { discussionId } = await fixture.api.trpc.discussion.create.mutate({
    documentId,
    text: 'Why?',
    anchor,
  });
  await until(() => marked(writer.doc)[discussionId] === 'two');
  return { writer, discussionId };
}

describe('commented words', () => {
  it('are complete, and the document unchanged, after the server has read it in every form', async () => {
    const { discussionId } = await discussed();
    const before = await rows();
    const { documentId } = fixture;
    for (const format of ['blocks', 'markdown', 'html'] as const) {
      const { content } = await fixture.api.trpc.document.content.query({ documentId, format });
      expect(JSON.stringify(content)).toContain('two');
    }
    await fixture.api.trpc.version.create.mutate({ documentId, name: 'Read' });
    expect(await rows()).toEqual(before);
    expect(marked(await stored())).toEqual({ [discussionId]: 'two' });
  });

  it('keep their comment when the server appends, and when everything is put back with a line more', async () => {
    const { writer, discussionId } = await discussed();
    const { documentId } = fixture;
    const { document } = fixture.api.trpc;
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

  it('keep their comment and are restored on the server, in changes of the first version of Yjs', async () => {
    const { writer, discussionId } = await discussed();
    const { documentId } = fixture;
    const { id } = await fixture.api.trpc.version.create.mutate({ documentId, name: 'Before' });
    writer.write('too much');
    await writer.saved();
    await fixture.api.trpc.version.restore.mutate({ versionId: id });
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

describe('an untouched document', () => {
  it('has a paragraph that accepts text, so that the first keys of two people are both kept', async () => {
    const a = await fixture.edit();
    const b = await fixture.edit((await fixture.person()).api);
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

describe('an inline picture', () => {
  it('survives Markdown and HTML', async () => {
    const { documentId } = fixture;
    const { document } = fixture.api.trpc;
    const content = 'Before ![A view](https://example.org/a.png) and after.';
    await document.putContent.mutate({ documentId, content });
    for (const format of ['markdown', 'html'] as const) {
      const read = await document.content.query({ documentId, format });
      for (const part of ['Before', 'A view', 'https://example.org/a.png', 'and after.'])
        expect(read.content, format).toContain(part);
    }
  });
});
