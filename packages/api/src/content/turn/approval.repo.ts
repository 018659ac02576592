import type { Db } from '@tandem/db';
import { sql } from 'kysely';
import type { TurnRow } from './turn.repo.ts';

/** A call that waits for consent. */
export interface AskedCall {
  toolCallId: string;
  toolName: string;
  input: object;
}

type OwnTurn = Pick<TurnRow, 'id' | 'epoch' | 'channelId'>;

/**
 * Stores a waiting call if the turn is still ours. A provider may reuse the id of an earlier call: the new
 * one starts undecided.
 * @returns whether the turn is ours
 */
export async function insertApproval(
  db: Db,
  turn: OwnTurn,
  call: AskedCall,
  inputSchema: object,
): Promise<boolean> {
  const { rows } = await sql`
    with "mine" as (
      select "id" from "turn" where "id" = ${turn.id} and "epoch" = ${turn.epoch} and "status" = 'running'
      for update
    )
    insert into "tool_approval" ("turnId", "toolCallId", "channelId", "toolName", "input", "inputSchema")
    select "id", ${call.toolCallId}, ${turn.channelId}, ${call.toolName}, ${JSON.stringify(call.input)}::jsonb,
      ${JSON.stringify(inputSchema)}::jsonb
    from "mine"
    on conflict ("turnId", "toolCallId") do update set
      "toolName" = excluded."toolName", "input" = excluded."input", "inputSchema" = excluded."inputSchema",
      "decision" = null, "deciderId" = null, "decidedInput" = null, "createdAt" = now(), "decidedAt" = null
    returning "turnId"
  `.execute(db);
  return rows.length > 0;
}

export interface Decision {
  decision: 'approved' | 'refused' | null;
  deciderId: number | null;
  decidedInput: object | null;
}

/** Returns the decision so far on a call of a turn that is still ours; null when the turn is not. */
export async function findDecision(db: Db, turn: OwnTurn, toolCallId: string): Promise<Decision | null> {
  const found = await db
    .selectFrom('tool_approval')
    .innerJoin('turn', 'turn.id', 'tool_approval.turnId')
    .select(['tool_approval.decision', 'tool_approval.deciderId', 'tool_approval.decidedInput'])
    .where('tool_approval.turnId', '=', turn.id)
    .where('tool_approval.toolCallId', '=', toolCallId)
    .where('turn.epoch', '=', turn.epoch)
    .where('turn.status', '=', 'running')
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Decides a waiting call; the first decision wins. It does not apply to another call that reuses the id with
 * another tool or input.
 * @returns whether this decision won
 */
export async function writeDecision(
  tx: Db,
  call: AskedCall & { turnId: string },
  { decision, deciderId, decidedInput }: Decision & { decision: 'approved' | 'refused' },
): Promise<boolean> {
  const decided = await tx
    .updateTable('tool_approval')
    .from('turn')
    .set({
      decision,
      deciderId,
      decidedInput: decidedInput && JSON.stringify(decidedInput),
      decidedAt: sql`now()`,
    })
    .whereRef('turn.id', '=', 'tool_approval.turnId')
    .where('tool_approval.turnId', '=', call.turnId)
    .where('tool_approval.toolCallId', '=', call.toolCallId)
    .where('tool_approval.toolName', '=', call.toolName)
    .where('tool_approval.input', '=', sql<object>`${JSON.stringify(call.input)}::jsonb`)
    .where('tool_approval.decision', 'is', null)
    .where('turn.status', '=', 'running')
    .where('turn.stopRequestedAt', 'is', null)
    .returning('tool_approval.turnId')
    .executeTakeFirst();
  return decided !== undefined;
}
