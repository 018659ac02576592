import { expect, it } from 'vitest';
import { taskIn } from './task.ts';
import { workOn } from './testing.ts';

/** Repetitions that make patterns slow. */
const seeds = [
  ' ',
  '\n',
  '\t',
  '"',
  '“',
  "'",
  '`',
  '```\n',
  '#',
  '# a\n',
  '# a #',
  '|',
  ',',
  ';',
  'a,',
  '1,',
  '-1',
  '.',
  '/',
  'a.b',
  'a.md ',
  'in ',
  'into ',
  'find ',
  'find the ',
  '查找',
  '查找所有',
  '把',
  'class ',
  'def a',
  '[',
  '{',
  '[1,',
  '中',
  '，',
  'write "',
  ':',
  '：',
];
const tasks = [
  'Summarise the files',
  'Summarise the columns of the CSV files',
  'Make a table of contents',
  'Merge the CSV files',
  'Count the words of all files',
];

it.each(seeds)('a task of nothing but %j is understood immediately', (seed) => {
  for (const head of ['', 'find ', 'write ', 'rename ', '查找']) {
    const before = process.cpuUsage();
    taskIn({ question: head + seed.repeat(Math.ceil(60_000 / seed.length)) });
    expect(process.cpuUsage(before).user, head).toBeLessThan(300_000);
  }
});

// The server serves nobody else while a pattern runs.
it.each(seeds)(
  'files of nothing but %j are worked on soon',
  async (seed) => {
    const text = seed.repeat(Math.ceil(24_000 / seed.length));
    const names = ['a.md', 'b.csv', 'c.csv', 'd.py', 'e.json', 'f.txt'];
    const files = Object.fromEntries(names.map((name) => [name, text]));
    const before = process.cpuUsage();
    for (const task of tasks) expect((await workOn(task, files)).steps).toBeLessThan(20);
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  },
  60_000,
);

it('results of another shape than expected end in a sentence', async () => {
  for (const value of [
    null,
    [],
    'no',
    { files: 7 },
    { files: [null, 3, { path: 9 }], total: 'x', next: -1 },
    { content: 5 },
  ])
    for (const task of [...tasks, 'Find "x"', 'Sort the files into folders', 'Write "x" into a.txt'])
      expect((await workOn(task, {}, { answer: () => ({ value }) })).text, task).not.toBe('');
});

it('the end of a list that never ends is not waited for', async () => {
  const done = await workOn(
    'Count the files',
    {},
    {
      answer: (tool, { from = 0 }) =>
        tool === 'list_files'
          ? { value: { files: [{ path: `f${from}.md`, size: 1 }], total: 1_000_000, next: from + 1 } }
          : null,
    },
  );
  expect(done.steps).toBeLessThan(12);
});
