import { expect, test } from 'vitest';
import { quoteOf } from '../context/attachments.ts';
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

test.each([...seeds, 'a. ', '1. ', 'a\n', '中\n', '，中。', 'z. B. '])(
  'a question about a page of nothing but %j is answered soon',
  async (seed) => {
    const file = quoteOf({ type: 'file', mediaType: 'application/pdf', url: '/f', filename: 'f.pdf' }, 1, {
      pages: [{ index: 1, label: '1', text: seed.repeat(Math.ceil(400_000 / seed.length)) }],
      isWhole: true,
    });
    const text = (each: string) => ({ type: 'text' as const, text: each });
    const before = process.cpuUsage();
    const { result } = await ask('', {
      prompt: [{ role: 'user', content: [text(file), text('When is the rent due?')] }],
    });
    expect(result).toBeDefined();
    expect(process.cpuUsage(before).user).toBeLessThan(6_000_000);
  },
  60_000,
);

test('spaces in a calculation do not matter', () => {
  expect(expressionIn(`  what is   1${' '.repeat(300)}+   2  ?  `)).toBe('1 + 2');
});
