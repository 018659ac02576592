import { describe, expect, it } from 'vitest';
import { countWords, tokensOf } from './words.ts';

describe('countWords', () => {
  it.each([
    ['', 0],
    ['Hello, it’s me', 3],
    ['well-known snake_case 42', 4],
    ['你好，世界。', 4],
    ['カフェ', 3],
    ['iPhone手机 15', 4],
    ['한국어 문서', 2],
    ['ภาษาไทยเป็นภาษา', 4],
    ['ພາສາລາວ', 2],
    ['👍🏽 — …', 0],
  ])('%s has %i words', (text, expected) => expect(countWords(text)).toBe(expected));

  it('does not take long for long stretches without spaces', () => {
    const before = process.cpuUsage();
    expect(countWords('ภาษาไทย'.repeat(50_000))).toBeGreaterThan(50_000);
    // Measures processor time: a busy machine must not fail the test.
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  });
});

describe('tokensOf', () => {
  it('keeps a word with its apostrophe, and each line break apart', () => {
    expect(tokensOf('it’s  so\n\n你好 ไทยเป็น')).toEqual([
      ...['it’s', '  ', 'so', '\n', '\n', '你', '好', ' ', 'ไทย', 'เป็น'],
    ]);
  });

  it.each([
    ['half a pair and marks', '\ud800a\u0301\u0301 \udc00'],
    ['scripts side by side', 'aก你カ한\u0e38မ_ក’s'],
    ['signs', '👍🏽👨‍👩‍👧 “…” \0\u200b\r\n\t'],
    ['a lone mark', '\u0e38'],
  ])('loses nothing: %s', (_label, text) => expect(tokensOf(text).join('')).toBe(text));
});
