import type { Db } from '@tandem/db';
import type { BinnedItem, ListBin } from '@tandem/shared/home/schema';
import type { KeysetPage } from '@tandem/shared/pagination/schema';
import * as z from 'zod';
import type { Reader } from '../../access/policy/access.fragments.ts';
import { readCursor, writeCursor } from '../../core/cursor.ts';
import { binnedItems } from './bin.repo.ts';

const cursorSchema = z.tuple([z.iso.datetime(), z.uuid()]);

/** Lists what the reader may restore in a team, of every app or of one, the last deleted first. */
export async function listBin(
  db: Db,
  reader: Reader,
  teamId: string,
  { appId, cursor, limit }: ListBin,
): Promise<KeysetPage<BinnedItem>> {
  const place = cursor === undefined ? null : readCursor(cursor, cursorSchema);
  const after = place && { at: new Date(place[0]), id: place[1] };
  const rows = await binnedItems(db, reader, teamId, { appId, after, limit: limit + 1 });
  const list = rows.slice(0, limit);
  const last = rows.length > limit ? list.at(-1) : undefined;
  return { list, nextCursor: last ? writeCursor([last.deletedAt, last.id]) : null };
}
