import { BlockNoteEditor, createExtension } from '@blocknote/core';
import { CommentMark } from '@blocknote/core/comments';
import { documentSchema } from '@tandem/shared/document/editor';
import { FRAGMENT } from '@tandem/shared/document/schema';
import { describe, expect, it } from 'vitest';
import { prosemirrorToYXmlFragment } from 'y-prosemirror';
import * as Y from 'yjs';
import { liftAnchor, markOf, placeAnchor } from './anchor.ts';

/** A paragraph in the editor's stored form. */
function documentOf(words: string) {
  const doc = new Y.Doc();
  const group = new Y.XmlElement('blockGroup');
  const container = new Y.XmlElement('blockContainer');
  const paragraph = new Y.XmlElement('paragraph');
  const text = new Y.XmlText(words);
  doc.getXmlFragment(FRAGMENT).insert(0, [group]);
  group.insert(0, [container]);
  container.setAttribute('id', 'block');
  container.insert(0, [paragraph]);
  paragraph.insert(0, [text]);
  return { doc, text };
}

describe('the mark of a discussion', () => {
  it('is stored by the server exactly as by the editor', async () => {
    const { pmSchema } = BlockNoteEditor.create({
      schema: documentSchema,
      extensions: [createExtension({ key: 'comment-mark', tiptapExtensions: [CommentMark] })],
    });
    const mark = pmSchema.mark('comment', { threadId: 'some-id' });
    const node = (name: string, attrs: object | null, ...content: never[]) =>
      pmSchema.node(name, attrs as never, content);
    const page = node(
      'doc',
      null,
      node(
        'blockGroup',
        null,
        node(
          'blockContainer',
          { id: 'block' },
          node('paragraph', null, pmSchema.text('words', [mark]) as never) as never,
        ) as never,
      ) as never,
    );
    const theirs = prosemirrorToYXmlFragment(page, new Y.Doc().getXmlFragment(FRAGMENT));
    const { doc, text } = documentOf('words');
    placeAnchor(doc, { blockId: 'block', quote: 'words' }, await markOf('some-id'));
    expect(theirs.toString()).toContain('some-id');
    const texts = [...theirs.createTreeWalker((each) => each instanceof Y.XmlText)] as Y.XmlText[];
    expect(texts[0]?.toDelta()).toEqual(text.toDelta());
  });

  it('is removed with its discussion alone, and leaves everything else unchanged', async () => {
    const { doc, text } = documentOf('some words here');
    text.format(0, 4, { bold: true });
    const before = text.toDelta();
    placeAnchor(doc, { blockId: 'block', quote: 'me words' }, await markOf('one'));
    placeAnchor(doc, { blockId: 'block', quote: 'words he' }, await markOf('two'));
    liftAnchor(doc, 'one');
    expect(JSON.stringify(text.toDelta())).not.toContain('"one"');
    expect(JSON.stringify(text.toDelta())).toContain('"two"');
    liftAnchor(doc, 'two');
    expect(text.toDelta()).toEqual(before);
  });

  it.each([
    [0, 0],
    [4, 3],
    [5, 6],
    [99, 6],
  ])('expected at %i is placed at the nearest of equal words', async (start, at) => {
    const { doc, text } = documentOf('no no no');
    placeAnchor(doc, { blockId: 'block', quote: 'no', start }, await markOf('one'));
    let seen = 0;
    for (const { insert, attributes } of text.toDelta()) {
      if (attributes) break;
      seen += insert.length;
    }
    expect(seen).toBe(at);
  });
});
