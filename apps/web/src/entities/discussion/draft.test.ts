import { Schema } from 'prosemirror-model';
import { describe, expect, it } from 'vitest';
import { anchorAt } from './draft.ts';

const schema = new Schema({
  nodes: {
    doc: { content: 'blockGroup' },
    blockGroup: { content: 'blockContainer+' },
    blockContainer: { content: 'paragraph blockGroup?', attrs: { id: { default: '' } } },
    paragraph: { content: '(text|mention|hardBreak)*' },
    mention: { inline: true, group: 'inline', attrs: { label: { default: '' } } },
    hardBreak: { inline: true, group: 'inline' },
    text: { group: 'inline' },
  },
});
const block = (id: string, content: object[], children: object[] = []) => ({
  type: 'blockContainer',
  attrs: { id },
  content: [
    { type: 'paragraph', content },
    ...(children.length > 0 ? [{ type: 'blockGroup', content: children }] : []),
  ],
});
const text = (words: string) => ({ type: 'text', text: words });
const doc = schema.nodeFromJSON({
  type: 'doc',
  content: [
    {
      type: 'blockGroup',
      content: [
        block('a', [text('Ask '), { type: 'mention', attrs: { label: 'Bo Li' } }, text(' soon')]),
        block('b', [text('outer words')], [block('c', [text('inner words')])]),
      ],
    },
  ],
});
/** Start and end of words in the document. */
function span(words: string): [number, number] {
  let found: [number, number] = [0, 0];
  doc.descendants((node, at) => {
    const index = node.text?.indexOf(words) ?? -1;
    if (index >= 0) found = [at + index, at + index + words.length];
  });
  return found;
}
const anchor = (from: number, to: number) => anchorAt(doc as never, from, to);

describe('anchor of a selection', () => {
  it('holds the words of its block and their offset', () => {
    expect(anchor(...span('words'))).toEqual({ blockId: 'c', quote: 'words', start: 6 });
    expect(anchor(...span('outer'))).toEqual({ blockId: 'b', quote: 'outer', start: 0 });
  });

  it('reads a mention as it is displayed, and trims spaces', () => {
    const [from] = span('Ask');
    const [, to] = span(' soon');
    expect(anchor(from, to)).toEqual({ blockId: 'a', quote: 'Ask @Bo Li soon', start: 0 });
    expect(anchor(span(' soon')[0], to)).toEqual({ blockId: 'a', quote: 'soon', start: 11 });
  });

  it('holds the words of every selected block', () => {
    const end = span('soon')[1];
    expect(anchor(end, span('outer')[1])).toEqual({ blockId: 'b', quote: 'outer', start: 0 });
    expect(anchor(span('soon')[0], span('inner')[1])).toEqual({
      ...{ blockId: 'a', quote: 'soon', start: 11 },
      further: [
        { blockId: 'b', quote: 'outer words', start: 0 },
        { blockId: 'c', quote: 'inner', start: 0 },
      ],
    });
  });

  it('is empty without words', () => {
    const end = span('soon')[1];
    expect(anchor(end, end + 3)).toBeNull();
  });
});
