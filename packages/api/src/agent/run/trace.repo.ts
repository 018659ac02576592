import type { Db } from '@tandem/db';
import type { ToolCallTable, TurnStepTable } from '@tandem/db/tables/step';
import { type Selectable, sql } from 'kysely';

/** A step without its messages. */
export interface StepRow
  extends Pick<
    Selectable<TurnStepTable>,
    'index' | 'inputTokens' | 'outputTokens' | 'durationMs' | 'createdAt'
  > {
  /** Ids of its calls as its model made them. */
  order: string[];
}

/** A call without what it was given and what came of it. */
export interface CallRow
  extends Pick<
    Selectable<ToolCallTable>,
    'step' | 'toolCallId' | 'toolName' | 'askedAt' | 'decision' | 'deciderId' | 'endedAt'
  > {
  isFailed: boolean;
  isEdited: boolean;
  deciderName: string | null;
}

/** A state of the files that a step left. */
export interface LeftState {
  id: string;
  step: number;
  toolCallId: string | null;
}

/** The steps of a run in order. */
export function findStepRows(db: Db, runId: string): Promise<StepRow[]> {
  return db
    .selectFrom('turn_step')
    .select(['index', 'inputTokens', 'outputTokens', 'durationMs', 'createdAt'])
    .select(
      sql<
        string[]
      >`jsonb_path_query_array("messages", '$[*].content[*] ? (@.type == "tool-call").toolCallId')`.as(
        'order',
      ),
    )
    .where('turnId', '=', runId)
    .orderBy('index')
    .execute();
}

/** The calls of a run, in no order. */
export function findCallRows(db: Db, runId: string): Promise<CallRow[]> {
  return db
    .selectFrom('tool_call')
    .leftJoin('user', 'user.id', 'tool_call.deciderId')
    .select(['tool_call.step', 'tool_call.toolCallId', 'tool_call.toolName', 'tool_call.askedAt'])
    .select(['tool_call.decision', 'tool_call.deciderId', 'tool_call.endedAt', 'user.name as deciderName'])
    .select(sql<boolean>`"tool_call"."error" is not null`.as('isFailed'))
    .select(sql<boolean>`"tool_call"."decidedInput" is not null`.as('isEdited'))
    .where('tool_call.turnId', '=', runId)
    .execute();
}

/** The states of the files that the steps of a run left, in order. */
export async function findLeftStates(db: Db, channelId: string, runId: string): Promise<LeftState[]> {
  const rows = await db
    .selectFrom('agent_manifest')
    .select(['id', 'step', 'toolCallId'])
    .where('channelId', '=', channelId)
    .where('turnId', '=', runId)
    .where('step', 'is not', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(({ step, ...row }) => ({ ...row, step: step ?? 0 }));
}
