import type { Db } from '@tandem/db';
import type { CodePurpose } from '@tandem/shared/session/schema';
import { sql } from 'kysely';

/** Whose code it is, and what for. */
export interface CodeOwner {
  email: string;
  purpose: CodePurpose;
}

/** Keeps the one live code of an address and purpose; an earlier one is void. */
export async function putCode(
  db: Db,
  code: CodeOwner & { hash: Buffer; lifetimeSeconds: number },
): Promise<void> {
  const { email, purpose, hash, lifetimeSeconds } = code;
  const expiresAt = sql<Date>`now() + make_interval(secs => ${lifetimeSeconds})`;
  await db
    .insertInto('login_code')
    .values({ email, purpose, hash, expiresAt })
    .onConflict((conflict) =>
      conflict.columns(['email', 'purpose']).doUpdateSet({ hash, expiresAt, tries: 0 }),
    )
    .execute();
}

/** Counts one try at an address's code and answers its hash, unless it is missing, too old or burnt. */
export async function countTry(
  db: Db,
  { email, purpose }: CodeOwner,
  maxTries: number,
): Promise<Buffer | undefined> {
  const code = await db
    .updateTable('login_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('tries', '<', maxTries)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning('hash')
    .executeTakeFirst();
  return code?.hash;
}

/** Uses a code up. Of any number of redeemers at once exactly one is told true. */
export async function takeCode(db: Db, { email, purpose }: CodeOwner, hash: Buffer): Promise<boolean> {
  const taken = await db
    .deleteFrom('login_code')
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('hash', '=', hash)
    .returning('email')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Deletes the codes that were sent to a person's address. */
export async function forgetPerson(tx: Db, { email }: { email: string }): Promise<void> {
  await tx.deleteFrom('login_code').where('email', '=', email).execute();
}
