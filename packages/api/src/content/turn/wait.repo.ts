import { type Db, transaction } from '@tandem/db';
import type { Part } from '@tandem/shared/message/parts';
import { sql } from 'kysely';
import { UNOWNED, WAITING } from './lease.repo.ts';
import type { TurnRow } from './turn.repo.ts';

/** Locks a turn's row until the transaction ends. */
export async function lockTurn(tx: Db, turnId: string): Promise<void> {
  await tx.selectFrom('turn').select('id').where('id', '=', turnId).forUpdate().execute();
}

/**
 * Gives up a turn of ours that only waits for consent, with its message as it is: no process runs it until somebody
 * decides. Waits for the disk.
 * @returns `decided` when a decision came meanwhile, so that it goes on; `stopped` when it shall end; `lost` when it is
 * no longer ours
 */
export function beginWaiting(
  db: Db,
  turn: Pick<TurnRow, 'id' | 'epoch' | 'messageId'>,
  last: LastState,
): Promise<'waiting' | 'decided' | 'stopped' | 'lost'> {
  return transaction(db, async (tx) => {
    await lockTurn(tx, turn.id);
    const open = await tx
      .selectFrom('turn')
      .innerJoin('tool_call', 'tool_call.turnId', 'turn.id')
      .select(['tool_call.decision', 'turn.stopRequestedAt'])
      .where('turn.id', '=', turn.id)
      .where('turn.epoch', '=', turn.epoch)
      .where('turn.status', '=', 'running')
      .where('tool_call.endedAt', 'is', null)
      .execute();
    if (open.length === 0) return 'lost';
    if (open.some(({ stopRequestedAt }) => stopRequestedAt !== null)) return 'stopped';
    if (open.some(({ decision }) => decision !== null)) return 'decided';
    await giveUp(tx, turn, last);
    return 'waiting';
  });
}

/**
 * Gives up a turn of ours until a person lets it go on, with its message as it is: no process runs it meanwhile.
 * @param pause notes why, in the same transaction
 * @returns `stopped` when it shall end; `lost` when it is no longer ours
 */
export function beginPause(
  db: Db,
  turn: Pick<TurnRow, 'id' | 'epoch' | 'messageId'>,
  last: LastState,
  pause: (tx: Db) => Promise<void>,
): Promise<'waiting' | 'stopped' | 'lost'> {
  return transaction(db, async (tx) => {
    const own = await tx
      .selectFrom('turn')
      .select('stopRequestedAt')
      .where('id', '=', turn.id)
      .where('epoch', '=', turn.epoch)
      .where('status', '=', 'running')
      .forUpdate()
      .executeTakeFirst();
    if (!own) return 'lost';
    if (own.stopRequestedAt !== null) return 'stopped';
    // It may have ended the calls that ran.
    await doubtStarted(tx, turn.id);
    await pause(tx);
    await giveUp(tx, turn, last);
    return 'waiting';
  });
}

/** What a turn leaves while no process runs it. */
type LastState = { parts: readonly Part[]; n: number; firstTokenMs: number | null; activeMs: number } & Pick<
  TurnRow,
  'inputTokens' | 'outputTokens' | 'images' | 'isEstimated' | 'sources'
>;

async function giveUp(
  tx: Db,
  turn: Pick<TurnRow, 'id' | 'messageId'>,
  { parts, n, sources, ...rest }: LastState,
): Promise<void> {
  await tx
    .updateTable('turn')
    .set({
      ...rest,
      sources: JSON.stringify(sources),
      ownerId: WAITING,
      epoch: sql`"epoch" + 1`,
      leaseUntil: sql`'infinity'`,
      waitingSince: sql`coalesce("waitingSince", now())`,
    })
    .where('id', '=', turn.id)
    .execute();
  await tx
    .updateTable('message')
    .set({ parts: JSON.stringify(parts), n })
    .where('id', '=', turn.messageId)
    .execute();
}

/**
 * Hands a turn whose process is gone, or leaves it, to whichever takes it first.
 * @param epoch of a turn of ours; absent: its lease has to have expired
 * @returns whether it was handed over
 */
