import { serveWorker } from '../../../core/worker/serve.ts';
import { globExpression } from './glob.ts';
import type { SearchAnswer, SearchTask } from './search.ts';

/** Characters of a line that are returned, around what was found. */
const MAX_SHOWN = 240;
const BEFORE = 80;

serveWorker<SearchTask, SearchAnswer>((task) => {
  if (task.do === 'choose') {
    const { glob, paths } = task;
    const expression = globExpression(glob);
    const isWhole = glob.includes('/');
    return { paths: paths.filter((path) => expression.test(isWhole ? path : nameOf(path))) };
  }
  const { pattern, isRegex, ignoresCase, files, atMost } = task;
  let expression: RegExp;
  try {
    expression = new RegExp(isRegex ? pattern : RegExp.escape(pattern), ignoresCase ? 'iu' : 'u');
  } catch (error) {
    return { problem: error instanceof Error ? error.message.slice(0, 300) : 'it is not valid' };
  }
  const found: { path: string; line: number; text: string }[] = [];
  for (const { path, text } of files)
    for (const [index, line] of text.split('\n').entries()) {
      const match = expression.exec(line);
      if (!match) continue;
      if (found.length === atMost) return { found, isFull: true };
      found.push({ path, line: index + 1, text: around(line, match.index) });
    }
  return { found, isFull: false };
});

function around(line: string, at: number): string {
  const from = line.length <= MAX_SHOWN ? 0 : Math.max(0, Math.min(at - BEFORE, line.length - MAX_SHOWN));
  const part = line.slice(from, from + MAX_SHOWN).toWellFormed();
  return `${from > 0 ? '…' : ''}${part}${from + MAX_SHOWN < line.length ? '…' : ''}`.replace(/\r$/, '');
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
