import { beforeAll, describe, expect, it } from 'vitest';
import { parseMarkdown } from './parse.ts';
import { streamingText } from './streaming-text.ts';

/** Depth of the deepest construct. */
function depthOf(tokens: readonly object[]): number {
  const below = tokens.map((token) => ('tokens' in token ? depthOf(token.tokens as object[]) : 0));
  return 1 + Math.max(0, ...below);
}

beforeAll(() => streamingText.load());

describe('hostile Markdown', () => {
  it.each([
    ['emphasis of two kinds', '*a **b '],
    ['emphasis of two signs', '*a _b '],
    ['underscores', '_a '],
    ['brackets of formulas', '\\(a '],
    ['brackets of displayed formulas', '\\['],
    ['links', '[a]('],
    ['images', '[!['],
    ['quotations', '> '],
    ['code', '`a'],
    ['strong words', '__a'],
    ['rows of tables', '|-|\n'],
    ['footnotes', '[^'],
    ['footnotes of footnotes', '[^a]: [^a]\n'],
    ['quotations of lists', '> > - '],
    ['numbers of lists', '1. '],
    ['emphasis within words', '*a*b'],
    ['dollars', 'a$b_'],
  ])('full of %s is parsed in a moment, also while it streams', (_, piece) => {
    const text = piece.repeat(Math.ceil(100_000 / piece.length));
    for (const streaming of [false, true]) {
      const before = process.cpuUsage();
      parseMarkdown(text, streaming);
      const { user, system } = process.cpuUsage(before);
      // 8 s and more without bounds.
      expect((user + system) / 1_000).toBeLessThan(2_000);
    }
  });

  it('makes no table of millions of cells', () => {
    const text = `${'|a'.repeat(4_000)}|\n${'|-'.repeat(4_000)}|\n${'a\n'.repeat(2_000)}`;
    expect(parseMarkdown(text, false).blocks.map(({ type }) => type)).not.toContain('table');
    const small = '|a|b|\n|-|-|\n|1|2|\n';
    expect(parseMarkdown(small, false).blocks.map(({ type }) => type)).toEqual(['table']);
  });

  it('shows a text as it is written that is longer than any answer to be read', () => {
    const text = '**a** '.repeat(80_000);
    expect(parseMarkdown(text, false).blocks).toMatchObject([{ type: 'paragraph', tokens: [{ text }] }]);
  });

  it('nests no deeper than a browser shows', () => {
    const { blocks } = parseMarkdown(`${'> '.repeat(900)}deep`, false);
    expect(depthOf(blocks)).toBeLessThan(110);
    expect(JSON.stringify(blocks)).toContain('deep');
  });

  it('keeps emphasis of a long sentence', () => {
    const words = 'word '.repeat(200).trim();
    expect(parseMarkdown(`**${words}**`, false).blocks[0]).toMatchObject({
      tokens: [{ type: 'strong', text: words }],
    });
  });
});
