import type { Reading } from '../../reading.ts';
import { countedIn, type Measured, measure } from '../measure.ts';
import { isPlain, meantBy } from '../names.ts';
import type { Steps } from '../replay.ts';
import type { Task } from '../task.ts';
import { sizeTold, tableOf } from '../tell.ts';
import { type Listed, Work } from '../work.ts';
import { noFiles, notFound, notListed, writeFile } from './write.ts';

/** Rows that are shown. */
const MAX_SHOWN = 60;
const MAX_READ = 20;

/** Counts files, or their lines and words. */
export function* count({ what, named, into }: Extract<Task, { do: 'count' }>, reading: Reading): Steps {
  const work = new Work(reading, [
    { en: 'See which files there are', zh: '查看有哪些文件' },
    ...(what === 'lines' ? [{ en: 'Count lines and words', zh: '统计行数和字数' }] : []),
  ]);
  const { files: all, total, problem } = yield* work.list(0);
  if (problem !== null) return notListed(work, problem);
  if (all.length === 0) return noFiles(work);
  const paths = all.map(({ path }) => path);
  const unknown = named.filter((name) => meantBy(name, paths).length === 0);
  if (unknown.length > 0) return notFound(work, unknown);
  const wanted = new Set(named.flatMap((name) => meantBy(name, paths)));
  const files = all.filter(({ path }) => (named.length === 0 || wanted.has(path)) && path !== into);
  let counted = new Map<string, Measured>();
  if (what === 'lines') {
    const plain = files.filter(({ path }) => isPlain(path));
    // A command counts whole files, so nothing has to be read where one may run.
    counted = yield* measure(work, plain, [], 1);
    if (counted.size < plain.length) {
      const rest = plain.map(({ path }) => path).filter((path) => !counted.has(path));
      const read = yield* work.read(rest.slice(0, MAX_READ), 1);
      counted = new Map([...counted, ...countedIn(read)]);
    }
  }
  const told = toldOf(work, { files, total: named.length > 0 ? files.length : total, counted, what });
  if (into !== null) {
    const written = yield* writeFile(work, into, `${told}\n`);
    if (written.isWritten) yield* work.finish();
    return `${told}\n\n${written.text}`;
  }
  yield* work.finish();
  return told;
}

function toldOf(
  work: Work,
  {
    files,
    total,
    counted,
    what,
  }: { files: Listed[]; total: number; counted: Map<string, Measured>; what: 'files' | 'lines' },
): string {
  const size = sizeTold(files.reduce((sum, file) => sum + file.size, 0));
  const more = files.length > MAX_SHOWN ? '\n\n…' : '';
  if (what === 'files') {
    const head = work.say(
      `There ${total === 1 ? 'is **1** file' : `are **${total}** files`} (${size}).`,
      `共有 **${total}** 个文件（${size}）。`,
    );
    const rows = files.slice(0, MAX_SHOWN).map((file) => [file.path, sizeTold(file.size)]);
    return `${head}\n\n${tableOf(work.say('File,Size', '文件,大小').split(','), rows)}${more}`;
  }
  const all = [...counted.values()];
  const lines = all.reduce((sum, each) => sum + each.lines, 0);
  const words = all.reduce((sum, each) => sum + each.words, 0);
  const head = work.say(
    `**${lines}** lines and **${words}** words in ${counted.size} of ${files.length} ${files.length === 1 ? 'file' : 'files'}.`,
    `${files.length} 个文件中的 ${counted.size} 个共有 **${lines}** 行、**${words}** 个词。`,
  );
  const rows = files
    .filter(({ path }) => counted.has(path))
    .slice(0, MAX_SHOWN)
    .map(({ path }) => [path, String(counted.get(path)?.lines), String(counted.get(path)?.words)]);
  const left = files.filter(({ path }) => !counted.has(path)).slice(0, 10);
  const rest =
    left.length === 0
      ? ''
      : `\n\n${work.say('Not counted, since they are no text or too long to be read here:', '未统计（不是文本，或太长无法在此读取）：')} ${left.map(({ path }) => `\`${path}\``).join(', ')}`;
  return `${head}\n\n${tableOf(work.say('File,Lines,Words', '文件,行数,字数').split(','), rows)}${more}${rest}`;
}
