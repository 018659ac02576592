import type { Db } from '@tandem/db';
import { sql } from 'kysely';

/** Keeps the one live code of an address; an earlier one is void. */
export async function putCode(
  db: Db,
  code: { email: string; hash: Buffer; lifetimeSeconds: number },
): Promise<void> {
  const { email, hash, lifetimeSeconds } = code;
  const expiresAt = sql<Date>`now() + make_interval(secs => ${lifetimeSeconds})`;
  await db
    .insertInto('login_code')
    .values({ email, hash, expiresAt })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ hash, expiresAt, tries: 0 }))
    .execute();
}

/** Counts one try at an address's code and answers its hash, unless it is missing, too old or burnt. */
export async function countTry(db: Db, email: string, maxTries: number): Promise<Buffer | undefined> {
  const code = await db
    .updateTable('login_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('email', '=', email)
    .where('tries', '<', maxTries)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning('hash')
    .executeTakeFirst();
  return code?.hash;
}

/** Uses a code up. Of any number of redeemers at once exactly one is told true. */
export async function takeCode(db: Db, email: string, hash: Buffer): Promise<boolean> {
  const taken = await db
    .deleteFrom('login_code')
    .where('email', '=', email)
    .where('hash', '=', hash)
    .returning('email')
    .executeTakeFirst();
  return taken !== undefined;
}
