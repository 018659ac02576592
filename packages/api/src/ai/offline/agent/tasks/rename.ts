import type { Reading } from '../../reading.ts';
import { meantBy } from '../names.ts';
import type { Steps } from '../replay.ts';
import type { NameStyle, Task } from '../task.ts';
import { Work } from '../work.ts';
import { moveFiles } from './sort.ts';
import { noFiles, notFound, notListed } from './write.ts';

/** Renames one file. */
export function* rename({ path, to }: Extract<Task, { do: 'rename' }>, reading: Reading): Steps {
  const work = new Work(reading, [{ en: `Rename ${path} to ${to}`, zh: `把 ${path} 重命名为 ${to}` }]);
  const { files, problem } = yield* work.list(0);
  if (problem !== null) return notListed(work, problem);
  const [from] = meantBy(
    path,
    files.map((file) => file.path),
  );
  if (from === undefined) return files.length === 0 ? noFiles(work) : notFound(work, [path]);
  const folder = from.slice(0, from.lastIndexOf('/') + 1);
  return yield* moveFiles(work, [{ path: from, to: to.includes('/') ? to : folder + to }]);
}

/** Gives all files names of one style. Folders keep theirs, since other files may point to them. */
export function* restyle({ style }: Extract<Task, { do: 'restyle' }>, reading: Reading): Steps {
  const work = new Work(reading, [{ en: 'Rename the files', zh: '重命名文件' }]);
  const { files, problem } = yield* work.list(0);
  if (problem !== null) return notListed(work, problem);
  if (files.length === 0) return noFiles(work);
  const moves = files.flatMap(({ path }) => {
    const at = path.lastIndexOf('/') + 1;
    const to = path.slice(0, at) + styled(path.slice(at), style);
    return to === path || path === 'MEMORY.md' ? [] : [{ path, to }];
  });
  if (moves.length === 0)
    return work.say(
      'All names are like that already; nothing was changed.',
      '所有文件名已经符合要求，没有改动。',
    );
  return yield* moveFiles(work, moves);
}

function styled(name: string, style: NameStyle): string {
  if (style === 'lower') return name.toLowerCase();
  return name.replace(style === 'hyphen' ? /[\s_]+/g : /[\s-]+/g, style === 'hyphen' ? '-' : '_');
}
