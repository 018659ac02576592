import type { Db } from '@tandem/db';
import { MAX_SOURCE_DEPTH, MAX_SOURCES, sourceNameSchema } from '@tandem/shared/dataset/source';
import { cleanFileName } from '../../content/file/name.ts';
import { AppError } from '../../core/errors.ts';
import type { ChangedDataset } from './change.ts';
import { countSources, insertSources } from './source.repo.ts';
import { findFolders, lineOf, type NamedFolder } from './tree.repo.ts';

/**
 * Checks that sources can be put into a folder.
 * @param parentId null for the top of the dataset
 * @param below levels of folders that come with them
 * @throws AppError `notFound` when it is no folder of the dataset, `treeTooDeep`
 */
export async function assertFolder(
  tx: Db,
  datasetId: string,
  parentId: string | null,
  below = 0,
): Promise<void> {
  if (parentId === null) return;
  const line = await lineOf(tx, datasetId, parentId);
  if (line[0]?.kind !== 'folder') throw new AppError('notFound');
  if (line.length + below >= MAX_SOURCE_DEPTH) throw new AppError('treeTooDeep');
}

/** @throws AppError `datasetFull` unless the dataset has room for so many more sources and folders */
export async function assertRoomFor(tx: Db, datasetId: string, more: number): Promise<void> {
  if ((await countSources(tx, datasetId)) + more > MAX_SOURCES)
    throw new AppError('datasetFull', { most: MAX_SOURCES });
}

/** Splits the path of an uploaded file into the names of its folders; the file's own name is dropped. */
export function foldersIn(path: string): string[] {
  return path
    .split(/[\\/]/u)
    .slice(0, -1)
    .filter((name) => name !== '' && name !== '.' && name !== '..')
    .map((name) => sourceNameSchema.parse(cleanFileName(name)));
}

/**
 * Finds or makes the folders of paths below a folder.
 * @param paths names of folders, from the outermost
 * @returns for each path the id of its innermost folder; the given folder for an empty one
 */
export async function makeFolders(
  tx: Db,
  dataset: ChangedDataset,
  {
    parentId,
    paths,
    creatorId,
    revision,
  }: { parentId: string | null; paths: readonly (readonly string[])[]; creatorId: number; revision: number },
): Promise<(string | null)[]> {
  const deepest = Math.max(0, ...paths.map(({ length }) => length));
  await assertFolder(tx, dataset.id, parentId, deepest);
  if (deepest >= MAX_SOURCE_DEPTH) throw new AppError('treeTooDeep');
  const known = new Map<string, string | null>([['', parentId]]);
  for (let depth = 1; depth <= deepest; depth++) {
    const level = new Map<string, NamedFolder>();
    for (const path of paths.filter(({ length }) => length >= depth)) {
      const above = known.get(keyOf(path.slice(0, depth - 1))) ?? null;
      level.set(keyOf(path.slice(0, depth)), { parentId: above, name: path[depth - 1] as string });
    }
    const ids = await fillLevel(tx, dataset, { folders: [...level.values()], creatorId, revision });
    for (const [at, key] of [...level.keys()].entries()) known.set(key, ids[at] as string);
  }
  return paths.map((path) => known.get(keyOf(path)) ?? null);
}

const keyOf = (path: readonly string[]) => path.join('/');

/** Finds or makes folders of one level. @returns their ids in the order of the folders */
async function fillLevel(
  tx: Db,
  { id: datasetId, teamId }: ChangedDataset,
  { folders, creatorId, revision }: { folders: readonly NamedFolder[]; creatorId: number; revision: number },
): Promise<string[]> {
  const ids = await findFolders(tx, datasetId, folders);
  const missing = folders.flatMap((folder, at) => (ids[at] === null ? [{ ...folder, at }] : []));
  if (missing.length === 0) return ids as string[];
  const place = { teamId, datasetId, kind: 'folder' as const, creatorId, revision };
  const made = await insertSources(
    tx,
    missing.map(({ parentId, name }) => ({ ...place, parentId, name })),
  );
  for (const [which, { at }] of missing.entries()) ids[at] = made[which] as string;
  return ids as string[];
}
