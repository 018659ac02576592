import type { Db } from '@tandem/db';
import { type RawBuilder, sql } from 'kysely';
import { appVisibleTo, type Reader, visibleTo } from '../../access/policy/access.fragments.ts';

/** Returns ids of apps that may have become invisible to the reader after a revision. */
export const appsHiddenSince = (db: Db, reader: Reader, teamId: string, since: number): Promise<string[]> =>
  hiddenSince(db, 'app', appVisibleTo(reader), { teamId, since });

/** Returns ids of channels that may have become invisible to the reader after a revision. */
export const channelsHiddenSince = (
  db: Db,
  reader: Reader,
  teamId: string,
  since: number,
): Promise<string[]> => hiddenSince(db, 'channel', visibleTo(reader), { teamId, since });

async function hiddenSince(
  db: Db,
  table: 'app' | 'channel',
  isVisible: RawBuilder<boolean>,
  { teamId, since }: { teamId: string; since: number },
): Promise<string[]> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const { rows } = await sql<{ id: string }>`
    select ${column('id')} from ${sql.table(table)}
    where ${column('teamId')} = ${teamId} and ${column('revision')} > ${since}
      and ${column('hiddenRevision')} > ${since} and not ${isVisible}`.execute(db);
  return rows.map(({ id }) => id);
}
