import type { Db } from '@tandem/db';
import { compiledStatement } from '@tandem/db/compiled-query';
import { inOneTrip } from '@tandem/db/one-trip';
import { type CompiledQuery, sql } from 'kysely';
import { MAX_WAITING_TURNS } from './limits.ts';
import type { TurnRow } from './turn.repo.ts';

/**
 * Counts the slots used by a person's running turns in all processes. Turns waiting for consent use none, up
 * to a bound. Transactions that start or resume a turn of one person
 * wait for each other here until they commit, so that none counts without seeing the others' turns.
 * @param except a turn that is not counted
 */
export async function countSlots(tx: Db, userId: number, except: string | null = null): Promise<number> {
  const [, [slots]] = await inOneTrip(tx, slotStatements(tx, userId, except));
  return slotsTaken(slots);
}

interface Slots {
  taken: number;
  waiting: number;
}

/** The statements of `countSlots`, in their order; `slotsTaken` reads the row of the second. */
export function slotStatements(
  tx: Db,
  userId: number,
  except: string | null = null,
): [CompiledQuery<unknown>, CompiledQuery<Slots>] {
  const key = `tandem turns ${userId}`;
  const lock = sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.compile(tx);
  return [lock, counting(tx, { userId, except })];
}

const counting = compiledStatement<{ userId: number; except: string | null }, Slots>((db, given) =>
  db
    .selectFrom('turn')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('waitingSince', 'is', null).as('taken'),
      eb.fn.countAll<number>().filterWhere('waitingSince', 'is not', null).as('waiting'),
    ])
    .where('userId', '=', given.userId)
    .where('status', '=', 'running')
    .where(sql<boolean>`"id" is distinct from ${given.except}::uuid`)
    .compile(),
);

export function slotsTaken({ taken, waiting }: Slots = { taken: 0, waiting: 0 }): number {
  return taken + Math.max(0, waiting - MAX_WAITING_TURNS);
}

type OwnTurn = Pick<TurnRow, 'id' | 'epoch'>;

/** Stores that a turn of ours, which waited, uses a slot again. */
export async function endWaiting(db: Db, turn: OwnTurn): Promise<void> {
  await db
    .updateTable('turn')
    .set({ waitingSince: null })
    .where('id', '=', turn.id)
    .where('epoch', '=', turn.epoch)
    .where('status', '=', 'running')
    .execute();
}
