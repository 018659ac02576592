import type { KeysetPage } from '@tandem/shared/pagination/schema';
import type { ListedVersion, ListVersions } from '@tandem/shared/version/schema';
import * as z from 'zod';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { readCursor, writeCursor } from '../../core/cursor.ts';
import { presentListed } from './version.presenter.ts';
import { versionsPage } from './version.repo.ts';

/** Creation time and id of the last version on a page. */
const cursorSchema = z.tuple([z.iso.datetime(), z.uuid()]);

/** Versions of a document, newest first, a page at a time. */
export async function listVersions(
  { db, actor }: UserContext,
  document: LoadedChannel,
  { cursor, limit }: ListVersions,
): Promise<KeysetPage<ListedVersion>> {
  const place = cursor === undefined ? undefined : readCursor(cursor, cursorSchema);
  const before = place && { createdAt: new Date(place[0]), id: place[1] };
  const rows = await versionsPage(db, document.id, { before, limit: limit + 1 });
  const list = rows
    .slice(0, limit)
    .map((row, index) => presentListed(row, rows[index + 1], document, actor.userId));
  const last = rows.length > limit ? list.at(-1) : undefined;
  return { list, nextCursor: last ? writeCursor([last.createdAt.toISOString(), last.id]) : null };
}
