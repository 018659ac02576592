import type { Db } from '@tandem/db';
import type { TurnTable } from '@tandem/db/tables/message';
import type { AgentMode, PauseReason, ToolRules } from '@tandem/shared/agent/schema';
import { SUBAGENT_TOOL } from '@tandem/shared/agent/subagent';
import { type Selectable, sql } from 'kysely';
import type { Prices } from '../../ai/prices/pricing.ts';

/** Characters of a task in lists. */
const LISTED_TASK = 500;

/** A run with its turn, its task and who asked. */
export interface RunRow
  extends Pick<
    Selectable<TurnTable>,
    | 'id'
    | 'channelId'
    | 'messageId'
    | 'userId'
    | 'status'
    | 'waitingSince'
    | 'inputTokens'
    | 'outputTokens'
    | 'startedAt'
    | 'endedAt'
    | 'activeMs'
  > {
  mode: AgentMode;
  rules: ToolRules;
  firstManifestId: string | null;
  stepLimit: number;
  timeLimitMs: number;
  pausedFor: PauseReason | null;
  task: string | null;
  userName: string;
  /** Requests to the model, also of sub-agents. */
  steps: number;
  /** Micro-credits of what its usage was written of; null before. */
  cost: number | null;
  /** What its usage says of its own requests, without titles and summaries; null before. */
  charged: { cost: number; inputTokens: number; outputTokens: number; images: number } | null;
  /** Of its model as it is now; null when it is gone. */
  prices: Prices | null;
}

/** A message that waits to become a run. */
export interface QueuedRow {
  id: string;
  channelId: string;
  task: string;
  userId: number;
  userName: string;
  createdAt: Date;
}

/** Place of a run in the list: when it was made, as the database writes it, and its id. */
export type RunPlace = readonly [createdAt: string, id: string];

/** Ids of runs, and of messages that wait to become one, newest first. */
export async function findPlaces(
  db: Db,
  channelId: string,
  { after, offset = 0, limit }: { after?: RunPlace | null; offset?: number; limit: number },
): Promise<{ id: string; place: string; isQueued: boolean }[]> {
  const { rows } = await sql<{ id: string; place: string; isQueued: boolean }>`
    select "id", "createdAt"::text as "place", "isQueued" from (
      select "turnId" as "id", "createdAt", false as "isQueued" from "agent_run" where "channelId" = ${channelId}
      union all
      select "id", "createdAt", true from "queued_message" where "channelId" = ${channelId}
    ) as "each"
    where ${after ? sql`("createdAt", "id") < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`}
    order by "createdAt" desc, "id" desc offset ${offset} limit ${limit}
  `.execute(db);
  return rows;
}

