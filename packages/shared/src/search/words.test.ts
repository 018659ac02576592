import { describe, expect, it } from 'vitest';
import { fold, wantedBy, wordsOf } from './words.ts';

describe('fold', () => {
  it.each([
    ['Café', 'cafe'],
    ['Cafe\u0301', 'cafe'],
    ['ŁÓDŹ', 'lodz'],
    ['Straße', 'strasse'],
    ['Ærø', 'aero'],
    ['ＡＢＣ１２', 'abc12'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['ガギ', 'ガギ'],
    ['한국', '한국'],
    ['İstanbul', 'istanbul'],
  ])('%s becomes %s', (text, expected) => expect(fold(text)).toBe(expected));

  it('keeps no more combining marks in a row than any script needs', () => {
    expect(fold(`a${'\u05b0'.repeat(1_000)}b`)).toBe(`a${'\u05b0'.repeat(30)}b`);
  });

  it.each([
    ['accents', '\u0301\u0316'],
    ['points', '\u05b0\u05b1'],
    ['marks of a script without spaces', '\u0e38\u0e48'],
    ['letters that become marks', '\uff9e\u0301'],
  ])('is quick for %s, which only reordering could settle', (_label, marks) => {
    const before = process.cpuUsage();
    fold(`a${marks.repeat(49_000)}`);
    wordsOf(`ก${marks.repeat(49_000)}`, 1_000);
    // Processor time: a busy machine must not fail this.
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });
});

describe('wordsOf', () => {
  const words = (text: string) => wordsOf(text, 1_000);

  it('separates letters and digits from everything else, each word once', () => {
    expect(words('Foo_bar: foo, C++ & gpt-4 (v2)!')).toEqual(['foo', 'bar', 'c', 'gpt', '4', 'v2']);
  });

  it('splits scripts without spaces into pairs, plus the last character', () => {
    expect(words('搜索消息')).toEqual(['搜索', '索消', '消息', '息']);
    expect(words('字')).toEqual(['字']);
    expect(words('iPhone手机 15')).toEqual(['iphone', '手机', '机', '15']);
    expect(words('カフェ')).toEqual(['カフ', 'フェ', 'ェ']);
    expect(words('검색어')).toEqual(['검색', '색어', '어']);
  });

  it('cuts long words, but never long runs of a script without spaces', () => {
    expect(words('x'.repeat(500))).toEqual(['x'.repeat(64)]);
    const long = Array.from({ length: 300 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('');
    expect(words(long)).toHaveLength(300);
  });

  it('contains nothing that PostgreSQL would refuse or parse as an operator', () => {
    const all = words('a\0b \ud800 c\udc00d it\'s & | ! <-> :* \\ " ( )');
    expect(all).toEqual(['a', 'b', 'c', 'd', 'it', 's']);
    for (const word of words('𝒳𝒴𝒵 ﷺ ½ ① 👍🏽 é\u0301\u0302')) {
      expect(word).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
      expect(word.isWellFormed()).toBe(true);
    }
  });

  it('stops at the maximum', () => {
    expect(wordsOf('a b c d e', 3)).toEqual(['a', 'b', 'c']);
  });
});

describe('wantedBy', () => {
  it('treats only the last word as a prefix', () => {
    expect(wantedBy('Release no')).toEqual([
      { word: 'release', prefix: false },
      { word: 'no', prefix: true },
    ]);
  });

  it('wants the pairs of a script without spaces, and prefixes of a single character', () => {
    expect(wantedBy('消息 索')).toEqual([
      { word: '消息', prefix: false },
      { word: '索', prefix: true },
    ]);
    expect(wantedBy('索 x')[0]).toEqual({ word: '索', prefix: true });
  });

  it('wants nothing for punctuation', () => {
    expect(wantedBy('%_\\ !&|')).toEqual([]);
  });
});
