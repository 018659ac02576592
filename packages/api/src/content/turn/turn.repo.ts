import type { Db } from '@tandem/db';
import { compiledStatement } from '@tandem/db/compiled-query';
import type { TurnTable } from '@tandem/db/tables/message';
import type { Part } from '@tandem/shared/message/parts';
import type { MessageError } from '@tandem/shared/message/schema';
import { type Selectable, sql } from 'kysely';
import type { Consumed } from '../../conversation/turn/meter.ts';
import { leaseFromNow, UNOWNED, WAITING } from './lease.repo.ts';

export type TurnRow = Selectable<TurnTable>;

export interface TurnStart {
  channelId: string;
  teamId: string;
  /** The answer that it writes. */
  messageId: string;
  /** The asker; the turn has their rights. */
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

/** Returns the model that last wrote a message; null when it is gone. */
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
 * Notes that the running turns of these channels shall stop; one that waits is taken up again to end.
 * @returns their ids
 */
export async function writeStop(db: Db, channelIds: readonly string[]): Promise<string[]> {
  const turns = await db
    .updateTable('turn')
    .set({
      stopRequestedAt: sql`coalesce("stopRequestedAt", now())`,
      ownerId: sql`case when "ownerId" = ${WAITING}::uuid then ${UNOWNED}::uuid else "ownerId" end`,
    })
    .where('channelId', 'in', channelIds)
    .where('status', '=', 'running')
    .returning('id')
    .execute();
  return turns.map(({ id }) => id);
}

/** A turn that this process owns, with the current parts of its message. */
export interface OwnTurn extends TurnRow {
  parts: Part[];
  n: number;
  seq: number;
}

/** Returns a running turn that this process owns. */
export async function findOwnTurn(db: Db, turnId: string, ownerId: string): Promise<OwnTurn | undefined> {
  const [own] = (await db.executeQuery(ownTurn(db, { turnId, ownerId }))).rows;
  return own;
}

/** The statement of `findOwnTurn`. */
export const ownTurn = compiledStatement<{ turnId: string; ownerId: string }, OwnTurn>((db, given) =>
  db
    .selectFrom('turn')
    .innerJoin('message', 'message.id', 'turn.messageId')
    .selectAll('turn')
    .select(['message.parts', 'message.n', 'message.seq'])
    .where('turn.id', '=', given.turnId)
    .where('turn.ownerId', '=', given.ownerId)
    .where('turn.status', '=', 'running')
    .compile(),
);

/**
 * Saves a streaming message if the turn is still ours.
 * @returns null when it is not; else whether a stop was requested
 */
export async function saveStreaming(
  db: Db,
  turn: Pick<TurnRow, 'id' | 'epoch' | 'messageId'>,
  {
    parts,
    n,
    consumed,
    activeMs,
  }: { parts: readonly Part[]; n: number; consumed: Consumed; activeMs: number },
): Promise<{ stop: boolean } | null> {
  // Updating the turn's row locks it until the message is written, and stores its usage in case the process
  // dies. A crash of the database may lose these saves, so the commit does not wait for the disk; the setting
  // ends with the statement.
  const { rows } = await sql<{ stopRequestedAt: Date | null }>`
    with "mine" as (
      update "turn" set "inputTokens" = ${consumed.inputTokens}, "outputTokens" = ${consumed.outputTokens},
        "images" = ${consumed.images}, "activeMs" = ${activeMs}
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

/** Whether a turn still runs under this epoch, or is not even to be stopped; it cannot end before the transaction does. */
export async function lockRunningTurn(
  tx: Db,
  { id, epoch }: Pick<TurnRow, 'id' | 'epoch'>,
  { unlessStopping = false } = {},
): Promise<boolean> {
  const turn = await tx
    .selectFrom('turn')
    .select('id')
    .where('id', '=', id)
    .where('epoch', '=', epoch)
    .where('status', '=', 'running')
    .$if(unlessStopping, (found) => found.where('stopRequestedAt', 'is', null))
    .forShare()
    .executeTakeFirst();
  return turn !== undefined;
}

export interface TurnEnd {
  status: 'done' | 'stopped' | 'interrupted' | 'failed';
  error: MessageError | null;
  inputTokens: number;
  outputTokens: number;
  /** Context tokens of the last request. */
  contextTokens: number | null;
  /** Whether some of the tokens were estimated. */
  isEstimated: boolean;
  /** Pictures that were drawn. */
  images: number;
  firstTokenMs: number | null;
  durationMs: number;
}

/**
 * Ends a turn that is still ours, with its message, under its channel's locked head; returns false when it is
 * not.
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

/** Stores the final state of an answer whose process is gone. */
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

/** Stores the parts of a message that is not complete. @param skipped numbers of deltas that are not used any more */
export async function writeParts(
  tx: Db,
  messageId: string,
  { parts, skipped, revision }: { parts: readonly Part[]; skipped: number; revision: number },
): Promise<void> {
  await tx
    .updateTable('message')
    .set({ parts: JSON.stringify(parts), n: sql`"n" + ${skipped}::int`, revision })
    .where('id', '=', messageId)
    .execute();
}

/**
 * Returns the parts of a message, whose row is locked until the transaction ends, and whether its turn continues what it
 * said before.
 */
export function findParts(tx: Db, messageId: string): Promise<{ parts: Part[]; isContinued: boolean }> {
  const isContinued = sql<boolean>`coalesce("message"."createdAt" < (
    select "turn"."startedAt" from "turn" where "turn"."id" = "message"."turnId"), false)`;
  return tx
    .selectFrom('message')
    .select(['parts', isContinued.as('isContinued')])
    .where('id', '=', messageId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Returns the id of the message that a turn writes. */
export async function findTurnMessage(db: Db, turnId: string): Promise<string> {
  const turn = db.selectFrom('turn').select('messageId').where('id', '=', turnId);
  return (await turn.executeTakeFirstOrThrow()).messageId;
}
