import type { Block, Inline, StyledText, TableContent } from '@tandem/shared/document/blocks';
import type { Difference, DifferenceEntry, DifferenceRun, Presence } from '@tandem/shared/version/difference';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceOf } from './difference.ts';
import { inlineOf, tokensOf } from './words.ts';

const text = (value: string, styles: StyledText['styles'] = {}): StyledText => ({
  type: 'text',
  text: value,
  styles,
});
const block = (id: string, value: string | Inline[], more: Partial<Block> = {}): Block => ({
  ...{ id, type: 'paragraph', props: {}, children: [] },
  content: typeof value === 'string' ? (value === '' ? [] : [text(value)]) : value,
  ...more,
});
const table = (id: string, rows: string[][]): Block => ({
  ...{ id, type: 'table', props: {}, children: [] },
  content: {
    type: 'tableContent',
    columnWidths: [],
    rows: rows.map((cells) => ({
      cells: cells.map((cell) => ({
        type: 'tableCell',
        content: cell === '' ? [] : [text(cell)],
        props: {},
      })),
    })),
  },
});

const marks: Record<Presence, [string, string]> = {
  same: ['', ''],
  added: ['{+', '+}'],
  removed: ['[-', '-]'],
};
const words = (inline: Inline): string =>
  inline.type === 'mention'
    ? `@${inline.props.label}`
    : inline.type === 'link'
      ? inline.content.map((each) => each.text).join('')
      : inline.text;
const told = (runs: readonly DifferenceRun[] = []) =>
  runs
    .map((run) => marks[run.in].join(words(run.inline)))
    .join('')
    .replaceAll('+}{+', '')
    .replaceAll('-][-', '');
const lines = ({ entries }: Difference) =>
  entries.map((entry) => `${entry.change} ${told(entry.runs)}`.trim());

/** The state on one side, from what is told of both. */
function sideOf({ entries }: Difference, side: 'before' | 'after'): Block[] {
  const other: Presence = side === 'before' ? 'added' : 'removed';
  const root: Block[] = [];
  const path: Block[][] = [root];
  const inlines = (runs: readonly DifferenceRun[]) =>
    normal(runs.filter((run) => run.in !== other).map((run) => run.inline));
  for (const entry of entries) {
    const head = entry[side];
    if (!head) continue;
    const { depth, ...rest } = head;
    const content = entry.table ? tableOf(entry, side, inlines) : entry.runs && inlines(entry.runs);
    const made = { ...rest, ...(content && { content }), children: [] } as Block;
    path[depth]?.push(made);
    path[depth + 1] = made.children;
  }
  return root;
}
function tableOf(
  { table: found }: DifferenceEntry,
  side: 'before' | 'after',
  inlines: (runs: readonly DifferenceRun[]) => Inline[],
): TableContent {
  const other = side === 'before' ? 'added' : 'removed';
  return {
    type: 'tableContent',
    ...(found?.[side] ?? { columnWidths: [] }),
    rows: (found?.rows ?? [])
      .filter(({ change }) => change !== other)
      .map(({ cells }) => ({
        cells: cells
          .filter((cell) => cell[side] !== null)
          .map((cell) => ({ type: 'tableCell', content: inlines(cell.runs), props: cell[side] ?? {} })),
      })),
  };
}
const normal = (content: readonly Inline[]) => inlineOf(tokensOf(content));
function normalBlocks(blocks: readonly Block[]): Block[] {
  return blocks.map(({ content, ...rest }) => ({
    ...rest,
    ...(content && {
      content: Array.isArray(content)
        ? normal(content)
        : {
            ...content,
            rows: content.rows.map(({ cells }) => ({
              cells: cells.map((cell) => ({ ...cell, content: normal(cell.content) })),
            })),
          },
    }),
    children: normalBlocks(rest.children),
  }));
}

