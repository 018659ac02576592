import type { Db } from '@tandem/db';
import { sql } from 'kysely';
import { MAX_WAITING_TURNS } from './limits.ts';
import type { TurnRow } from './turn.repo.ts';

/**
 * How many places a person's running turns take, everywhere. Those that wait for consent take none, as long as they are
 * not very many: each still holds memory and a lease. Transactions that start or resume a turn of the same person wait
 * for each other here until they commit, so that none of them counts without seeing the turns of the others.
 * @param except a turn that does not count
 */
export async function countPlaces(tx: Db, userId: number, except: string | null = null): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tandem turns ${userId}`}, 0))`.execute(tx);
  const { taken, waiting } = await tx
    .selectFrom('turn')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('waitingSince', 'is', null).as('taken'),
      eb.fn.countAll<number>().filterWhere('waitingSince', 'is not', null).as('waiting'),
    ])
    .where('userId', '=', userId)
    .where('status', '=', 'running')
    .$if(except !== null, (turns) => turns.where('id', '<>', except ?? ''))
    .executeTakeFirstOrThrow();
  return taken + Math.max(0, waiting - MAX_WAITING_TURNS);
}

type OwnTurn = Pick<TurnRow, 'id' | 'epoch'>;

/** Notes since when a turn of ours waits, or that it does not any more. */
export async function setWaiting(db: Db, turn: OwnTurn, isWaiting: boolean): Promise<void> {
  await db
    .updateTable('turn')
    .set({ waitingSince: isWaiting ? sql<Date>`now()` : null })
    .where('id', '=', turn.id)
    .where('epoch', '=', turn.epoch)
    .where('status', '=', 'running')
    .execute();
}
