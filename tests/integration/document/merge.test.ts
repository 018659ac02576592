import { readBlocks, writeBlocks } from '@tandem/api/document/edit/editor';
import { firstUpdate } from '@tandem/api/document/edit/seed';
import type { BlockInput, Inline } from '@tandem/shared/document/blocks';
import { FRAGMENT } from '@tandem/shared/document/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';

const COMMENT = 'comment--threadAA';
const mark = { threadId: 'thread', orphan: false };

function begin(): Y.Doc {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, firstUpdate());
  return doc;
}

function copyOf(doc: Y.Doc): Y.Doc {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  return copy;
}

function holding(blocks: BlockInput[]): Y.Doc {
  const doc = begin();
  writeBlocks(doc, blocks);
  return doc;
}

function textsOf(node: Y.XmlFragment): Y.XmlText[] {
  return node
    .toArray()
    .flatMap((child) =>
      child instanceof Y.XmlText ? [child] : child instanceof Y.XmlElement ? textsOf(child) : [],
    );
}
const texts = (doc: Y.Doc) => textsOf(doc.getXmlFragment(FRAGMENT));
const words = (doc: Y.Doc) => texts(doc).map((text) => text.toJSON().replaceAll(/<[^>]*>/gu, ''));

/** Words that are commented on, in all of a document. */
const commented = (doc: Y.Doc) =>
  texts(doc)
    .flatMap((text) => text.toDelta() as { insert: string; attributes?: object }[])
    .filter(({ attributes }) => attributes && COMMENT in attributes)
    .map(({ insert }) => insert)
    .join('|');

const text = (value: string, styles: object = {}): Inline => ({ type: 'text', text: value, styles });
const paragraph = (value: string, id?: string): BlockInput => ({
  type: 'paragraph',
  ...(id !== undefined && { id }),
  content: [text(value)],
});

/** Blocks without their ids. */
function shape(blocks: readonly BlockInput[]): unknown {
  return blocks.map(({ id: _, children, ...rest }) => ({ ...rest, children: shape(children ?? []) }));
}

const word = fc.constantFrom('one', 'two', 'three', 'four', '五', 'six\nseven', ' ', 'é🙂', '.');
const inline: fc.Arbitrary<Inline> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(
        fc.array(word, { minLength: 1, maxLength: 5 }),
        fc.constantFrom({}, { bold: true }, { italic: true, code: true }, { textColor: 'red' }),
      )
      .map(([some, styles]) => text(some.join(' '), styles)),
  },
  word.map((label): Inline => ({ type: 'mention', props: { kind: 'user', id: '7', label } })),
  word.map(
    (value): Inline => ({ type: 'link', href: 'https://example.org/', content: [text(value) as never] }),
  ),
);
const inlines = fc.array(inline, { maxLength: 4 });
const { blocks: someBlocks } = fc.letrec<{ block: BlockInput; blocks: BlockInput[] }>((tie) => ({
  blocks: fc.array(tie('block'), { maxLength: 5, depthIdentifier: 'block' }),
  block: fc.oneof(
    { depthIdentifier: 'block' },
    fc.record({
      type: fc.constantFrom(
        'paragraph',
        'quote',
        'callout',
        'bulletListItem',
        'numberedListItem',
        'checkListItem',
      ),
      content: inlines,
      children: fc.oneof({ depthIdentifier: 'block', maxDepth: 3 }, fc.constant([]), tie('blocks')),
    }) as fc.Arbitrary<BlockInput>,
    inlines.map((content): BlockInput => ({ type: 'heading', props: { level: 2 }, content })),
    word.map(
      (value): BlockInput => ({ type: 'codeBlock', props: { language: 'ts' }, content: [text(value)] }),
    ),
    fc.constant<BlockInput>({ type: 'divider' }),
    fc.array(fc.array(inlines, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 3 }).map(
      (rows): BlockInput => ({
        type: 'table',
        content: {
          type: 'tableContent',
          columnWidths: [],
          rows: rows.map((cells) => ({
            cells: cells.map((content) => ({ type: 'tableCell' as const, content, props: {} })),
          })),
        },
      }),
    ),
  ),
}));

