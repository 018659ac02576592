import type { Reading } from '../../reading.ts';
import { type Measured, measure } from '../measure.ts';
import { isOwn, isPlain, meantBy, typeOf } from '../names.ts';
import type { Steps } from '../replay.ts';
import type { Task } from '../task.ts';
import { modesty, sectionOf, sizeTold, tableOf } from '../tell.ts';
import { type FileText, type Listed, Work } from '../work.ts';
import { noFiles, notFound, notListed, writeFile } from './write.ts';

/** Files that are read, and that the table of a summary names. */
const MAX_READ = 8;
const MAX_LISTED = 100;
/** Lines of each. */
const MAX_LINES = 400;

/** Reads the files that say most, and writes what is in them. */
export function* summarise({ named, into }: Extract<Task, { do: 'summary' }>, reading: Reading): Steps {
  const target = into ?? 'SUMMARY.md';
  const work = new Work(reading, [
    { en: 'See which files there are', zh: '查看有哪些文件' },
    { en: 'Read what matters', zh: '阅读重要的文件' },
    { en: 'Count lines and words', zh: '统计行数和字数' },
    { en: `Write ${target}`, zh: `写入 ${target}` },
  ]);
  const { files: all, total, problem } = yield* work.list(0);
  if (problem !== null) return notListed(work, problem);
  const files = all.filter(({ path }) => path !== target && path !== 'SUMMARY.md' && isOwn(path));
  if (files.length === 0) return noFiles(work);
  const paths = files.map(({ path }) => path);
  const unknown = named.filter((name) => meantBy(name, paths).length === 0);
  if (unknown.length > 0) return notFound(work, unknown);
  const chosen =
    named.length > 0
      ? files.filter(({ path }) => named.some((name) => meantBy(name, [path]).length > 0))
      : files;
  const read = yield* work.read(mostTelling(chosen), 1, MAX_LINES);
  const measured = yield* measure(work, chosen, read, 2);
  yield [work.at(3)];
  const summary = summaryOf(work, { chosen, total, read, measured });
  const told = yield* writeFile(work, target, summary);
  if (!told.isWritten) return told.text;
  yield* work.finish();
  const unread = read.filter((file) => file.problem !== null).length;
  const more = unread > 0 ? work.say(` ${unread} could not be read.`, `其中 ${unread} 个无法读取。`) : '';
  const done = work.say(
    `I looked at ${chosen.length} ${chosen.length === 1 ? 'file' : 'files'} (${sizeTold(sizeOf(chosen))}), and read ${read.length - unread}.${more}`,
    `我查看了 ${chosen.length} 个文件（${sizeTold(sizeOf(chosen))}），阅读了 ${read.length - unread} 个。${more}`,
  );
  return `${done} ${told.text}\n\n${modesty(work)}`;
}

const sizeOf = (files: readonly Listed[]) => files.reduce((sum, { size }) => sum + size, 0);

/** The files to read, the most telling first. */
function mostTelling(files: readonly Listed[]): string[] {
  const rank = ({ path }: Listed) => {
    if (/(?:^|\/)readme[^/]*$/i.test(path)) return 0;
    const type = ['text', 'document', 'table', 'code', 'data'].indexOf(typeOf(path));
    return type === -1 ? 9 : type + 1;
  };
  return files
    .filter((file) => file.size > 0 && rank(file) < 9)
    .toSorted((a, b) => depthOf(a) - depthOf(b) || rank(a) - rank(b) || (a.path < b.path ? -1 : 1))
    .slice(0, MAX_READ)
    .map(({ path }) => path);
}

const depthOf = ({ path }: Listed) => Math.min(2, path.split('/').length);

function summaryOf(
  work: Work,
  {
    chosen,
    total,
    read,
    measured,
  }: { chosen: Listed[]; total: number; read: FileText[]; measured: Map<string, Measured> },
): string {
  const head = work.say('File,Size,Lines,Words', '文件,大小,行数,字数').split(',');
  const rows = chosen.slice(0, MAX_LISTED).map(({ path, size }) => {
    const { lines, words } = measured.get(path) ?? {};
    return [
      path,
      sizeTold(size),
      lines === undefined ? '' : String(lines),
      words === undefined ? '' : String(words),
    ];
  });
  const parts = [
    work.say('# Summary of the files', '# 文件总结'),
    work.say(
      `${chosen.length} ${chosen.length === 1 ? 'file' : 'files'}, ${sizeTold(sizeOf(chosen))} in all.`,
      `共 ${chosen.length} 个文件，${sizeTold(sizeOf(chosen))}。`,
    ),
    tableOf(head, rows),
  ];
  if (chosen.length > MAX_LISTED)
    parts.push(
      work.say(`… and ${chosen.length - MAX_LISTED} more.`, `……另有 ${chosen.length - MAX_LISTED} 个。`),
    );
  if (total > chosen.length && chosen.length > 1)
    parts.push(work.say('Folders that tools made are left out.', '未包含工具生成的文件夹。'));
  const plain = chosen.filter(({ path }) => isPlain(path)).length;
  if (plain > read.length && read.length > 0)
    parts.push(work.say(`Of these, ${read.length} were read:`, `其中阅读了 ${read.length} 个：`));
  return `${[...parts, ...read.map((file) => sectionOf(work, file)), modesty(work)].join('\n\n')}\n`;
}
