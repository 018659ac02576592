import type { Reading } from '../../reading.ts';
import { endingOf, isOwn, meantBy } from '../names.ts';
import type { Steps } from '../replay.ts';
import type { Task } from '../task.ts';
import { headingsOf } from '../tell.ts';
import { type FileText, Work } from '../work.ts';
import { noFiles, notFound, notListed, writeFile } from './write.ts';

/** Files that are read. */
const MAX_READ = 30;

/** Writes a table of contents of the Markdown files, with links to their headings. */
export function* contents({ named, into }: Extract<Task, { do: 'contents' }>, reading: Reading): Steps {
  const target = into ?? 'CONTENTS.md';
  const work = new Work(reading, [
    { en: 'See which files there are', zh: '查看有哪些文件' },
    { en: 'Read their headings', zh: '读取标题' },
    { en: `Write ${target}`, zh: `写入 ${target}` },
  ]);
  const { files, problem } = yield* work.list(0);
  if (problem !== null) return notListed(work, problem);
  if (files.length === 0) return noFiles(work);
  const paths = files.map(({ path }) => path);
  const unknown = named.filter((name) => meantBy(name, paths).length === 0);
  if (unknown.length > 0) return notFound(work, unknown);
  const wanted = named.flatMap((name) => meantBy(name, paths));
  const texts = (wanted.length > 0 ? wanted : paths).filter(
    (path) => ['md', 'markdown'].includes(endingOf(path)) && path !== target && isOwn(path),
  );
  if (texts.length === 0)
    return work.say(
      'There is no Markdown file whose headings could be listed.',
      '没有可以列出标题的 Markdown 文件。',
    );
  const read = yield* work.read(texts.slice(0, MAX_READ), 1);
  yield [work.at(2)];
  const lines = read.flatMap((file) => linesOf(file));
  const text = `${work.say('# Contents', '# 目录')}\n\n${lines.join('\n')}\n`;
  const told = yield* writeFile(work, target, text);
  if (!told.isWritten) return told.text;
  yield* work.finish();
  const count = lines.length - read.length;
  const done = work.say(
    `I found ${count} ${count === 1 ? 'heading' : 'headings'} in ${read.length} ${read.length === 1 ? 'file' : 'files'}.`,
    `在 ${read.length} 个文件中找到 ${count} 个标题。`,
  );
  const isPart = read.length < texts.length || read.some((file) => !file.isWhole);
  const part = isPart
    ? work.say(
        ' There was more than I can read at once; the rest is missing.',
        '内容超出我一次能读的量，其余未列入。',
      )
    : '';
  return `${done} ${told.text}${part}`;
}

function linesOf({ path, text }: FileText): string[] {
  const target = encodeURI(path).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'));
  const used = new Map<string, number>();
  const headings = headingsOf(text).map(({ level, title }) => {
    const plain = title.replace(/[[\]*_`]/g, '');
    const slug = plain
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    const before = used.get(slug) ?? 0;
    used.set(slug, before + 1);
    return `${'  '.repeat(level)}- [${plain}](${target}#${slug}${before > 0 ? `-${before}` : ''})`;
  });
  return [`- [${path}](${target})`, ...headings];
}
