import type { Db } from '@tandem/db';
import { MAX_CHANNEL_DEPTH } from '@tandem/shared/channel/schema';
import type { Reader } from '../../access/policy/access.fragments.ts';
import { AppError } from '../../core/errors.ts';
import { isApart } from './bin.repo.ts';
import { firstChannelSort, lineOf, placeAtTop } from './tree.repo.ts';

/**
 * Returns ids from a place in an app (null for its top) up to the top, under the app's lock.
 * @throws AppError `notFound` when the parent is gone or in the bin
 */
export async function lineBelow(tx: Db, appId: string, parentId: string | null): Promise<string[]> {
  if (parentId === null) return [];
  const line = await lineOf(tx, appId, parentId);
  if (line.length === 0) throw new AppError('notFound');
  return line;
}

/**
 * Moves a private channel from below a parent that stays in the bin or archive to the app's top, if the
 * reader does not manage that parent: nobody's own channel depends on others' actions. Call it under the
 * app's lock.
 * @returns false when it is not private, or the reader manages its parent
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

/** @throws AppError `treeTooDeep` when the deepest channel would be at `depth` (top channels are at 1) */
export function assertRoom(depth: number): void {
  if (depth > MAX_CHANNEL_DEPTH) throw new AppError('treeTooDeep', { depth: MAX_CHANNEL_DEPTH });
}
