import type { Db } from '@tandem/db';
import { sql } from 'kysely';
import { APPROVAL_DAYS } from './limits.ts';
import type { AskedCall } from './step.repo.ts';
import type { TurnRow } from './turn.repo.ts';

/**
 * Stores that a call waits for consent, if the turn is still ours.
 * @returns whether it is
 */
export async function askConsent(
  db: Db,
  turn: Pick<TurnRow, 'id' | 'epoch'>,
  call: { step: number; toolCallId: string },
  { toolKey, inputSchema }: { toolKey: string; inputSchema: object },
): Promise<boolean> {
  const asked = await db
    .updateTable('tool_call')
    .from('turn')
    .set({ askedAt: sql`now()`, toolKey, inputSchema: JSON.stringify(inputSchema) })
    .whereRef('turn.id', '=', 'tool_call.turnId')
    .where('tool_call.turnId', '=', turn.id)
    .where('tool_call.step', '=', call.step)
    .where('tool_call.toolCallId', '=', call.toolCallId)
    .where('turn.epoch', '=', turn.epoch)
    .where('turn.status', '=', 'running')
    .returning('tool_call.turnId')
    .executeTakeFirst();
  return asked !== undefined;
}

export interface Decision {
  decision: 'approved' | 'refused' | null;
  deciderId: number | null;
  decidedInput: object | null;
}

/**
 * Decides a waiting call; the first decision wins. It does not apply to another call that reuses the id with
 * another tool or input. The caller has locked the turn (`lockTurn`), so that it does not begin to wait meanwhile.
 * @returns whether this decision won
 */
export async function writeDecision(
  tx: Db,
  call: AskedCall & { turnId: string },
  { decision, deciderId, decidedInput }: Decision & { decision: 'approved' | 'refused' },
): Promise<boolean> {
  const decided = await tx
    .updateTable('tool_call')
    .from('turn')
    .set({
      decision,
      deciderId,
      decidedInput: decidedInput && JSON.stringify(decidedInput),
      decidedAt: sql`now()`,
    })
    .whereRef('turn.id', '=', 'tool_call.turnId')
    .where('tool_call.turnId', '=', call.turnId)
    .where('tool_call.toolCallId', '=', call.toolCallId)
    .where('tool_call.toolName', '=', call.toolName)
    .where('tool_call.input', '=', sql<object>`${JSON.stringify(call.input)}::jsonb`)
    .where('tool_call.askedAt', 'is not', null)
    .where('tool_call.decision', 'is', null)
    .where('tool_call.endedAt', 'is', null)
    .where('turn.status', '=', 'running')
    .where('turn.stopRequestedAt', 'is', null)
    .returning('tool_call.turnId')
    .executeTakeFirst();
  return decided !== undefined;
}

/** Refuses calls that nobody decided about in time. The sweep wakes their turns. */
export async function expireCalls(db: Db): Promise<void> {
  await db
    .updateTable('tool_call')
    .set({ decision: 'refused', decidedAt: sql`now()` })
    .where('askedAt', '<', sql<Date>`now() - make_interval(days => ${APPROVAL_DAYS})`)
    .where('endedAt', 'is', null)
    .where('decision', 'is', null)
    .execute();
}
