import type { Db } from '@tandem/db';
import { sql } from 'kysely';

/** Ends every session: what was signed with the old key proves nothing any more. @returns how many were in use */
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
