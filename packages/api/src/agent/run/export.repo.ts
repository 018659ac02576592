import type { Db } from '@tandem/db';
import type { ToolCallTable } from '@tandem/db/tables/step';
import type { Part } from '@tandem/shared/message/parts';
import type { Selectable } from 'kysely';

/** What a call was given, and what came of it. */
export type CallContent = Pick<
  Selectable<ToolCallTable>,
  | 'toolCallId'
  | 'input'
  | 'decidedInput'
  | 'askedAt'
  | 'decidedAt'
  | 'startedAt'
  | 'output'
  | 'error'
  | 'endedAt'
>;

/** The messages that a step wrote, as stored, and its calls in no order. */
export interface StepContent {
  messages: readonly object[];
  calls: CallContent[];
}

/** Returns what a step of a run wrote and called; one alone, since all together may be large. */
export async function findStepContent(db: Db, runId: string, index: number): Promise<StepContent> {
  const step = await db
    .selectFrom('turn_step')
    .select('messages')
    .where('turnId', '=', runId)
    .where('index', '=', index)
    .executeTakeFirst();
  const calls = await db
    .selectFrom('tool_call')
    .select(['toolCallId', 'input', 'decidedInput', 'askedAt', 'decidedAt', 'startedAt'])
    .select(['output', 'error', 'endedAt'])
    .where('turnId', '=', runId)
    .where('step', '=', index)
    .execute();
  return { messages: step?.messages ?? [], calls };
}

/** Returns the parts of the message that a run writes. */
export async function findAnswerParts(db: Db, messageId: string): Promise<Part[]> {
  const found = db.selectFrom('message').select('parts').where('id', '=', messageId);
  return (await found.executeTakeFirst())?.parts ?? [];
}
