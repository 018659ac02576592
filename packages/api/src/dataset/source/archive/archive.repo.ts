import type { Db } from '@tandem/db';
import { sql } from 'kysely';
import { formerKeyOf, keyOf, type Packed } from './archive.ts';

/** Which files of an archive are sources already, by their paths; also those that an earlier version added. */
export async function findAdded(
  db: Db,
  archive: Pick<Packed, 'id' | 'fileId' | 'creatorId' | 'changedAt'>,
  paths: readonly string[],
): Promise<Set<string>> {
  const keys = paths.map((path) => keyOf(archive, path));
  const former = paths.map((path) => formerKeyOf(archive, path));
  const rows = await db
    .selectFrom('source')
    .select('clientKey')
    .where('creatorId', '=', archive.creatorId)
    .where(({ or, and }) =>
      or([
        sql<boolean>`"clientKey" = any(${keys}::uuid[])`,
        // What came before the archive's content is of one that it replaced.
        and([
          sql<boolean>`"clientKey" = any(${former}::uuid[])`,
          sql<boolean>`"createdAt" >= ${archive.changedAt}`,
        ]),
      ]),
    )
    .execute();
  const held = new Set(rows.map(({ clientKey }) => clientKey));
  return new Set(paths.filter((_, at) => held.has(keys[at] ?? '') || held.has(former[at] ?? '')));
}
