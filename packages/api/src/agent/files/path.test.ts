import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathProblem, validFolder, validPath } from './path.ts';

describe('a path in a workspace', () => {
  it.each([
    '',
    '.',
    '..',
    '../a',
    'a/../b',
    'a/..',
    'a//b',
    'a/',
    './a',
    '/a',
    '//a',
    'C:\\a',
    'c:a',
    'a\\b',
    '..\\a',
    'a\0b',
    'a\nb',
    'a\u202Eb',
    '%2e%2e/a',
    'a%2Fb',
    'a%5cb',
    'a%00',
    '\uFF0E\uFF0E/a',
    '\u2025/a',
    'a\uFF0F..',
    'a\uFF3Cb',
    'a/.. ',
    'a/...',
    'a.',
    'con',
    'a/NUL.txt',
    'Com1',
    'lpt9.log',
    '\uD800',
    'a'.repeat(256),
    'é'.repeat(128),
    Array.from({ length: 33 }, () => 'a').join('/'),
    Array.from({ length: 5 }, () => 'a'.repeat(250)).join('/'),
  ])('is refused: %j', (given) => {
    expect(pathProblem(given)).not.toBeNull();
    expect(() => validPath(given)).toThrow(expect.objectContaining({ key: 'invalidInput' }));
  });

  it.each(['a', 'a.b/c d/é.txt', '.env', '..a', 'a..b', '100%.txt', 'console', 'ab:c', '你好/世界.md'])(
    'is taken: %j',
    (given) => {
      expect(validPath(given)).toBe(given.normalize('NFC'));
    },
  );

  it('has one Unicode form', () => {
    expect(validPath('e\u0301')).toBe('\u00E9');
  });

  it('may be empty for a folder only', () => {
    expect(validFolder('')).toBe('');
    expect(() => validFolder('..')).toThrow();
  });

  it('never leads out of its folder, whatever it is', () => {
    const hostile = fc
      .array(
        fc.oneof(
          fc.constantFrom('..', '.', '', '/', '\\', '%2e', '\0', '\uFF0E', '\u2024', 'C:', '~', 'a', ' '),
          fc.string({ unit: 'binary', maxLength: 4 }),
        ),
        { maxLength: 8 },
      )
      .chain((parts) => fc.constantFrom(parts.join('/'), parts.join('')));
    fc.assert(
      fc.property(hostile, (given) => {
        if (pathProblem(given) !== null) return;
        const valid = validPath(given);
        expect(path.posix.resolve('/root', valid)).toMatch(/^\/root\/./);
        expect(path.win32.resolve('C:\\root', valid)).toMatch(/^C:\\root\\./);
        // As every system reads it: composed, compatible, with backslashes.
        for (const read of [valid, valid.normalize('NFKC'), decodeLeniently(valid)])
          for (const name of read.split(/[/\\]/)) expect(['', '.', '..']).not.toContain(name);
        expect(valid).not.toMatch(/\p{Cc}/u);
        expect(validPath(valid)).toBe(valid);
      }),
      { numRuns: 500 },
    );
  });
});

function decodeLeniently(path: string): string {
  return path.replace(/%([0-9a-f]{2})/gi, (_all, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
}
