import { describe, expect, it } from 'vitest';
import { MAX_PAGE_CHARACTERS } from '../pages.ts';
import { rowPagesOf } from './rows.ts';

const row = (...texts: string[]) => texts.map((text, column) => ({ row: 0, column, text }));

describe('a row of a sheet', () => {
  it.each([
    ['of one cell of bars', ['|'.repeat(40_000)]],
    ['of bars that fit before they are escaped', ['|'.repeat(14_000), '|'.repeat(14_000), 'end']],
    ['of many cells of bars', Array(400).fill('|'.repeat(100))],
    ['of long words', ['a'.repeat(50_000), 'b'.repeat(50_000)]],
  ])('%s fits a page, with all of its cells', (_label, texts) => {
    const [page, ...others] = rowPagesOf('', [row(...texts)]);
    expect(others).toEqual([]);
    const text = page?.text ?? '';
    expect(text.length).toBeLessThanOrEqual(MAX_PAGE_CHARACTERS);
    const line = text.split('\n').at(-1) ?? '';
    const cells = line.split(/ \| /);
    expect(cells).toHaveLength(texts.length + 1);
    // No bar stands for the end of a cell that is none.
    expect(line.replaceAll('\\|', '').match(/\|/g)).toHaveLength(texts.length + 2);
  });

  it('keeps a bar as it is written', () => {
    expect(rowPagesOf('', [row('a|b', 'c')])[0]?.text).toContain('| 1 | a\\|b | c |');
  });
});
