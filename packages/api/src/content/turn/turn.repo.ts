import type { Db } from '@tandem/db';
import type { TurnTable } from '@tandem/db/tables/message';
import type { Part } from '@tandem/shared/message/parts';
import type { MessageError } from '@tandem/shared/message/schema';
import { type Selectable, sql } from 'kysely';
import type { Consumed } from '../../conversation/turn/meter.ts';
import { LEASE_SECONDS } from './limits.ts';

export type TurnRow = Selectable<TurnTable>;

/** Owner of a turn that was handed over by a process about to end and that no other has taken yet. */
const UNOWNED = '00000000-0000-0000-0000-000000000000';

/** The moment until which a process that renews now owns a turn, by the database's clock. */
export const leaseFromNow = sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})`;

export interface TurnStart {
  channelId: string;
  teamId: string;
  /** The answer that it writes. */
  messageId: string;
  /** The person who asked; the turn has their rights. */
  userId: number;
  assistantId: string | null;
  modelId: string;
  /** This process. */
  ownerId: string;
}

/** Makes a turn owned by this process; the caller starts it after the commit. */
export async function insertTurn(tx: Db, turnId: string, start: TurnStart): Promise<void> {
  await tx
    .insertInto('turn')
    .values({ id: turnId, ...start, leaseUntil: leaseFromNow })
    .execute();
}

/** The turn that runs in a channel, if any. */
export async function findRunningTurn(db: Db, channelId: string): Promise<{ id: string } | null> {
  const turn = await db
    .selectFrom('turn')
    .select('id')
    .where('channelId', '=', channelId)
    .where('status', '=', 'running')
    .executeTakeFirst();
  return turn ?? null;
}

/** The model by which a message was last written; null when it is gone. */
export async function findLastModel(db: Db, messageId: string): Promise<string | null> {
  const turn = await db
    .selectFrom('message')
    .innerJoin('turn', 'turn.id', 'message.turnId')
    .select('turn.modelId')
    .where('message.id', '=', messageId)
    .executeTakeFirst();
  return turn?.modelId ?? null;
}

/**
 * Notes that the running turns of these channels shall stop.
 * @returns their ids
 */
export async function writeStop(db: Db, channelIds: readonly string[]): Promise<string[]> {
  const turns = await db
    .updateTable('turn')
    .set({ stopRequestedAt: sql`coalesce("stopRequestedAt", now())` })
    .where('channelId', 'in', channelIds)
    .where('status', '=', 'running')
    .returning('id')
    .execute();
  return turns.map(({ id }) => id);
}

/** A running turn that this process owns, with what its message has already. */
export function findOwnTurn(db: Db, turnId: string, ownerId: string) {
  return db
    .selectFrom('turn')
    .innerJoin('message', 'message.id', 'turn.messageId')
    .selectAll('turn')
    .select(['message.parts', 'message.n', 'message.seq'])
    .where('turn.id', '=', turnId)
    .where('turn.ownerId', '=', ownerId)
    .where('turn.status', '=', 'running')
    .executeTakeFirst();
}

/**
 * Saves a growing message, if the turn is still ours.
 * @returns null when it is not; else whether someone asked to stop
 */
export async function saveStreaming(
  db: Db,
  turn: Pick<TurnRow, 'id' | 'epoch' | 'messageId'>,
  { parts, n, consumed }: { parts: readonly Part[]; n: number; consumed: Consumed },
): Promise<{ stop: boolean } | null> {
  // Writing the turn's row is what makes the check hold until the message is written, and what was consumed until now
  // is what remains of a turn whose process dies. These saves may be lost in a crash of the database, so the commit
  // does not wait for the disk; the setting ends with the statement.
  const { rows } = await sql<{ stopRequestedAt: Date | null }>`
    with "mine" as (
      update "turn" set "inputTokens" = ${consumed.inputTokens}, "outputTokens" = ${consumed.outputTokens}
      where "id" = ${turn.id} and "epoch" = ${turn.epoch} and "status" = 'running'
      returning "stopRequestedAt", set_config('synchronous_commit', 'off', true)
    )
    update "message" set "parts" = ${JSON.stringify(parts)}, "n" = ${n}
    from "mine" where "message"."id" = ${turn.messageId}
    returning "mine"."stopRequestedAt"
  `.execute(db);
  const saved = rows[0];
  return saved ? { stop: saved.stopRequestedAt !== null } : null;
}

/** Whether a turn still runs under this epoch; it does not end before the transaction does. */
export async function lockRunningTurn(
  tx: Db,
  { id, epoch }: Pick<TurnRow, 'id' | 'epoch'>,
): Promise<boolean> {
  const turn = await tx
    .selectFrom('turn')
    .select('id')
    .where('id', '=', id)
    .where('epoch', '=', epoch)
    .where('status', '=', 'running')
    .forShare()
    .executeTakeFirst();
  return turn !== undefined;
}

/** Renews the leases of these turns; answers those still ours, and whether someone asked to stop them. */
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

export interface TurnEnd {
  status: 'done' | 'stopped' | 'interrupted' | 'failed';
  error: MessageError | null;
  inputTokens: number;
  outputTokens: number;
  /** Of the last request. */
  contextTokens: number | null;
  /** Whether some of the tokens were counted by us. */
  isEstimated: boolean;
  /** Pictures that were drawn. */
  images: number;
  firstTokenMs: number | null;
  durationMs: number;
}

/**
 * Ends a turn that is still ours, with its message and its channel's locked head; false when it is not.
 * @param revision the head's next
 */
export async function endTurn(
  tx: Db,
  turn: Pick<TurnRow, 'id' | 'epoch' | 'channelId'>,
  revision: number,
  { error, status, inputTokens, outputTokens, contextTokens, firstTokenMs }: TurnEnd,
  last: { parts: readonly Part[]; n: number },
): Promise<boolean> {
  const ended = await tx
    .with('ended', (db) =>
      db
        .updateTable('turn')
        .set({ status, inputTokens, outputTokens, contextTokens, firstTokenMs, endedAt: sql`now()` })
        .where('id', '=', turn.id)
        .where('epoch', '=', turn.epoch)
        .where('status', '=', 'running')
        .returning('messageId'),
    )
    .with('settled', (db) =>
      db
        .updateTable('message')
        .from('ended')
        .set({
          status,
          error: error === null ? null : JSON.stringify(error),
          parts: JSON.stringify(last.parts),
          n: last.n,
          revision,
        })
        .whereRef('message.id', '=', 'ended.messageId'),
    )
    .updateTable('channel_head')
    .from('ended')
    .set({ revision })
    .where('channelId', '=', turn.channelId)
    .returning('revision')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Writes the last state of an answer whose process is gone. */
export async function interruptMessage(
  tx: Db,
  messageId: string,
  revision: number,
  parts: readonly Part[],
): Promise<void> {
  await tx
    .updateTable('message')
    .set({ status: 'interrupted', parts: JSON.stringify(parts), revision })
    .where('id', '=', messageId)
    .execute();
}

/** Ends the leases of every other process at once: none of them can be alive. */
export async function endLeasesOfOthers(db: Db, ownerId: string): Promise<void> {
  await db
    .updateTable('turn')
    .set({ leaseUntil: sql`now() - interval '1 second'` })
    .where('status', '=', 'running')
    .where('ownerId', 'not in', [ownerId, UNOWNED])
    .execute();
}

/**
 * Gives up a turn that this process owns and has not begun. It waits without a lease until another process takes it.
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
 * @param turnId this one alone
 * @returns the ids of those taken
 */
export async function takeHandedOver(db: Db, ownerId: string, turnId?: string): Promise<string[]> {
  const taken = await db
    .updateTable('turn')
    .set({ ownerId, epoch: sql`"epoch" + 1`, leaseUntil: leaseFromNow, waitingSince: null })
    .where('ownerId', '=', UNOWNED)
    .where('status', '=', 'running')
    .$if(turnId !== undefined, (update) => update.where('id', '=', turnId ?? ''))
    .returning('id')
    .execute();
  return taken.map(({ id }) => id);
}

/** Turns whose owner has not renewed in time. */
export function findExpired(db: Db): Promise<{ id: string; channelId: string }[]> {
  return db
    .selectFrom('turn')
    .select(['id', 'channelId'])
    .where('status', '=', 'running')
    .where('leaseUntil', '<', sql<Date>`now()`)
    .execute();
}

/** Takes an expired turn from its owner for good; null when it renewed or ended after all. */
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

export function findParts(tx: Db, messageId: string): Promise<{ parts: Part[] }> {
  return tx
    .selectFrom('message')
    .select('parts')
    .where('id', '=', messageId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}
