import { expect, test } from 'vitest';
import { expressionIn } from './intents/calculation.ts';
import { ask } from './testing.ts';

/** Repetitions that make patterns slow. */
const seeds = [
  ' ',
  '\n',
  '?',
  '？',
  '(',
  '[',
  '![',
  '`',
  '```',
  '*',
  '_',
  '#',
  '|',
  '> ',
  '- ',
  '@',
  '1 ',
  '.',
  '= ',
  'a, ',
  'please ',
  'in ',
  'time in ',
  'sqrt(',
  'http://',
  '<',
  '<question>',
  '中',
  '，',
];

// The server serves nobody else while a pattern runs.
test.each(seeds)('a question of nothing but %j is answered immediately', async (seed) => {
  for (const length of [390, 60_000])
    for (const [head, tail] of [
      ['', ''],
      ['1', 'a'],
      ['what is 1', 'a'],
    ]) {
      const before = process.cpuUsage();
      const question = `${head}${seed.repeat(Math.ceil(length / seed.length))}${tail}`;
      expect((await ask(question)).result).toBeDefined();
      expect(process.cpuUsage(before).user, `${length} characters`).toBeLessThan(1_000_000);
    }
});

test('spaces in a calculation do not matter', () => {
  expect(expressionIn(`  what is   1${' '.repeat(300)}+   2  ?  `)).toBe('1 + 2');
});
