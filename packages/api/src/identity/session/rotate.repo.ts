import type { Db } from '@tandem/db';
import { sql } from 'kysely';

/**
 * Ends every session, since tokens signed with the old key are invalid.
 * @returns how many were in use
 */
export async function endEverySession(tx: Db): Promise<number> {
  const live = await tx
    .selectFrom('session')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  await tx.deleteFrom('session').execute();
  return live.count;
}
