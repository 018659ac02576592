import type { ListedFile } from '../../ai/tools/agent/types.ts';
import { ToolError } from '../../ai/tools/types.ts';
import { listFolder, pathsUnder } from '../files/entries.ts';
import type { AgentPlace } from './place.ts';
import { judgedFolder } from './sentence.ts';

/** Files of one answer, and characters of their paths. */
const MAX_LISTED = 500;
const MAX_CHARACTERS = 20_000;

/** Lists a folder for a model. @throws ToolError */
export async function listFiles(
  place: AgentPlace,
  asked: string,
  { recursive, from }: { recursive: boolean; from: number },
): Promise<{ files: ListedFile[]; total: number; next?: number }> {
  const folder = judgedFolder(asked);
  const { entries } = await place.files.newest();
  let all: ListedFile[];
  if (recursive)
    all = pathsUnder(entries, folder)
      .filter((path) => path !== folder)
      .sort()
      .map((path) => ({ path, size: entries.get(path)?.size ?? 0 }));
  else {
    const listing = listFolder(entries, folder);
    all = [
      ...(listing?.folders.map(({ path, size, files }) => ({ path: `${path}/`, size, files })) ?? []),
      ...(listing?.files.map(({ path, size }) => ({ path, size })) ?? []),
    ];
  }
  if (all.length === 0 && folder !== '') {
    if (entries.has(folder)) throw new ToolError(`${folder} is a file.`);
    throw new ToolError(`There is no folder ${folder}.`);
  }
  const files: ListedFile[] = [];
  let characters = 0;
  for (const file of all.slice(from - 1, from - 1 + MAX_LISTED)) {
    characters += JSON.stringify(file).length;
    if (files.length > 0 && characters > MAX_CHARACTERS) break;
    files.push(file);
  }
  const next = from + files.length;
  return { files, total: all.length, ...(next <= all.length && files.length > 0 && { next }) };
}