/** Ids of a document's blocks for some of the asked ones, anywhere. */
function borrow(blocks: BlockInput[], ids: string[], picks: number[]): BlockInput[] {
  return blocks.map((block) => {
    const pick = picks.pop() ?? 0;
    const id = pick % 2 === 0 ? undefined : ids[pick % ids.length];
    return {
      ...block,
      ...(id !== undefined && { id }),
      children: borrow(block.children ?? [], ids, picks),
    };
  });
}
const idsOf = (blocks: readonly BlockInput[]): string[] =>
  blocks.flatMap(({ id, children }) => [id as string, ...idsOf(children ?? [])]);

describe('merging blocks into a document', () => {
  it('yields the requested blocks, whatever it held before', () => {
    fc.assert(
      fc.property(
        someBlocks,
        someBlocks,
        fc.array(fc.nat({ max: 50 }), { maxLength: 30 }),
        (before, after, picks) => {
          const doc = holding(before);
          const asked = borrow(after, idsOf(readBlocks(doc)), [...picks]);
          writeBlocks(doc, asked);
          expect(shape(readBlocks(doc))).toEqual(shape(readBlocks(holding(after))));
          const ids = idsOf(readBlocks(doc));
          expect(new Set(ids).size).toBe(ids.length);
          expect(ids).not.toContain('');
        },
      ),
      { numRuns: 400 },
    );
  });

  it('changes nothing when they are equal, with ids or without', () => {
    fc.assert(
      fc.property(someBlocks, fc.boolean(), (blocks, named) => {
        const doc = holding(blocks);
        const standing = readBlocks(doc);
        let changes = 0;
        doc.on('update', () => {
          changes += 1;
        });
        writeBlocks(doc, named ? standing : (shape(standing) as BlockInput[]));
        expect(changes).toBe(0);
      }),
      { numRuns: 200 },
    );
  });

  it('loses no word typed meanwhile in a block that stays, changed or not', () => {
    const line = fc.array(fc.constantFrom('alpha', 'beta', 'gamma', 'delta'), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 6 }),
        fc.array(line, { minLength: 6, maxLength: 6 }),
        (before, after) => {
          const doc = holding(before.map((each) => paragraph(each.join(' '))));
          const typist = copyOf(doc);
          texts(typist).forEach((each, i) => {
            each.insert(Math.floor(each.length / 2), `<typed${i}>`);
          });
          const asked = readBlocks(doc).map(({ id }, i) => paragraph((after[i] as string[]).join(' '), id));
          writeBlocks(doc, asked);
          Y.applyUpdate(doc, Y.encodeStateAsUpdate(typist));
          Y.applyUpdate(typist, Y.encodeStateAsUpdate(doc));
          const all = texts(doc).map((each) => each.toString());
          before.forEach((_, i) => {
            expect(all.join('\n')).toContain(`<typed${i}>`);
          });
          expect(all.map((each) => each.replace(/<typed\d>/u, '')).slice(0, before.length)).toEqual(
            asked.map(({ content }) => (content as { text: string }[])[0]?.text),
          );
          expect(readBlocks(typist)).toEqual(readBlocks(doc));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('keeps discussion marks on words that stay', () => {
    const doc = holding([paragraph('one two three four'), paragraph('another line')]);
    texts(doc)[0]?.format(4, 9, { [COMMENT]: mark });
    expect(commented(doc)).toBe('two three');
    const [first, second] = readBlocks(doc);
    writeBlocks(doc, [
      paragraph('before'),
      { ...(first as BlockInput), content: [text('zero one two and three five')] },
      second as BlockInput,
    ]);
    expect(commented(doc)).toBe('two and three');
    // Another kind of block, in another place, with a break and bold words.
    writeBlocks(doc, [
      {
        ...(second as BlockInput),
        children: [
          {
            type: 'heading',
            id: first?.id,
            content: [text('one '), text('two', { bold: true }), text('\nthree')],
          },
        ],
      },
    ]);
    expect(commented(doc)).toBe('two|three');
  });

  it('inserts new blocks beside old ones, so that no line turns into another', () => {
    const doc = holding(['alpha beta', 'gamma delta', 'epsilon zeta'].map((each) => paragraph(each)));
    const ids = idsOf(readBlocks(doc));
    writeBlocks(
      doc,
      ['something new', 'alpha beta', 'gamma delta changed', 'another', 'epsilon zeta'].map((each) =>
        paragraph(each),
      ),
    );
    const after = readBlocks(doc);
    expect([after[1]?.id, after[2]?.id, after[4]?.id]).toEqual(ids);
    expect(words(doc)).toEqual([
      'something new',
      'alpha beta',
      'gamma delta changed',
      'another',
      'epsilon zeta',
    ]);
  });
});