/** Counts runs, and messages that wait to become one. */
export async function countRuns(db: Db, channelId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from "agent_run" where "channelId" = ${channelId})
      + (select count(*) from "queued_message" where "channelId" = ${channelId}) as "count"
  `.execute(db);
  return Number(rows[0]?.count ?? 0);
}

function runs(db: Db, channelId: string, taskLength: number | null) {
  const words = sql<string | null>`(
    select string_agg("part"->>'text', E'\\n') from jsonb_array_elements("question"."parts") as "part"
    where "part"->>'type' = 'text')`;
  return db
    .selectFrom('agent_run')
    .innerJoin('turn', 'turn.id', 'agent_run.turnId')
    .innerJoin('message as answer', 'answer.id', 'turn.messageId')
    .leftJoin('message as question', 'question.id', 'answer.parentId')
    .innerJoin('user', 'user.id', 'turn.userId')
    .leftJoin('model', 'model.id', 'turn.modelId')
    .select([
      'turn.id',
      'turn.channelId',
      'turn.messageId',
      'turn.userId',
      'turn.status',
      'turn.waitingSince',
    ])
    .select(['turn.inputTokens', 'turn.outputTokens', 'turn.startedAt', 'turn.endedAt', 'turn.activeMs'])
    .select(['agent_run.mode', 'agent_run.rules', 'agent_run.firstManifestId', 'agent_run.stepLimit'])
    .select(['agent_run.timeLimitMs', 'agent_run.pausedFor', 'user.name as userName'])
    .select(['model.inputPrice', 'model.outputPrice', 'model.imagePrice', 'model.id as modelId'])
    .select(
      taskLength === null ? words.as('task') : sql<string | null>`left(${words}, ${taskLength})`.as('task'),
    )
    .select(({ selectFrom, fn }) => [
      selectFrom('turn_step')
        .select(fn.countAll<number>().as('count'))
        .whereRef('turn_step.turnId', '=', 'turn.id')
        .as('steps'),
      selectFrom('tool_call')
        .select(sql<number | null>`sum(("tool_call"."output"->'value'->>'requests')::int)`.as('count'))
        .whereRef('tool_call.turnId', '=', 'turn.id')
        .where('tool_call.toolName', '=', SUBAGENT_TOOL)
        .as('delegated'),
      selectFrom('usage')
        .select(sql<number | null>`sum("usage"."cost")::bigint`.as('cost'))
        .whereRef('usage.turnId', '=', 'turn.id')
        .as('cost'),
      selectFrom('usage')
        .select(
          sql<
            RunRow['charged']
          >`jsonb_build_object('cost', "usage"."cost", 'inputTokens', "usage"."inputTokens",
            'outputTokens', "usage"."outputTokens", 'images', "usage"."images")`.as('charged'),
        )
        .whereRef('usage.turnId', '=', 'turn.id')
        .where('usage.kind', '=', 'chat')
        .orderBy('usage.createdAt')
        .limit(1)
        .as('charged'),
    ])
    .where('agent_run.channelId', '=', channelId);
}

type Selected = Awaited<ReturnType<ReturnType<typeof runs>['execute']>>[number];

function rowOf({
  modelId,
  inputPrice,
  outputPrice,
  imagePrice,
  steps,
  delegated,
  cost,
  ...row
}: Selected): RunRow {
  return {
    ...row,
    steps: Number(steps ?? 0) + Number(delegated ?? 0),
    cost: cost === null ? null : Number(cost),
    prices: modelId === null ? null : { inputPrice, outputPrice, imagePrice },
  };
}

/** Runs of a channel by their ids, in no order, with the beginning of their tasks. */
export async function findRuns(db: Db, channelId: string, ids: readonly string[]): Promise<RunRow[]> {
  if (ids.length === 0) return [];
  return (await runs(db, channelId, LISTED_TASK).where('turn.id', 'in', ids).execute()).map(rowOf);
}

/** The newest runs of a channel, with the beginning of their tasks. */
export async function findNewestRuns(db: Db, channelId: string, limit: number): Promise<RunRow[]> {
  const rows = await runs(db, channelId, LISTED_TASK)
    .orderBy('agent_run.createdAt', 'desc')
    .orderBy('agent_run.turnId', 'desc')
    .limit(limit)
    .execute();
  return rows.map(rowOf);
}

/** Returns a run of a channel with its whole task. */
export async function findRun(db: Db, channelId: string, id: string): Promise<RunRow | null> {
  const row = await runs(db, channelId, null).where('turn.id', '=', id).executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** The run that answers a message of a channel. */
export async function findRunOfMessage(db: Db, channelId: string, messageId: string): Promise<RunRow | null> {
  const row = await runs(db, channelId, null)
    .where('answer.parentId', '=', messageId)
    .orderBy('agent_run.createdAt')
    .limit(1)
    .executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** Messages of a channel that wait to become runs, by their ids. */
export function findQueuedRuns(db: Db, channelId: string, ids: readonly string[]): Promise<QueuedRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('queued_message')
    .innerJoin('user', 'user.id', 'queued_message.authorId')
    .select(['queued_message.id', 'queued_message.channelId', 'queued_message.text as task'])
    .select(['queued_message.authorId as userId', 'user.name as userName', 'queued_message.createdAt'])
    .where('queued_message.channelId', '=', channelId)
    .where('queued_message.id', 'in', ids)
    .execute();
}
