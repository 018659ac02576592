import { type Db, transaction } from '@tandem/db';
import type { ToolCallTable } from '@tandem/db/tables/step';
import type { ModelMessage } from 'ai';
import { type Selectable, sql } from 'kysely';
import type { Deferred } from '../../ai/tools/deferred.ts';
import { ToolError } from '../../ai/tools/types.ts';
import { lockRunningTurn, type TurnRow } from './turn.repo.ts';

type OwnTurn = Pick<TurnRow, 'id' | 'epoch' | 'channelId'>;

/** A call of a tool as its model made it. */
export interface AskedCall {
  toolCallId: string;
  toolName: string;
  input: object;
}

/** A call as stored, with its decision and its end so far. */
export type StoredCall = Pick<
  Selectable<ToolCallTable>,
  | 'toolCallId'
  | 'toolName'
  | 'toolKey'
  | 'input'
  | 'inputSchema'
  | 'askedAt'
  | 'decision'
  | 'deciderId'
  | 'decidedInput'
  | 'startedAt'
> &
  Pick<Selectable<ToolCallTable>, 'output' | 'error' | 'endedAt'>;

/** What a request took. */
export interface StepCost {
  inputTokens: number;
  outputTokens: number;
  durationMs: number;
}

export const NO_COST: StepCost = { inputTokens: 0, outputTokens: 0, durationMs: 0 };

export interface StoredStep {
  index: number;
  messages: ModelMessage[];
  /** Parts that the turn's message had before it. */
  partCount: number;
  calls: StoredCall[];
}

export type NewStep = Pick<StoredStep, 'index' | 'messages' | 'partCount'> & StepCost;

/**
 * Stores a step and its calls if the turn is still ours; again, if it is not known whether that was done.
 * @returns whether it is
 */
export async function insertStep(
  db: Db,
  turn: OwnTurn,
  step: NewStep,
  calls: readonly AskedCall[],
): Promise<boolean> {
  const { rows } = await sql`
    with "mine" as (
      select "id", "channelId" from "turn"
      where "id" = ${turn.id} and "epoch" = ${turn.epoch} and "status" = 'running'
      for share
    ), "step" as (
      insert into "turn_step" ("turnId", "index", "messages", "partCount", "inputTokens", "outputTokens", "durationMs")
      select "id", ${step.index}, ${JSON.stringify(step.messages)}::jsonb, ${step.partCount},
        ${step.inputTokens}::int, ${step.outputTokens}::int, ${step.durationMs}::int from "mine"
      on conflict ("turnId", "index") do update set "messages" = excluded."messages"
      returning "turnId"
    ), "calls" as (
      insert into "tool_call" ("turnId", "step", "toolCallId", "channelId", "toolName", "input")
      select "mine"."id", ${step.index}, "call"."toolCallId", "mine"."channelId", "call"."toolName", "call"."input"
      from "mine", "step", jsonb_to_recordset(${JSON.stringify(calls)}::jsonb)
        as "call" ("toolCallId" text, "toolName" text, "input" jsonb)
      on conflict do nothing
    )
    select "turnId" from "step"
  `.execute(db);
  return rows.length > 0;
}

/** Returns the steps of a turn in order, with their calls. */
export async function findSteps(db: Db, turnId: string): Promise<StoredStep[]> {
  const steps = await db
    .selectFrom('turn_step')
    .select(['index', 'messages', 'partCount'])
    .where('turnId', '=', turnId)
    .orderBy('index')
    .execute();
  if (steps.length === 0) return [];
  const calls = await findCalls(db, turnId);
  return steps.map(({ messages, ...step }) => ({
    ...step,
    messages: messages as ModelMessage[],
    calls: inOrder(
      messages as ModelMessage[],
      calls.filter((call) => call.step === step.index),
    ),
  }));
}

/** Some providers match results by their order. */
function inOrder(messages: readonly ModelMessage[], calls: readonly StoredCall[]): StoredCall[] {
  const ids = messages.flatMap(({ content }) =>
    typeof content === 'string'
      ? []
      : content.flatMap((part) => (part.type === 'tool-call' ? part.toolCallId : [])),
  );
  return calls.toSorted((a, b) => ids.indexOf(a.toolCallId) - ids.indexOf(b.toolCallId));
}

/** Returns the calls of a turn, of one step or of all. */
export function findCalls(db: Db, turnId: string, step?: number): Promise<(StoredCall & { step: number })[]> {
  return db
    .selectFrom('tool_call')
    .select(['step', 'toolCallId', 'toolName', 'toolKey', 'input', 'inputSchema', 'askedAt', 'decision'])
    .select(['deciderId', 'decidedInput', 'startedAt', 'output', 'error', 'endedAt'])
    .where('turnId', '=', turnId)
    .$if(step !== undefined, (found) => found.where('step', '=', step ?? 0))
    .execute();
}

