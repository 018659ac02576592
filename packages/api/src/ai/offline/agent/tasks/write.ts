import type { Reading } from '../../reading.ts';
import type { Steps } from '../replay.ts';
import type { Task } from '../task.ts';
import { objectOf, Work, wordsOf } from '../work.ts';

/** Writes a text that the person gave. */
export function* write({ path, text }: Extract<Task, { do: 'write' }>, reading: Reading): Steps {
  const work = new Work(reading, [{ en: `Write ${path}`, zh: `写入 ${path}` }]);
  yield [work.at(0)];
  const told = yield* writeFile(work, path, text);
  if (told.isWritten) yield* work.finish();
  return told.text;
}

/**
 * Writes a file.
 * @returns what to say about it; where it was not written, with its text
 */
export function* writeFile(
  work: Work,
  path: string,
  content: string,
): Steps<{ text: string; isWritten: boolean }> {
  const [answer] = yield [{ tool: 'write_file', input: { path, content } }];
  if (answer && !answer.failed) {
    const { path: actual } = objectOf(answer.input);
    const file = typeof actual === 'string' ? actual : path;
    const note = objectOf(answer.value).note;
    const text = work.say(`I wrote **${file}**.`, `已写入 **${file}**。`);
    return { text: typeof note === 'string' ? `${text} ${note}` : text, isWritten: true };
  }
  const why = answer ? wordsOf(answer) : '';
  const said = work.tools.has('write_file')
    ? work.say(
        `**${path}** was not written${why ? `: ${why}` : '.'}`,
        `没有写入 **${path}**${why ? `：${why}` : '。'}`,
      )
    : work.say(
        `I may only read here, so **${path}** was not written.`,
        `这里我只能读取，所以没有写入 **${path}**。`,
      );
  const lead = work.say('This is what it would hold:', '本来要写的内容是：');
  return { text: `${said}\n\n${lead}\n\n${content.slice(0, 8_000).trim()}`, isWritten: false };
}

/** What is said when there are no files, with what to do. */
export function noFiles(work: Work): string {
  return work.say(
    'There are no files here yet. Upload some in the panel with the files, then ask again. To try it out first, ask me to *make sample files*.',
    '这里还没有文件。请先在文件面板中上传，再让我来做。想先试一试，可以让我“创建示例文件”。',
  );
}

/** What is said when the files could not be listed. */
export function notListed(work: Work, problem: string): string {
  return work.say(`I could not list the files: ${problem}`, `无法列出文件：${problem}`);
}

/** What is said of names of files that there are not. */
export function notFound(work: Work, names: readonly string[]): string {
  const list = names.map((name) => `\`${name}\``).join(', ');
  return work.say(`There is no file ${list} here.`, `这里没有文件 ${list}。`);
}
