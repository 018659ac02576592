import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passagesOf } from './passages.ts';

const sentence = (words: number, from = 0) =>
  `${Array.from({ length: words }, (_, at) => `word${from + at}`).join(' ')}.`;
const cut = (text: string) => passagesOf(text).map(({ from, to }) => text.slice(from, to));
const words = (text: string) => text.match(/\w+/g)?.length ?? 0;

describe('passages', () => {
  it('are the whole of a short page, without the white space around it', () => {
    expect(cut('  \n A short page.\n')).toEqual(['A short page.']);
    expect(cut(' \n ')).toEqual([]);
  });

  it('end with a paragraph where one ends near', () => {
    const paragraphs = [sentence(100), sentence(110), sentence(90), sentence(120)];
    expect(cut(paragraphs.join('\n\n'))).toEqual(paragraphs);
  });

  it('else end with a sentence, whose closing marks stay with it', () => {
    const text = Array.from({ length: 30 }, (_, at) => `“${sentence(17, at * 17)}”`).join(' ');
    const passages = cut(text);
    expect(passages.length).toBeGreaterThan(3);
    for (const passage of passages) expect(passage).toMatch(/^“.*\.”$/s);
  });

  it('are cut between words where nothing ends', () => {
    const passages = cut(Array.from({ length: 1_000 }, (_, at) => `w${at}`).join(' '));
    for (const passage of passages) expect(words(passage)).toBeLessThanOrEqual(220);
    expect(passages.join(' ').split(' ')).toHaveLength(1_000);
  });

  it('end with a Chinese sentence', () => {
    const text = '港口五月开放，泊位每晚十二克朗。'.repeat(60);
    const passages = cut(text);
    expect(passages.length).toBeGreaterThan(1);
    for (const passage of passages) expect(passage.endsWith('。')).toBe(true);
    expect(passages.join('')).toBe(text);
  });

  it('lie in order, never overlap, and leave out nothing but white space', () => {
    const piece = fc.constantFrom(
      'word',
      'Öl',
      '港',
      '。',
      '. ',
      '\n',
      '\n\n',
      ' ',
      '“',
      '—',
      'x'.repeat(300),
      '🙂',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 1_500 }), (pieces) => {
        const text = pieces.join('');
        let end = 0;
        for (const { from, to } of passagesOf(text)) {
          expect(text.slice(end, from).trim()).toBe('');
          expect(to).toBeGreaterThan(from);
          end = to;
        }
        expect(text.slice(end).trim()).toBe('');
      }),
      { numRuns: 60 },
    );
  });
});
