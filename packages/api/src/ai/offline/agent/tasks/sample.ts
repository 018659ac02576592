import type { Reading } from '../../reading.ts';
import type { Steps } from '../replay.ts';
import { Work, wordsOf } from '../work.ts';

const SALES = `date,region,product,quantity,price
2026-01-05,North,Tea,12,3.50
2026-01-07,South,Coffee,8,4.20
2026-01-12,North,Coffee,5,4.20
2026-01-19,East,Tea,20,3.50
2026-01-23,South,Cocoa,7,5.00
2026-02-02,North,Tea,15,3.60
2026-02-09,East,Coffee,11,4.20
2026-02-11,South,Tea,9,3.60
2026-02-18,North,Cocoa,4,5.00
2026-02-25,East,Cocoa,6,5.00
`;

const NOTES = `# Opening a tea room

## Place

The room on Mill Street has 40 seats and a small kitchen. The rent is 1,200 a month.

## Open questions

- Who delivers the tea?
- May tables stand outside?
`;

/** Writes two small files to try things out with. */
export function* sample(reading: Reading): Steps {
  const work = new Work(reading, [{ en: 'Write two sample files', zh: '写入两个示例文件' }]);
  const { files } = yield* work.list(0);
  const used = new Set(files.map(({ path }) => path));
  const wanted = [
    ['sales.csv', SALES],
    ['notes.md', NOTES],
  ] as const;
  const calls = wanted
    .filter(([path]) => !used.has(path))
    .map(([path, content]) => ({ tool: 'write_file', input: { path, content } }));
  if (calls.length === 0)
    return work.say(
      'The sample files are there already: sales.csv and notes.md.',
      '示例文件已经在这里：sales.csv 和 notes.md。',
    );
  const answers = yield calls;
  const failed = answers.find((answer) => answer.failed);
  if (failed) return work.say(`They were not written. ${wordsOf(failed)}`, `没有写入。${wordsOf(failed)}`);
  yield* work.finish();
  const names = calls.map(({ input }) => `**${input.path}**`).join(', ');
  return work.say(
    `I wrote ${names}. Try now: *Summarise the files in SUMMARY.md*, or *Summarise the columns of sales.csv*.`,
    `已写入 ${names}。现在可以试试：“把所有文件总结到 SUMMARY.md”，或“分析 sales.csv 的各列”。`,
  );
}
