import type { Reading } from '../../reading.ts';
import { type Csv, parseCsv, writeCsv } from '../csv.ts';
import { isOwn, meantBy, typeOf } from '../names.ts';
import { mergeProgram } from '../python.ts';
import type { Steps } from '../replay.ts';
import type { Task } from '../task.ts';
import { objectOf, Work, wordsOf } from '../work.ts';
import { noFiles, notFound, notListed, writeFile } from './write.ts';

/** Tables that are merged, and characters that are written without a program. */
const MAX_TABLES = 24;
const MAX_WRITTEN = 20_000;

/** A table as far as it was read. */
interface Part {
  path: string;
  csv: Csv;
  isWhole: boolean;
}

/** Merges tables that have the same columns, in whatever order, and says which have others. */
export function* mergeTables({ named, into }: Extract<Task, { do: 'merge' }>, reading: Reading): Steps {
  const target = into ?? 'merged.csv';
  const work = new Work(reading, [
    { en: 'See which tables there are', zh: '查看有哪些表格' },
    { en: 'Compare their columns', zh: '比较各列' },
    { en: `Write ${target}`, zh: `写入 ${target}` },
  ]);
  const { files, problem } = yield* work.list(0);
  if (problem !== null) return notListed(work, problem);
  if (files.length === 0) return noFiles(work);
  const paths = files
    .map(({ path }) => path)
    .filter((path) => typeOf(path) === 'table' && path !== target && isOwn(path));
  const tables = named.filter((name) => typeOf(name) === 'table');
  const unknown = tables.filter((name) => meantBy(name, paths).length === 0);
  if (unknown.length > 0) return notFound(work, unknown);
  const wanted = (tables.length > 0 ? tables.flatMap((name) => meantBy(name, paths)) : paths).slice(
    0,
    MAX_TABLES,
  );
  if (wanted.length < 2)
    return work.say('Merging takes at least two CSV files.', '合并至少需要两个 CSV 文件。');
  const read = yield* work.read(wanted, 1);
  const parts = read.flatMap(({ path, text, isWhole }): Part[] => {
    const csv = parseCsv(text);
    return csv ? [{ path, csv, isWhole }] : [];
  });
  const same = largestGroup(parts);
  const others = wanted.filter((path) => !same.some((part) => part.path === path));
  if (same.length < 2) return differTold(work, parts);
  yield [work.at(2)];
  const done = yield* written(work, same, target);
  if (done.rows === null) return done.text;
  yield* work.finish();
  const told = work.say(
    `I merged ${same.length} files with ${done.rows} rows into **${target}**.`,
    `已把 ${same.length} 个文件的 ${done.rows} 行合并到 **${target}**。`,
  );
  const left = others.map((path) => `\`${path}\``).join(', ');
  return others.length === 0
    ? told
    : `${told} ${work.say(`Left out, since their columns are others or could not be read: ${left}.`, `未合并（列不同或无法读取）：${left}。`)}`;
}

/** Writes the merged rows: by a program where they are too many to be written here. */
function* written(
  work: Work,
  parts: readonly Part[],
  target: string,
): Steps<{ text: string; rows: number | null }> {
  const [first] = parts as [Part];
  const { columns, delimiter } = first.csv;
  const rows = parts.flatMap(({ csv }) => {
    const order = columns.map((name) => csv.columns.indexOf(name));
    return csv.rows.map((row) => order.map((index) => row[index] ?? ''));
  });
  const text = parts.every(({ isWhole }) => isWhole) ? writeCsv(columns, rows, delimiter) : null;
  if (text !== null && text.length <= MAX_WRITTEN) {
    const told = yield* writeFile(work, target, text);
    return { text: told.text, rows: told.isWritten ? rows.length : null };
  }
  const tooLong = work.say(
    'The tables are too long for me to merge without a command, which may not run here.',
    '表格太长，没有命令就无法合并，而这里不能运行命令。',
  );
  if (!work.tools.has('run_python')) return { text: tooLong, rows: null };
  const code = mergeProgram(
    parts.map(({ path }) => path),
    target,
    delimiter,
  );
  const [answer] = yield [{ tool: 'run_python', input: { code } }];
  if (!answer || answer.failed)
    return { text: `${tooLong} ${answer ? wordsOf(answer) : ''}`.trim(), rows: null };
  const { stdout, stderr } = objectOf(answer.value);
  const { rows: count } = objectOf(typeof stdout === 'string' ? stdout.trim() : '');
  if (typeof count === 'number') return { text: '', rows: count };
  const why = typeof stderr === 'string' ? (stderr.trim().split('\n').at(-1) ?? '').slice(0, 300) : '';
  return { text: work.say(`Merging failed: ${why}`, `合并失败：${why}`), rows: null };
}

const columnsOf = ({ csv }: Part) => JSON.stringify(csv.columns.toSorted());

/** The most tables with the same columns. Columns of the same name in one table cannot be told apart. */
function largestGroup(parts: readonly Part[]): Part[] {
  const groups = new Map<string, Part[]>();
  for (const part of parts) {
    if (new Set(part.csv.columns).size < part.csv.columns.length) continue;
    groups.set(columnsOf(part), [...(groups.get(columnsOf(part)) ?? []), part]);
  }
  return [...groups.values()].reduce<Part[]>(
    (best, group) => (group.length > best.length ? group : best),
    [],
  );
}

function differTold(work: Work, parts: readonly Part[]): string {
  const list = parts
    .map(({ path, csv }) => `- \`${path}\`: ${csv.columns.slice(0, 20).join(', ')}`)
    .join('\n');
  return `${work.say('No two of these files have the same columns, so nothing was merged:', '没有两个文件的列相同，因此没有合并：')}\n\n${list}`;
}
