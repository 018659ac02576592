import type { Db } from '@tandem/db';
import type { ChannelPeople } from '@tandem/shared/channel/schema';
import type { KeysetPage } from '@tandem/shared/pagination/schema';
import type { Person } from '@tandem/shared/user/schema';
import { nameCursorSchema, readCursor, writeCursor } from '../../core/cursor.ts';
import { findReaders } from './people.repo.ts';

/** Lists people who can be mentioned in a channel, by name: every member and guest who can view it. */
export async function listPeople(
  db: Db,
  { channelId, query, cursor, limit }: ChannelPeople,
): Promise<KeysetPage<Person>> {
  const after = cursor === undefined ? null : readCursor(cursor, nameCursorSchema);
  const rows = await findReaders(db, { channelId, query, after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    list: page.map(({ sortName: _sortName, ...person }) => person),
    nextCursor: last ? writeCursor([last.sortName, last.id]) : null,
  };
}