export async function handOn(tx: Db, turnId: string, epoch?: number): Promise<boolean> {
  const handed = await tx
    .updateTable('turn')
    .set({ ownerId: UNOWNED, epoch: sql`"epoch" + 1`, leaseUntil: sql`'infinity'` })
    .where('id', '=', turnId)
    .where('status', '=', 'running')
    .where('stopRequestedAt', 'is', null)
    .$if(epoch === undefined, (update) => update.where('leaseUntil', '<', sql<Date>`now()`))
    .$if(epoch !== undefined, (update) => update.where('epoch', '=', epoch ?? 0))
    .returning('id')
    .executeTakeFirst();
  return handed !== undefined;
}

/**
 * Has calls that began and did not end ask somebody before they run again, by forgetting their decision; what they were
 * to run with is their input from now on.
 */
export async function doubtStarted(tx: Db, turnId: string): Promise<void> {
  await tx
    .updateTable('tool_call')
    .set({
      input: sql`coalesce("decidedInput", "input")`,
      ...{ decidedInput: null, decision: null, deciderId: null, decidedAt: null, askedAt: null },
    })
    .where('turnId', '=', turnId)
    .where('startedAt', 'is not', null)
    .where('endedAt', 'is', null)
    .execute();
}

/**
 * Has a turn whose process is gone go on waiting if none of its calls without an end has run: nobody decided about them, or
 * the process had not yet a slot to run them.
 * @returns whether it waits
 */
export async function waitOn(tx: Db, turnId: string): Promise<boolean> {
  const { rows } = await sql`
    update "turn" set "ownerId" = ${WAITING}, "epoch" = "epoch" + 1, "leaseUntil" = 'infinity',
      "waitingSince" = coalesce("waitingSince", now())
    where "id" = ${turnId} and "status" = 'running' and "leaseUntil" < now() and "stopRequestedAt" is null
      and (
        select bool_and("askedAt" is not null and ("decision" is null or "turn"."waitingSince" is not null))
        from "tool_call" where "turnId" = ${turnId} and "endedAt" is null
      )
    returning "id"
  `.execute(tx);
  return rows.length > 0;
}

/** A turn that is no run of an agent which paused: that goes on when a person says so. */
const isUnpaused = sql<boolean>`not exists (
  select from "agent_run" where "agent_run"."turnId" = "turn"."id" and "agent_run"."pausedFor" is not null)`;

/**
 * Has processes take up waiting turns again, but for paused ones; where it is urgent, the caller announces them as handed
 * over.
 */
export async function wakeTurns(tx: Db, turnIds: readonly string[]): Promise<void> {
  if (turnIds.length === 0) return;
  await tx
    .updateTable('turn')
    .set({ ownerId: UNOWNED })
    .where('id', 'in', turnIds)
    .where('ownerId', '=', WAITING)
    .where('status', '=', 'running')
    .where(isUnpaused)
    .execute();
}

/** Wakes waiting turns that have something to do, in case their event was lost or their calls expired. */
export async function wakeDecided(db: Db): Promise<void> {
  await db
    .updateTable('turn')
    .set({ ownerId: UNOWNED })
    .where('ownerId', '=', WAITING)
    .where('status', '=', 'running')
    .where(({ or, and, eb, exists, selectFrom }) =>
      or([
        eb('stopRequestedAt', 'is not', null),
        and([
          isUnpaused,
          exists(
            selectFrom('tool_call')
              .select('turnId')
              .whereRef('tool_call.turnId', '=', 'turn.id')
              .where('tool_call.endedAt', 'is', null)
              .where('tool_call.decision', 'is not', null),
          ),
        ]),
      ]),
    )
    .execute();
}

/** Ids of the turns that wait, the longest waiting first; without those that wait for a right. */
export async function findWaiting(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('turn')
    .leftJoin('agent_run', 'agent_run.turnId', 'turn.id')
    .select('id')
    .where('ownerId', '=', WAITING)
    .where('status', '=', 'running')
    .where(sql<boolean>`"pausedFor" is distinct from 'access'`)
    .orderBy('waitingSince')
    .execute();
  return rows.map(({ id }) => id);
}