describe('the difference of two states', () => {
  it('tells words that came and went', async () => {
    const found = await differenceOf(
      [block('a', 'The quick brown fox jumps over the dog.')],
      [block('a', 'The quick red fox jumps over the lazy dog.')],
    );
    expect(lines(found)).toEqual(['changed The quick [-brown-]{+red+} fox jumps over the{+ lazy+} dog.']);
    expect(found).toMatchObject({ wordsAdded: 2, wordsRemoved: 1, isCoarse: false });
  });

  it('tells characters where a script has no spaces', async () => {
    const found = await differenceOf([block('a', '我们明天在北京开会')], [block('a', '我们后天在北京开会')]);
    expect(lines(found)).toEqual(['changed 我们[-明-]{+后+}天在北京开会']);
  });

  it('joins changes that only a space keeps apart, and shows what was written anew as such', async () => {
    const found = await differenceOf(
      [block('a', 'we saw one two three there'), block('b', 'Nothing of this will be left here.')],
      [block('a', 'we saw uno dos tres there'), block('b', 'Somebody wrote another sentence instead.')],
    );
    expect(lines(found)).toEqual([
      'changed we saw [-one two three-]{+uno dos tres+} there',
      'changed [-Nothing of this will be left here-]{+Somebody wrote another sentence instead+}.',
    ]);
  });

  it('tells blocks that came, went, moved and were nested', async () => {
    const found = await differenceOf(
      [block('a', 'one'), block('b', 'two'), block('c', 'three'), block('d', 'four')],
      [block('b', 'two'), block('c', 'three', { children: [block('e', 'five')] }), block('a', 'one more')],
    );
    expect(lines(found)).toEqual([
      'movedFrom one',
      'same two',
      'same three',
      'removed [-four-]',
      'added {+five+}',
      'movedTo one{+ more+}',
    ]);
    expect(found.entries[4]?.after?.depth).toBe(1);
  });

  it('tells another type and other looks, and knows links and mentions', async () => {
    const mention: Inline = { type: 'mention', props: { kind: 'user', id: '1', label: 'Ann' } };
    const link = (href: string): Inline => ({ type: 'link', href, content: [text('there')] });
    const found = await differenceOf(
      [block('a', [text('look '), link('https://a.test'), text(' and')])],
      [
        block(
          'a',
          [text('look', { bold: true }), text(' '), link('https://b.test'), text(' and '), mention],
          {
            type: 'heading',
            props: { level: 2 },
          },
        ),
      ],
    );
    expect(found.entries).toMatchObject([
      { change: 'changed', before: { type: 'paragraph' }, after: { type: 'heading' } },
    ]);
    expect(lines(found)).toEqual(['changed [-look there-]{+look there+} and{+ @Ann+}']);
  });

  it('tells rows, columns and cells of tables', async () => {
    const { entries } = await differenceOf(
      [
        table('t', [
          ['Name', 'Age'],
          ['Ann', '30'],
          ['Bob', '40'],
        ]),
      ],
      [
        table('t', [
          ['Name', 'Town', 'Age'],
          ['Ann', 'Rome', '31'],
          ['Cid', 'Oslo', '50'],
        ]),
      ],
    );
    const found = entries[0]?.table;
    expect(found?.columns).toEqual(['same', 'added', 'same']);
    expect(found?.rows.map(({ change, cells }) => [change, ...cells.map((cell) => told(cell.runs))])).toEqual(
      [
        ['changed', 'Name', '{+Town+}', 'Age'],
        ['changed', 'Ann', '{+Rome+}', '[-30-]{+31+}'],
        ['removed', '[-Bob-]', '[-40-]'],
        ['added', '{+Cid+}', '{+Oslo+}', '{+50+}'],
      ],
    );
  });

  it('finds what was written anew from outside, under other ids', async () => {
    const found = await differenceOf(
      [
        block('a', 'First line stays.'),
        block('b', 'The second line changes a little bit.'),
        block('c', 'Third'),
      ],
      [
        block('x', 'First line stays.'),
        block('y', 'The second line changes quite a little bit.'),
        block('z', 'Third'),
      ],
    );
    expect(lines(found)).toEqual([
      'same First line stays.',
      'changed The second line changes {+quite +}a little bit.',
      'same Third',
    ]);
  });

  it('says nothing of two states that are the same', async () => {
    const same = [block('a', 'one', { children: [table('t', [['x']])] })];
    const found = await differenceOf(same, structuredClone(same));
    expect(found.entries.map(({ change }) => change)).toEqual(['same', 'same']);
    expect(found).toMatchObject({ wordsAdded: 0, wordsRemoved: 0 });
  });

  it('is done in bounded time with large and hostile documents, and still tells both states', async () => {
    const noise = (seed: number, count: number) => {
      let state = seed;
      return Array.from({ length: count }, () => {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        return (state % 50).toString(36);
      }).join(' ');
    };
    const before = [
      block('long', noise(1, 60_000)),
      ...Array.from({ length: 3_000 }, (_, n) => block(`b${n}`, noise(n + 2, 60))),
      table(
        't',
        Array.from({ length: 600 }, (_, n) => [noise(n, 3), noise(n + 7, 3)]),
      ),
    ];
    const after = [
      ...Array.from({ length: 3_000 }, (_, n) => block(`b${2_999 - n}`, noise(n + 9_000, 60))),
      block('long', noise(77, 60_000)),
      table(
        't',
        Array.from({ length: 600 }, (_, n) => [noise(n + 31, 3), noise(n + 70, 3)]),
      ),
    ];
    const start = performance.now();
    const found = await differenceOf(before, after, { timeMs: 1_000 });
    expect(performance.now() - start).toBeLessThan(8_000);
    expect(found.isCoarse).toBe(true);
    expect(sideOf(found, 'after')).toEqual(normalBlocks(after));
    expect(sideOf(found, 'before')).toEqual(normalBlocks(before));
  });

  it('gives back both states, whatever they are', async () => {
    const word = fc.constantFrom('a', 'b', 'cd', ' ', ', ', '好', '的', '\n', '!');
    const styles = fc.constantFrom<StyledText['styles']>(
      {},
      { bold: true },
      { italic: true, textColor: 'red' },
    );
    const styled = fc
      .tuple(fc.array(word, { minLength: 1, maxLength: 6 }), styles)
      .map(([parts, look]) => text(parts.join(''), look));
    const inline: fc.Arbitrary<Inline> = fc.oneof(
      styled,
      fc
        .array(styled, { minLength: 1, maxLength: 2 })
        .map((content): Inline => ({ type: 'link', href: '#x', content })),
      fc
        .constantFrom('1', '2')
        .map((id): Inline => ({ type: 'mention', props: { kind: 'user', id, label: id } })),
    );
    const inlines = fc.array(inline, { maxLength: 4 });
    const cell = inlines.map((content) => ({ type: 'tableCell' as const, content, props: {} }));
    const id = fc.integer({ min: 0, max: 9 }).map(String);
    const leaf = fc.oneof(
      { weight: 4, arbitrary: fc.tuple(id, inlines).map(([name, content]) => block(name, content)) },
      fc
        .tuple(
          id,
          fc.array(fc.record({ cells: fc.array(cell, { minLength: 1, maxLength: 3 }) }), {
            minLength: 1,
            maxLength: 3,
          }),
        )
        .map(
          ([name, rows]): Block => ({
            ...table(name, []),
            content: { type: 'tableContent', columnWidths: [], rows },
          }),
        ),
      id.map((name): Block => ({ id: name, type: 'divider', props: {}, children: [] })),
    );
    const { blocks } = fc.letrec<{ blocks: Block[] }>((tie) => ({
      blocks: fc.array(
        fc
          .tuple(leaf, fc.option(tie('blocks'), { nil: [], freq: 3, depthSize: 'small' }))
          .map(([each, children]) => ({ ...each, children: each.type === 'paragraph' ? children : [] })),
        { maxLength: 6 },
      ),
    }));
    await fc.assert(
      fc.asyncProperty(blocks, blocks, async (before, after) => {
        const found = await differenceOf(before, after);
        expect(sideOf(found, 'before')).toEqual(normalBlocks(before));
        expect(sideOf(found, 'after')).toEqual(normalBlocks(after));
      }),
      { numRuns: 150 },
    );
  });
});
