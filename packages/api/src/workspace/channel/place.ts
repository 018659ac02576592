import type { Db } from '@tandem/db';
import { MAX_CHANNEL_DEPTH } from '@tandem/shared/channel/schema';
import type { Reader } from '../../access/policy/access.fragments.ts';
import { AppError } from '../../core/errors.ts';
import { isApart } from './bin.repo.ts';
import { firstChannelSort, lineOf, placeAtTop } from './tree.repo.ts';

/**
 * Ids from a place in an app (null: its top) up to the top, under the app's lock.
 * @throws AppError `notFound` when the parent is gone or in the bin
 */
export async function lineBelow(tx: Db, appId: string, parentId: string | null): Promise<string[]> {
  if (parentId === null) return [];
  const line = await lineOf(tx, appId, parentId);
  if (line.length === 0) throw new AppError('notFound');
  return line;
}

/**
 * Lets a private channel go from below one that holds it back in the bin or archive, to the app's top, where whoever
 * holds back does not manage it: nobody's own channel hangs on what others do. To be called under the app's lock.
 * @returns false when it is not private, or the reader manages what is above it
 */
export async function leaveParent(
  tx: Db,
  reader: Reader,
  { id, appId }: { id: string; appId: string },
  revision: number,
): Promise<boolean> {
  if (!(await isApart(tx, reader, id))) return false;
  await placeAtTop(tx, id, { sort: await firstChannelSort(tx, appId, null), revision });
  return true;
}

/** @throws AppError `treeTooDeep` when the deepest channel would stand on `depth` (the top ones stand on 1) */
export function assertRoom(depth: number): void {
  if (depth > MAX_CHANNEL_DEPTH) throw new AppError('treeTooDeep', { depth: MAX_CHANNEL_DEPTH });
}
