import type { Db } from '@tandem/db';
import { sql } from 'kysely';
import { expect } from 'vitest';

/** Whether a transaction of this database waits for the lock that changes of rights take. */
export async function isWaiting(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_locks
    where "locktype" = 'advisory' and not "granted"
      and "database" = (select "oid" from pg_database where "datname" = current_database())
  `.execute(db);
  return rows.length > 0;
}

/**
 * Makes a call while the lock for changes of rights is held, waits until the call waits for that lock or has
 * ended, and then commits a change.
 * @returns the call, which may now continue, and whether it waited
 */
export async function whileWaiting<T>(
  db: Db,
  call: () => Promise<T>,
  change: (tx: Db) => Promise<unknown>,
): Promise<{ asked: Promise<T>; waited: boolean }> {
  return db.transaction().execute(async (tx) => {
    // Where the call and the change wait for each other, the call is the one that fails.
    await sql`set local deadlock_timeout = '1min'`.execute(tx);
    await sql`select pg_advisory_xact_lock("rights_lock_key"())`.execute(tx);
    const asked = call();
    let settled = false;
    const settle = () => {
      settled = true;
    };
    void asked.then(settle, settle);
    let waited = false;
    await expect
      .poll(
        async () => {
          waited = await isWaiting(db);
          return waited || settled;
        },
        { interval: 10, timeout: 30_000 },
      )
      .toBe(true);
    await change(tx);
    // Within an object: a transaction would wait for a bare promise.
    return { asked, waited };
  });
}
