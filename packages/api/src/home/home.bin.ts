import type { Db } from '@tandem/db';
import type { BinnedItem, ListBin } from '@tandem/shared/home/schema';
import type { KeysetPage } from '@tandem/shared/pagination/schema';
import * as z from 'zod';
import type { Reader } from '../access/access.fragments.ts';
import { AppError } from '../core/errors.ts';
import { type BinCursor, binnedItems } from './home.bin.repo.ts';

const cursorSchema = z.tuple([z.iso.datetime(), z.uuid()]);

function readCursor(cursor: string): BinCursor {
  const parsed = cursorSchema.safeParse(cursor.split('_'));
  if (!parsed.success) throw new AppError('invalidInput', { reason: 'cursor' }, parsed.error);
  return { at: new Date(parsed.data[0]), id: parsed.data[1] };
}

/** What was deleted in a team and the reader may restore, of every app or of one, the last deleted first. */
export async function listBin(
  db: Db,
  reader: Reader,
  teamId: string,
  { appId, cursor, limit }: ListBin,
): Promise<KeysetPage<BinnedItem>> {
  const after = cursor === undefined ? null : readCursor(cursor);
  const rows = await binnedItems(db, reader, teamId, { appId, after, limit: limit + 1 });
  const list = rows.slice(0, limit);
  const last = rows.length > limit ? list.at(-1) : undefined;
  return { list, nextCursor: last ? `${last.deletedAt.toISOString()}_${last.id}` : null };
}
