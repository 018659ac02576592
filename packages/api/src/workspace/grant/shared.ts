import type { Db } from '@tandem/db';
import { levelOf } from '@tandem/shared/access/permissions';
import type { SharedItem } from '@tandem/shared/grant/schema';
import type { KeysetPage, Page, PageRequest } from '@tandem/shared/pagination/schema';
import * as z from 'zod';
import type { Reader } from '../../access/policy/access.fragments.ts';
import { AppError } from '../../core/errors.ts';
import { countShared, type SharedCursor, type SharedRow, sharedWith } from './shared.repo.ts';

function present(row: SharedRow): SharedItem {
  const { kind, id, appId, appType, channelKind, name, icon, rank, byId, byName, byAvatar, at } = row;
  const sharedBy = byId === null ? null : { id: byId, name: byName ?? '', avatar: byAvatar ?? '' };
  return { kind, id, appId, appType, channelKind, name, icon, level: levelOf(rank), sharedBy, sharedAt: at };
}

const cursorSchema = z.tuple([z.iso.datetime(), z.uuid()]);

function readCursor(cursor: string): SharedCursor {
  const parsed = cursorSchema.safeParse(cursor.split('_'));
  if (!parsed.success) throw new AppError('invalidInput', { reason: 'cursor' }, parsed.error);
  return { at: new Date(parsed.data[0]), id: parsed.data[1] };
}

/** Lists things others shared with the reader in a team, the latest first. */
export async function listShared(
  db: Db,
  reader: Reader,
  teamId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<KeysetPage<SharedItem>> {
  const after = cursor === undefined ? null : readCursor(cursor);
  const rows = await sharedWith(db, reader, teamId, { after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { list: page.map(present), nextCursor: last ? `${last.at.toISOString()}_${last.id}` : null };
}

/** The same by numbered pages. */
export async function pageShared(
  db: Db,
  reader: Reader,
  teamId: string,
  { currentPage, pageSize }: PageRequest,
): Promise<Page<SharedItem>> {
  const [rows, total] = await Promise.all([
    sharedWith(db, reader, teamId, { limit: pageSize, offset: (currentPage - 1) * pageSize }),
    countShared(db, reader, teamId),
  ]);
  return { list: rows.map(present), pagination: { currentPage, pageSize, total } };
}
