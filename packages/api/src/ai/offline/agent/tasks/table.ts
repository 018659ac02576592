import type { Reading } from '../../reading.ts';
import { type ColumnSummary, parseCsv, summariseColumns } from '../csv.ts';
import { isOwn, meantBy, typeOf } from '../names.ts';
import { figuresProgram } from '../python.ts';
import type { Steps } from '../replay.ts';
import type { Task } from '../task.ts';
import { columnsTold } from '../tell.ts';
import { type FileText, objectOf, Work } from '../work.ts';
import { noFiles, notFound, notListed, writeFile } from './write.ts';

/** Tables that are looked at. */
const MAX_TABLES = 12;

interface Figures {
  path: string;
  rows: number;
  columns: ColumnSummary[];
  /** Whether only the beginning of the table was read. */
  isPart: boolean;
}

/** Tells rows and columns of tables, with sums, extremes and means of those that hold numbers. */
export function* summariseTables({ named, into }: Extract<Task, { do: 'table' }>, reading: Reading): Steps {
  const work = new Work(reading, [
    { en: 'See which tables there are', zh: '查看有哪些表格' },
    { en: 'Read them', zh: '读取表格' },
    ...(into === null ? [] : [{ en: `Write ${into}`, zh: `写入 ${into}` }]),
  ]);
  const { files, problem } = yield* work.list(0);
  if (problem !== null) return notListed(work, problem);
  if (files.length === 0) return noFiles(work);
  const tables = files.filter(({ path }) => typeOf(path) === 'table' && path !== into && isOwn(path));
  const paths = tables.map(({ path }) => path);
  const unknown = named.filter((name) => meantBy(name, paths).length === 0);
  if (unknown.length > 0) return notFound(work, unknown);
  const wanted = (named.length > 0 ? named.flatMap((name) => meantBy(name, paths)) : paths).slice(
    0,
    MAX_TABLES,
  );
  if (wanted.length === 0)
    return work.say(
      'There is no CSV or TSV file here. Spreadsheets have to be saved as CSV first.',
      '这里没有 CSV 或 TSV 文件。电子表格请先另存为 CSV。',
    );
  const figures = yield* figuresOf(work, wanted);
  const told = figures.map((each) => toldOf(work, each)).join('\n\n');
  if (into === null) {
    yield* work.finish();
    return told;
  }
  yield [work.at(2)];
  const written = yield* writeFile(work, into, `${work.say('# Tables', '# 表格')}\n\n${told}\n`);
  if (!written.isWritten) return written.text;
  yield* work.finish();
  return `${written.text}\n\n${told}`;
}

/** Figures of tables: of those that are too long to be read here by a program, where one may run. */
function* figuresOf(work: Work, paths: readonly string[]): Steps<Figures[]> {
  const read = yield* work.read(paths, 1);
  const figures = new Map(read.map((file) => [file.path, figuresIn(file)]));
  const long = paths.filter((path) => figures.get(path)?.isPart ?? true);
  if (long.length > 0 && work.tools.has('run_python')) {
    const [answer] = yield [{ tool: 'run_python', input: { code: figuresProgram(long) } }];
    const { stdout } = answer && !answer.failed ? objectOf(answer.value) : {};
    for (const line of typeof stdout === 'string' ? stdout.split('\n') : []) {
      const { path, rows, columns } = objectOf(line);
      if (typeof path === 'string' && typeof rows === 'number' && Array.isArray(columns))
        figures.set(path, { path, rows, columns: columns.flatMap(columnIn), isPart: false });
    }
  }
  return paths.map((path) => figures.get(path) ?? { path, rows: 0, columns: [], isPart: true });
}

function figuresIn(file: FileText): Figures {
  const csv = file.problem === null && file.note === null ? parseCsv(file.text) : null;
  const none = { path: file.path, rows: 0, columns: [], isPart: !file.isWhole };
  return csv ? { ...none, rows: csv.rows.length, columns: summariseColumns(csv) } : none;
}

/** A column as a program printed it. */
function columnIn(value: unknown): ColumnSummary[] {
  const { name, filled, distinct, numbers } = objectOf(value);
  if (typeof name !== 'string' || typeof filled !== 'number' || typeof distinct !== 'number') return [];
  const { sum, min, max, mean } = objectOf(numbers);
  const isNumeric = [sum, min, max, mean].every((each) => typeof each === 'number');
  const figures = { sum: Number(sum), min: Number(min), max: Number(max), mean: Number(mean) };
  return [{ name, filled, distinct, ...(isNumeric && { numbers: figures }) }];
}

function toldOf(work: Work, { path, rows, columns, isPart }: Figures): string {
  if (columns.length === 0)
    return `**${path}**: ${work.say('I could not read a table in it.', '无法从中读出表格。')}`;
  const part = isPart
    ? work.say(' Only its beginning could be read here.', '这里只能读取它的开头部分。')
    : '';
  const head = work.say(
    `**${path}**: ${rows} ${rows === 1 ? 'row' : 'rows'}, ${columns.length} columns.`,
    `**${path}**：${rows} 行，${columns.length} 列。`,
  );
  return `${head}${part}\n\n${columnsTold(work, columns)}`;
}
