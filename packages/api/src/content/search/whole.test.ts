import { describe, expect, it } from 'vitest';
import { WHOLE, wordsOfWhole } from './whole.ts';

const wordsIn = (text: string) => new Set(wordsOfWhole(text).split(' '));

describe('the words of a whole document', () => {
  it('are complete, wherever its pieces are split', () => {
    const text = Array.from({ length: 40_000 }, (_, i) => `word${i}`);
    expect(wordsIn(text.join(' '))).toEqual(new Set([WHOLE, ...text]));
    expect(wordsIn(text.join('\n'))).toEqual(new Set([WHOLE, ...text]));
  });

  it('are all pairs in a script without spaces', () => {
    const text = Array.from({ length: 60_000 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7) % 5_003)));
    const found = wordsIn(text.join(''));
    expect(text.slice(1).filter((character, i) => !found.has(`${text[i]}${character}`))).toEqual([]);
  });

  it('fit the database’s limit', () => {
    const text = Array.from({ length: 300_000 }, (_, i) => `word${i}`).join(' ');
    expect(Buffer.byteLength(wordsOfWhole(text).replaceAll(' ', ''))).toBeLessThan(1_048_575);
  });

  it('are none for an empty document', () => expect(wordsIn('')).toEqual(new Set([WHOLE])));
});
