import type { Db } from '@tandem/db';
import { sql } from 'kysely';

/** A third-party sign-in started by a browser. */
export interface BegunSignIn {
  state: string;
  providerId: string;
  verifier: string;
  nonce: string;
  returnTo: string;
}

export async function putState(db: Db, begun: BegunSignIn, lifetimeSeconds: number): Promise<void> {
  const expiresAt = sql<Date>`now() + make_interval(secs => ${lifetimeSeconds})`;
  await db
    .insertInto('oauth_state')
    .values({ ...begun, expiresAt })
    .execute();
}

/** Consumes a state; returns its sign-in, once. */
export async function takeState(db: Db, state: string, providerId: string): Promise<BegunSignIn | undefined> {
  return db
    .deleteFrom('oauth_state')
    .where('state', '=', state)
    .where('providerId', '=', providerId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning(['state', 'providerId', 'verifier', 'nonce', 'returnTo'])
    .executeTakeFirst();
}

/** Deletes expired third-party sign-ins. */
export async function sweepStates(db: Db): Promise<void> {
  await db.deleteFrom('oauth_state').where('expiresAt', '<', sql<Date>`now()`).execute();
}
