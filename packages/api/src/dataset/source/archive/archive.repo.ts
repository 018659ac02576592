import type { Db } from '@tandem/db';
import { sql } from 'kysely';

/** Those of a person's keys that sources have. */
export async function findKeys(
  db: Db,
  creatorId: number,
  keys: readonly string[],
): Promise<Set<string | null>> {
  const rows = await db
    .selectFrom('source')
    .select('clientKey')
    .where('creatorId', '=', creatorId)
    .where(sql<boolean>`"clientKey" = any(${keys}::uuid[])`)
    .execute();
  return new Set(rows.map(({ clientKey }) => clientKey));
}