/**
 * Stores that a call begins that must not run twice, if the turn is still ours.
 * @returns whether it is
 */
export async function startCall(
  db: Db,
  turn: OwnTurn,
  call: { step: number; toolCallId: string },
): Promise<boolean> {
  const started = await db
    .updateTable('tool_call')
    .from('turn')
    .set({ startedAt: sql`now()` })
    .whereRef('turn.id', '=', 'tool_call.turnId')
    .where('tool_call.turnId', '=', turn.id)
    .where('tool_call.step', '=', call.step)
    .where('tool_call.toolCallId', '=', call.toolCallId)
    .where('turn.epoch', '=', turn.epoch)
    .where('turn.status', '=', 'running')
    .returning('tool_call.turnId')
    .executeTakeFirst();
  return started !== undefined;
}

/**
 * Stores the result of a call if the turn is still ours.
 * @returns whether it is
 */
export async function endCall(
  db: Db,
  turn: OwnTurn,
  call: { step: number; toolCallId: string },
  end: { value: unknown } | { error: string },
): Promise<boolean> {
  const ended = await db
    .updateTable('tool_call')
    .from('turn')
    .set({
      endedAt: sql`now()`,
      output: 'value' in end ? JSON.stringify({ value: end.value ?? null }) : null,
      error: 'error' in end ? end.error : null,
    })
    .whereRef('turn.id', '=', 'tool_call.turnId')
    .where('tool_call.turnId', '=', turn.id)
    .where('tool_call.step', '=', call.step)
    .where('tool_call.toolCallId', '=', call.toolCallId)
    .where('turn.epoch', '=', turn.epoch)
    .where('turn.status', '=', 'running')
    .returning('tool_call.turnId')
    .executeTakeFirst();
  return ended !== undefined;
}

/**
 * Stores the result of a call if the turn is still ours, together with its effect; if that is not possible any more, the
 * sentence that says so. Where it was stored before, nothing happens again.
 * @returns how it ended; null when the turn is no longer ours
 */
export async function endDeferred(
  db: Db,
  turn: OwnTurn,
  call: { step: number; toolCallId: string },
  deferred: Deferred,
): Promise<{ value: unknown } | { error: string } | null> {
  try {
    return await transaction(db, async (tx) => {
      // What ends the turn meanwhile waits, and finds the effect.
      if (!(await lockRunningTurn(tx, turn))) return null;
      // The database may have died between the commit and the word of it.
      const before = await endOf(tx, turn, call);
      if (before) return before;
      const end = { value: await deferred.commit(tx, { turnId: turn.id, ...call }) };
      return (await endCall(tx, turn, call, end)) ? end : null;
    });
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const end = { error: error.message };
    return (await endCall(db, turn, call, end)) ? end : null;
  }
}

/** Returns how a call ended, with its row locked; null when it has not. */
async function endOf(
  tx: Db,
  { id }: OwnTurn,
  { step, toolCallId }: { step: number; toolCallId: string },
): Promise<{ value: unknown } | { error: string } | null> {
  const call = await tx
    .selectFrom('tool_call')
    .select(['endedAt', 'output', 'error'])
    .where('turnId', '=', id)
    .where('step', '=', step)
    .where('toolCallId', '=', toolCallId)
    .forUpdate()
    .executeTakeFirst();
  if (!call?.endedAt) return null;
  return call.error === null ? { value: call.output?.value } : { error: call.error };
}

/**
 * Forgets the steps of a turn that has ended, since its message holds what people may read of them. Calls that somebody
 * was asked about stay, as they were made and decided. Those of a run of an agent stay all.
 */
export async function forgetSteps(tx: Db, turnId: string): Promise<void> {
  const run = await tx
    .selectFrom('agent_run')
    .select('turnId')
    .where('turnId', '=', turnId)
    .executeTakeFirst();
  if (run) return closeCalls(tx, turnId);
  await tx
    .deleteFrom('turn_step')
    .where('turnId', '=', turnId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('tool_call')
            .select('tool_call.turnId')
            .whereRef('tool_call.turnId', '=', 'turn_step.turnId')
            .whereRef('tool_call.step', '=', 'turn_step.index')
            .where('tool_call.askedAt', 'is not', null),
        ),
      ),
    )
    .execute();
  await tx.updateTable('turn_step').set({ messages: '[]' }).where('turnId', '=', turnId).execute();
  await tx
    .updateTable('tool_call')
    .set({ output: null, endedAt: sql`coalesce("endedAt", now())` })
    .where('turnId', '=', turnId)
    .execute();
}

/** Ends the calls of a turn that has ended. */
async function closeCalls(tx: Db, turnId: string): Promise<void> {
  await tx
    .updateTable('tool_call')
    .set({ endedAt: sql`now()` })
    .where('turnId', '=', turnId)
    .where('endedAt', 'is', null)
    .execute();
}
