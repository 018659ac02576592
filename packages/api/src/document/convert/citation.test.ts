import { processorTime } from '@tandem/shared/testing/processor-time';
import { describe, expect, it } from 'vitest';
import { citationsAsLinks, citationsAsMarks, marksOf } from './citation.ts';

const id = '1a2b3c4d-0000-4000-8000-000000000000';
const blocks = [
  { id, mark: '1a2b3c4d', words: 'Every launch' },
  { id: 'intro', mark: 'intro', words: 'Hello' },
];

describe('citation marks of blocks', () => {
  it('are short and unique', () => {
    const marks = marksOf([id, 'intro', 'block-100000', 'block-100001', 'block-1', id]);
    expect(marks.get(id)).toBe('1a2b3c4d');
    expect(marks.get('intro')).toBe('intro');
    expect(marks.get('block-1')).toBe('block-1');
    expect(marks.get('block-100000')).toBe('block-100000');
    expect(new Set(marks.values()).size).toBe(5);
  });
});

describe('citations in an answer', () => {
  it.each([
    ['as asked for', 'It takes [three weeks](#1a2b3c4d).', `It takes [three weeks](#block=${id}).`],
    ['with the whole id', `[three](#block=${id})`, `[three](#block=${id})`],
    ['in words of the address', '[three](#block=1a2b3c4d)', `[three](#block=${id})`],
    ['as a mark alone', 'Three weeks [#1a2b3c4d].', `Three weeks [Every launch](#block=${id}).`],
    ['as a mark twice', '[#1a2b3c4d](#1a2b3c4d)', `[Every launch](#block=${id})`],
    ['of an id that is no number', '[hi](#intro)', '[hi](#block=intro)'],
  ])('%s', (_how, written, kept) => {
    expect(citationsAsLinks(written, blocks)).toBe(kept);
  });

  it('that name an unknown block stay unchanged', () => {
    const text = '[a](#ffffffff) [#ffffffff] [b](#block=nope) [c](https://a.test/#1a2b3c4d) # 1a2b3c4d';
    expect(citationsAsLinks(text, blocks)).toBe(text);
  });

  it('become marks again for the model', () => {
    expect(citationsAsMarks(`[three](#block=${id}) [x](#block=gone)`, blocks)).toBe(
      '[three](#1a2b3c4d) [x](#block=gone)',
    );
  });

  it('are found in a long text in linear time', async () => {
    for (const text of ['[#[', ']('])
      expect(await processorTime(() => citationsAsLinks(text.repeat(300_000), blocks))).toBeLessThan(500);
  });
});
