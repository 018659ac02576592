import { describe, expect, it } from 'vitest';
import { workOn } from './testing.ts';

const sales = 'region,price,note\nNorth,3.50,"a, b"\nSouth,4.25,\nNorth,10,c\n';
const files = {
  'README.md':
    '# Tea room\n\nThe tea room opens in May. The rent is 1,200 a month.\n\n## Plans\n\nTables outside.\n',
  'sales.csv': sales,
  'src/app.py': 'def main():\n    pass\n\nclass Shop:\n    pass\n',
};
const toolsOf = ({ calls }: { calls: [string, unknown][] }) => calls.map(([tool]) => tool);

describe('the built-in model in an agent’s channel', () => {
  it('lists, reads, counts and writes a summary, and shows its plan', async () => {
    const done = await workOn('Summarise the files in SUMMARY.md', files);
    expect(done.files['SUMMARY.md']).toContain('3 files');
    expect(done.files['SUMMARY.md']).toContain('Headings: Tea room · Plans');
    expect(done.files['SUMMARY.md']).toContain('3 rows with 3 columns');
    expect(done.files['SUMMARY.md']).toContain('| price | 3 | 3 | 17.75 | 3.5 | 10 | 5.92 |');
    expect(done.files['SUMMARY.md']).toContain('`main`, `Shop`');
    expect(done.text).toContain('I wrote **SUMMARY.md**');
    expect(done.plan).toEqual(['done', 'done', 'done', 'done']);
    expect(toolsOf(done)).toContain('list_files');
    expect(done.steps).toBeLessThan(8);
  });

  it('works in Chinese', async () => {
    const done = await workOn('把所有文件总结到 概要.md', files);
    expect(done.files['SUMMARY.md'] ?? done.files['概要.md']).toContain('# 文件总结');
    expect(done.text).toContain('已写入');
  });

  it('understands German', async () => {
    const done = await workOn('Fasse die Dateien zusammen und speichere es als uebersicht.md', files);
    expect(done.files['uebersicht.md']).toContain('sales.csv');
  });

  it('counts with a command where one may run, and by itself where not', async () => {
    const shell = await workOn('Count the lines of all files', files, {
      answer: (tool) =>
        tool === 'run_shell'
          ? { value: { stdout: ' 7 20 README.md\n 70 80 sales.csv\n 5 7 src/app.py\n 82 107 total\n' } }
          : null,
    });
    expect(shell.text).toContain('**82** lines and **107** words in 3 of 3 files');
    for (const options of [
      { without: ['run_shell'] },
      { answer: (tool: string) => (tool === 'run_shell' ? { refused: 'no' } : null) },
    ]) {
      const own = await workOn('How many lines do the files have?', files, options);
      expect(own.text).toContain('**16** lines');
    }
  });

  it.each([
    ['Count the files', '**3** files'],
    ['List all files', '**3** files'],
    ['有多少个文件？', '共有 **3** 个文件'],
    ['Wie viele Dateien gibt es?', '**3** files'],
  ])('%s', async (task, told) => {
    expect((await workOn(task, files)).text).toContain(told);
  });

  it('summarises tables, whole ones by a program when they are long', async () => {
    const done = await workOn('Summarise the columns of sales.csv', files);
    expect(done.text).toContain('**sales.csv**: 3 rows, 3 columns.');
    expect(toolsOf(done)).not.toContain('run_python');
    const long = `n,word\n${'1,some words that make it long\n'.repeat(3_000)}`;
    const stdout = JSON.stringify({
      ...{ path: 'long.csv', rows: 3_000 },
      columns: [{ name: 'n', filled: 3_000, distinct: 1, numbers: { sum: 3_000, min: 1, max: 1, mean: 1 } }],
    });
    const run = await workOn(
      'Analyse the table long.csv',
      { 'long.csv': long },
      {
        answer: (tool) => (tool === 'run_python' ? { value: { stdout: `${stdout}\n` } } : null),
      },
    );
    expect(run.text).toContain('3000 rows');
    expect(run.text).not.toContain('beginning');
    const part = await workOn(
      'Analyse the table long.csv',
      { 'long.csv': long },
      { without: ['run_python'] },
    );
    expect(part.text).toContain('Only its beginning could be read here.');
  });

  it('merges tables of the same columns, whatever their order, and names the others', async () => {
    const done = await workOn('Merge the CSV files into all.csv', {
      'a.csv': 'x,y\n1,2\n',
      'b.csv': 'y,x\n4,3\n',
      'c.csv': 'z\n9\n',
    });
    expect(done.files['all.csv']).toBe('x,y\n1,2\n3,4\n');
    expect(done.text).toContain('2 files with 2 rows');
    expect(done.text).toContain('`c.csv`');
    const other = await workOn('合并这些 CSV 文件', { 'a.csv': 'x\n1\n', 'b.csv': 'y\n2\n' });
    expect(other.files['merged.csv']).toBeUndefined();
    expect(other.text).toContain('没有两个文件的列相同');
  });

  it('makes a table of contents without what is code', async () => {
    const done = await workOn('Make a table of contents', {
      'a b.md': '# One\n\n```\n# no\n```\n\n## Two (more)\n\n## One\n',
      'x.txt': '# no',
    });
    expect(done.files['CONTENTS.md']).toBe(
      '# Contents\n\n- [a b.md](a%20b.md)\n  - [One](a%20b.md#one)\n    - [Two (more)](a%20b.md#two-more)\n    - [One](a%20b.md#one-1)\n',
    );
  });

  it.each([
    ['Find "rent" in the files', 'rent'],
    ['Where is Tables mentioned? Search for Tables', 'Tables'],
    ['在文件中查找“rent”', 'rent'],
    ['Suche nach rent', 'rent'],
  ])('%s', async (task, words) => {
    const done = await workOn(task, files);
    expect(done.calls.find(([tool]) => tool === 'search_files')?.[1].pattern).toBe(words);
    expect(done.text).toContain('`README.md`:');
  });

  it('sorts files at the top into folders by type, and leaves notes of agents', async () => {
    const done = await workOn('Sort the files into folders by type', {
      ...{ 'a.md': '', 'b.csv': '', 'c.png': '', 'MEMORY.md': 'x', 'deep/d.md': '' },
    });
    expect(Object.keys(done.files).sort()).toEqual([
      'MEMORY.md',
      'deep/d.md',
      'pictures/c.png',
      'tables/b.csv',
      'text/a.md',
    ]);
    expect(done.text).toContain('I moved 3 files');
  });

  it('renames', async () => {
    const one = await workOn('Rename sales.csv to figures.csv', files);
    expect(one.files['figures.csv']).toBe(sales);
    const all = await workOn('把所有文件重命名为小写', { 'ReadMe.MD': 'x', 'src/App.py': '' });
    expect(Object.keys(all.files).sort()).toEqual(['readme.md', 'src/app.py']);
  });

  it.each([
    ['Write "Buy milk" into todo.txt', 'todo.txt', 'Buy milk\n'],
    ['Create notes.md with the text: # Hello', 'notes.md', '# Hello\n'],
    ['把“买牛奶”写入 todo.txt', 'todo.txt', '买牛奶\n'],
    ['Save this as run.py:\n```python\nprint(1)\n```', 'run.py', 'print(1)\n'],
    ['Schreibe "Guten Tag" in gruss.txt', 'gruss.txt', 'Guten Tag\n'],
  ])('%s', async (task, path, text) => {
    expect((await workOn(task)).files[path]).toBe(text);
  });

  it('writes sample files when asked, and suggests them when there are none', async () => {
    const none = await workOn('Summarise the files');
    expect(none.text).toContain('There are no files here yet');
    expect(toolsOf(none)).not.toContain('write_file');
    const made = await workOn('Make sample files');
    expect(Object.keys(made.files).sort()).toEqual(['notes.md', 'sales.csv']);
    expect((await workOn('创建示例文件', made.files)).text).toContain('已经在这里');
  });

  it('says what was refused, failed or may not be done, and shows the text instead', async () => {
    const refused = await workOn('Summarise the files', files, {
      answer: (tool) => (tool === 'write_file' ? { refused: 'A person refused this.' } : null),
    });
    expect(refused.text).toContain('was not written: A person refused this.');
    expect(refused.text).toContain('# Summary of the files');
    const reading = await workOn('Summarise the files', files, {
      without: ['write_file', 'move_file', 'run_shell', 'run_python'],
    });
    expect(reading.text).toContain('I may only read here');
    const moving = await workOn('Sort the files into folders', { 'a.md': '' }, { without: ['move_file'] });
    expect(moving.text).toContain('nothing was moved');
    const failed = await workOn('Count the files', files, {
      answer: (tool) => (tool === 'list_files' ? { error: 'The storage is away.' } : null),
    });
    expect(failed.text).toBe('I could not list the files: The storage is away.');
    expect((await workOn('Summarise missing.txt', files)).text).toContain('There is no file `missing.txt`');
  });

  it('says what it cannot do, and what it can', async () => {
    const done = await workOn('Train a neural network', files);
    expect(done.calls).toEqual([]);
    expect(done.text).toContain('beyond me');
    expect(done.text).toContain('Merge the CSV files into all.csv');
    expect((await workOn('写一首关于茶的诗', files)).text).toContain('超出了我的能力');
    expect((await workOn('hello', files)).text).toContain('Tandem Guide');
  });

  it('goes on with the path that a person changed', async () => {
    const done = await workOn(
      'Write "x" into a.txt',
      {},
      {
        answer: (tool, input) => {
          if (tool === 'write_file') input.path = 'b.txt' as never;
          return null;
        },
      },
    );
    expect(done.text).toContain('**b.txt**');
  });
});
