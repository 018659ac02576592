import type { Reading } from '../../reading.ts';
import type { Steps } from '../replay.ts';
import type { Task } from '../task.ts';
import { objectOf, Work, wordsOf } from '../work.ts';
import { writeFile } from './write.ts';

/** Lines that are shown. */
const MAX_SHOWN = 40;

/** Finds words in the files, and tells or writes the lines that hold them. */
export function* find({ words, named, into }: Extract<Task, { do: 'find' }>, reading: Reading): Steps {
  const work = new Work(reading, [
    { en: `Look for “${words}”`, zh: `查找“${words}”` },
    ...(into === null ? [] : [{ en: `Write ${into}`, zh: `写入 ${into}` }]),
  ]);
  const glob = named.length === 1 && named[0] !== undefined ? { glob: plainGlob(named[0]) } : {};
  const [answer] = yield [
    { tool: 'search_files', input: { pattern: words, ignoreCase: true, ...glob } },
    work.at(0),
  ];
  if (!answer || answer.failed) {
    const why = answer ? wordsOf(answer) : '';
    return work.say(`I could not search the files. ${why}`, `无法搜索文件。${why}`).trim();
  }
  const { found, notes } = objectOf(answer.value);
  const lines = (Array.isArray(found) ? found : []).map(objectOf).filter(({ path }) => path !== into);
  const paths = new Set(lines.map(({ path }) => String(path)));
  const noted = Array.isArray(notes) && notes.length > 0 ? `\n\n_${notes.map(String).join(' ')}_` : '';
  if (lines.length === 0) {
    yield* work.finish();
    return `${work.say(`“${words}” is in none of the files.`, `没有文件含有“${words}”。`)}${noted}`;
  }
  const head = work.say(
    `“${words}” is in ${lines.length} ${lines.length === 1 ? 'line' : 'lines'} of ${paths.size} ${paths.size === 1 ? 'file' : 'files'}`,
    `“${words}”出现在 ${paths.size} 个文件的 ${lines.length} 行中`,
  );
  const row = ({ path, line, text }: Record<string, unknown>) =>
    `- \`${path}\`:${line}: ${String(text).trim().slice(0, 200)}`;
  if (into !== null) {
    yield [work.at(1)];
    const told = yield* writeFile(work, into, `# ${head}\n\n${lines.map(row).join('\n')}\n`);
    if (told.isWritten) yield* work.finish();
    return `${head}${work.say('.', '。')} ${told.text}${noted}`;
  }
  yield* work.finish();
  const more = lines.length > MAX_SHOWN ? '\n- …' : '';
  return `${head}${work.say(':', '：')}\n\n${lines.slice(0, MAX_SHOWN).map(row).join('\n')}${more}${noted}`;
}

/** A name as a pattern that fits only itself. */
function plainGlob(name: string): string {
  return name.replace(/[*?[\]{}()!\\]/g, '?');
}
