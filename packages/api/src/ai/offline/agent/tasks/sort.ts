import type { Reading, ToolAnswer } from '../../reading.ts';
import { type FileType, typeOf } from '../names.ts';
import type { Steps } from '../replay.ts';
import { Work, wordsOf } from '../work.ts';
import { noFiles, notListed } from './write.ts';

const folders: Record<FileType, { en: string; zh: string }> = {
  text: { en: 'text', zh: '文本' },
  table: { en: 'tables', zh: '表格' },
  data: { en: 'data', zh: '数据' },
  code: { en: 'code', zh: '代码' },
  document: { en: 'documents', zh: '文档' },
  picture: { en: 'pictures', zh: '图片' },
  sound: { en: 'audio', zh: '音频' },
  film: { en: 'video', zh: '视频' },
  archive: { en: 'archives', zh: '压缩包' },
  other: { en: 'other', zh: '其他' },
};

/** Files moved in one step, and in all. */
const AT_ONCE = 20;
const MAX_MOVED = 400;

interface Move {
  path: string;
  to: string;
}

/** Moves the files at the top into a folder for each type. What is in folders stays there. */
export function* sortFiles(reading: Reading): Steps {
  const work = new Work(reading, [
    { en: 'See which files there are', zh: '查看有哪些文件' },
    { en: 'Move them into folders by type', zh: '按类型移入文件夹' },
  ]);
  const { files, problem } = yield* work.list(0);
  if (problem !== null) return notListed(work, problem);
  if (files.length === 0) return noFiles(work);
  const used = new Set(files.map(({ path }) => path.toLowerCase()));
  const moves = files.flatMap(({ path }): Move[] => {
    if (path.includes('/') || path === 'MEMORY.md') return [];
    const { en, zh } = folders[typeOf(path)];
    const to = `${work.say(en, zh)}/${path}`;
    return used.has(to.toLowerCase()) ? [] : [{ path, to }];
  });
  if (moves.length === 0)
    return work.say(
      'There are no files at the top that would have to be moved; those in folders stay where they are.',
      '最上层没有需要移动的文件；文件夹里的文件保持原位。',
    );
  yield [work.at(1)];
  return yield* moveFiles(work, moves);
}

/** Moves files in bounded steps, and tells which were moved and which were not. */
export function* moveFiles(work: Work, all: readonly Move[]): Steps {
  const moves = all.slice(0, MAX_MOVED);
  const done: Move[] = [];
  const failed: { move: Move; answer: ToolAnswer }[] = [];
  for (let at = 0; at < moves.length; at += AT_ONCE) {
    const part = moves.slice(at, at + AT_ONCE);
    const answers = yield part.map(({ path, to }) => ({ tool: 'move_file', input: { path, to } }));
    for (const [index, move] of part.entries()) {
      const answer = answers[index];
      if (answer && !answer.failed) done.push(move);
      else if (answer) failed.push({ move, answer });
    }
    // Where a whole step fails, the next one would as well.
    if (done.length === 0) break;
  }
  if (failed.length === 0) yield* work.finish();
  return movesTold(work, { done, failed, left: all.length - done.length - failed.length });
}

function movesTold(
  work: Work,
  { done, failed, left }: { done: Move[]; failed: { move: Move; answer: ToolAnswer }[]; left: number },
): string {
  if (done.length === 0 && !work.tools.has('move_file'))
    return work.say('I may only read here, so nothing was moved.', '这里我只能读取，所以没有移动任何文件。');
  const list = done.slice(0, 50).map(({ path, to }) => `- \`${path}\` → \`${to}\``);
  if (done.length > list.length) list.push('- …');
  const parts = [
    work.say(
      `I moved ${done.length} ${done.length === 1 ? 'file' : 'files'}.`,
      `已移动 ${done.length} 个文件。`,
    ),
    list.join('\n'),
  ];
  if (failed.length > 0) {
    const lead = work.say(`${failed.length} could not be moved:`, `${failed.length} 个文件没有移动：`);
    const reasons = failed.slice(0, 20).map(({ move, answer }) => `- \`${move.path}\`: ${wordsOf(answer)}`);
    parts.push(`${lead}\n${reasons.join('\n')}`);
  }
  if (left > 0) parts.push(work.say(`${left} are left: ask again.`, `还剩 ${left} 个，请再让我做一次。`));
  return parts.filter((part) => part !== '').join('\n\n');
}
