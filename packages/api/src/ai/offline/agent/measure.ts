import { isPlain } from './names.ts';
import type { Steps } from './replay.ts';
import { type FileText, type Listed, objectOf, type Work } from './work.ts';

export interface Measured {
  lines: number;
  words: number;
}

/** Files that one command counts. */
const MAX_COUNTED = 300;

/**
 * Lines and words of text files: by a command where one may run, since it sees whole files; else of those that were read
 * to their end.
 * @param step of the plan, shown with the command
 */
export function* measure(
  work: Work,
  files: readonly Listed[],
  read: readonly FileText[],
  step: number,
): Steps<Map<string, Measured>> {
  const paths = files
    .map(({ path }) => path)
    .filter(isPlain)
    .slice(0, MAX_COUNTED);
  const counted = countedIn(read);
  if (paths.every((path) => counted.has(path)) || !work.tools.has('run_shell')) return counted;
  const command = `wc -l -w -- ${paths.map(quoted).join(' ')}`;
  const [answer] = yield [{ tool: 'run_shell', input: { command } }, work.at(step)];
  const { stdout } = answer && !answer.failed ? objectOf(answer.value) : {};
  if (typeof stdout !== 'string') return counted;
  const known = new Set(paths);
  for (const line of stdout.split('\n')) {
    const [, lines, words, path] = /^\s*(\d{1,12})\s+(\d{1,12})\s(.+)$/.exec(line) ?? [];
    if (path !== undefined && known.has(path.trim()))
      counted.set(path.trim(), { lines: Number(lines), words: Number(words) });
  }
  return counted;
}

/** Lines and words of the files that were read to their end. */
export function countedIn(read: readonly FileText[]): Map<string, Measured> {
  const counted = new Map<string, Measured>();
  for (const { path, text, total, isWhole, note } of read)
    if (isWhole && note === null && total > 0 && isPlain(path))
      counted.set(path, { lines: total, words: wordCount(text) });
  return counted;
}

/** Words between spaces, and each Chinese character. */
function wordCount(text: string): number {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return han + (text.replace(/\p{Script=Han}/gu, ' ').match(/\S+/g)?.length ?? 0);
}

/** A path as a word of a shell. */
function quoted(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`;
}
