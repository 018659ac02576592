import type { Db } from '@tandem/db';
import { MAX_CHANNEL_DEPTH } from '@tandem/shared/channel/schema';
import { AppError } from '../core/errors.ts';
import { lineOf } from './channel.tree.repo.ts';

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

/** @throws AppError `treeTooDeep` when the deepest channel would stand on `depth` (the top ones stand on 1) */
export function assertRoom(depth: number): void {
  if (depth > MAX_CHANNEL_DEPTH) throw new AppError('treeTooDeep', { depth: MAX_CHANNEL_DEPTH });
}
