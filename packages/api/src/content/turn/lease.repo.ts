import type { Db } from '@tandem/db';
import { sql } from 'kysely';
import { LEASE_SECONDS } from './limits.ts';
import type { TurnRow } from './turn.repo.ts';

/** Owner of a turn that any process may take: a stopping one handed it over, or what it waited for has come. */
export const UNOWNED = '00000000-0000-0000-0000-000000000000';
/** Owner of a turn that waits for consent. */
export const WAITING = '00000000-0000-0000-0000-000000000001';

/** The moment until which a process that renews now owns a turn, by the database's clock. */
export const leaseFromNow = sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})`;

/** Renews the leases of these turns; returns those still ours, and whether a stop was requested. */
export async function renewLeases(
  db: Db,
  turnIds: string[],
  ownerId: string,
): Promise<{ id: string; epoch: number; stop: boolean }[]> {
  const rows = await db
    .updateTable('turn')
    .set({ leaseUntil: leaseFromNow })
    .where('id', 'in', turnIds)
    .where('ownerId', '=', ownerId)
    .where('status', '=', 'running')
    .returning(['id', 'epoch', 'stopRequestedAt'])
    .execute();
  return rows.map(({ id, epoch, stopRequestedAt }) => ({ id, epoch, stop: stopRequestedAt !== null }));
}

/** Ends every other process's leases: none of them can be alive. */
export async function endLeasesOfOthers(db: Db, ownerId: string): Promise<void> {
  await db
    .updateTable('turn')
    .set({ leaseUntil: sql`now() - interval '1 second'` })
    .where('status', '=', 'running')
    .where('ownerId', 'not in', [ownerId, UNOWNED, WAITING])
    .execute();
}

/**
 * Hands over a turn that this process owns and has not started. It has no lease until another process takes
 * it.
 * @returns false when it is no longer ours
 */
export async function handOverTurn(db: Db, { id, epoch }: Pick<TurnRow, 'id' | 'epoch'>): Promise<boolean> {
  const given = await db
    .updateTable('turn')
    .set({ ownerId: UNOWNED, leaseUntil: sql`'infinity'` })
    .where('id', '=', id)
    .where('epoch', '=', epoch)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  return given !== undefined;
}

/**
 * Takes turns that were handed over; each goes to one process only.
 * @param turnId takes this one only
 * @returns the ids of those taken
 */
export async function takeHandedOver(db: Db, ownerId: string, turnId?: string): Promise<string[]> {
  const taken = await db
    .updateTable('turn')
    .set({ ownerId, epoch: sql`"epoch" + 1`, leaseUntil: leaseFromNow })
    .where('ownerId', '=', UNOWNED)
    .where('status', '=', 'running')
    .$if(turnId !== undefined, (update) => update.where('id', '=', turnId ?? ''))
    .returning('id')
    .execute();
  return taken.map(({ id }) => id);
}

/** Finds turns whose lease has expired. */
export function findExpired(db: Db): Promise<{ id: string; channelId: string }[]> {
  return db
    .selectFrom('turn')
    .select(['id', 'channelId'])
    .where('status', '=', 'running')
    .where('leaseUntil', '<', sql<Date>`now()`)
    .execute();
}

/** Takes an expired turn from its owner permanently; null when it was renewed or ended meanwhile. */
export async function takeExpired(tx: Db, turnId: string): Promise<TurnRow | null> {
  const taken = await tx
    .updateTable('turn')
    .set({ status: 'interrupted', epoch: sql`"epoch" + 1`, endedAt: sql`now()` })
    .where('id', '=', turnId)
    .where('status', '=', 'running')
    .where('leaseUntil', '<', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst();
  return taken ?? null;
}
