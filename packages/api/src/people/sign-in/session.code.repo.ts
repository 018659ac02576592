import type { Db } from '@tandem/db';
import type { CodePurpose } from '@tandem/shared/session/schema';
import { sql } from 'kysely';

/** The address a code was sent to, and its purpose. */
export interface CodeOwner {
  email: string;
  purpose: CodePurpose;
}

/** Maximum tries of a code: by its requester, and by everyone else together. */
export interface Tries {
  own: number;
  foreign: number;
}

export interface NewCode extends CodeOwner {
  hash: Buffer;
  /** The requesting client, as limits identify clients. */
  requester: string;
  lifetimeSeconds: number;
  /** Tries that count as used from the beginning. */
  used: Tries;
}

/** Stores an additional live code of an address and purpose. */
export async function putCode(db: Db, { lifetimeSeconds, used, ...code }: NewCode): Promise<void> {
  await db
    .insertInto('login_code')
    .values({
      ...code,
      tries: used.own,
      foreignTries: used.foreign,
      expiresAt: sql<Date>`now() + make_interval(secs => ${lifetimeSeconds})`,
    })
    .execute();
}

/**
 * Counts one try at each live code of an address, and returns hashes of those with tries left for this
 * client.
 */
export async function countTry(
  db: Db,
  { email, purpose }: CodeOwner,
  requester: string,
  max: Tries,
): Promise<Buffer[]> {
  const { rows } = await sql<{ hash: Buffer }>`
    update "login_code" set
      "tries" = "tries" + case when "requester" = ${requester} then 1 else 0 end,
      "foreignTries" = "foreignTries" + case when "requester" = ${requester} then 0 else 1 end
    where "email" = ${email} and "purpose" = ${purpose} and "expiresAt" > now()
      and case when "requester" = ${requester} then "tries" < ${max.own} else "foreignTries" < ${max.foreign} end
    returning "hash"
  `.execute(db);
  return rows.map(({ hash }) => hash);
}

/** Consumes a code. Of concurrent calls exactly one returns true. */
export async function takeCode(db: Db, { email, purpose }: CodeOwner, hash: Buffer): Promise<boolean> {
  const taken = await db
    .deleteFrom('login_code')
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('hash', '=', hash)
    .returning('id')
    .execute();
  return taken.length > 0;
}

/** Deletes the codes that were sent to a person's address. */
export async function forgetPerson(tx: Db, { email }: { email: string }): Promise<void> {
  await tx.deleteFrom('login_code').where('email', '=', email).execute();
}

/** Deletes codes past their time. */
export async function sweepCodes(db: Db): Promise<void> {
  await db.deleteFrom('login_code').where('expiresAt', '<', sql<Date>`now()`).execute();
}

/** Ends every code that was sent. @returns how many could still be used */
export async function endEveryCode(db: Db): Promise<number> {
  const sent = await db
    .selectFrom('login_code')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  await db.deleteFrom('login_code').execute();
  return sent.count;
}
