import type { Block, Inline, StyledText, TableContent } from '@tandem/shared/document/blocks';
import type { Difference, DifferenceEntry, DifferenceRun, Presence } from '@tandem/shared/version/difference';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceOf } from './difference.ts';
import { block, table, text } from './testing.ts';
import { inlineOf, inlineTokens } from './words.ts';

/** Reconstructs one side's state from a difference. */
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
const normal = (content: readonly Inline[]) => inlineOf(inlineTokens(content));
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

describe('the difference of two versions', () => {
  it('is computed in bounded time for large and hostile documents, and still reproduces both', async () => {
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

  it('reproduces both versions, whatever they are', async () => {
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
