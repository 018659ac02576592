import type { Db } from '@tandem/db';
import type { AgentRunTable } from '@tandem/db/tables/agent';
import {
  type AgentMode,
  type AllowedCall,
  DEFAULT_MODE,
  type PauseReason,
} from '@tandem/shared/agent/schema';
import { type Selectable, sql } from 'kysely';
import { MAX_TAKEOVERS, STEP_LIMIT, TIME_LIMIT_MS } from './limits.ts';

export type RunRow = Selectable<AgentRunTable>;

/** Stores that a turn is a run of an agent, with what its channel allows and the files it begins with. */
export async function insertRun(
  tx: Db,
  { turnId, channelId, mode }: { turnId: string; channelId: string; mode?: AgentMode | undefined },
): Promise<void> {
  await sql`
    insert into "agent_run" ("turnId", "channelId", "mode", "rules", "firstManifestId", "stepLimit", "timeLimitMs")
    select ${turnId}::uuid, "channel"."id", coalesce(${mode ?? null}, "agent_setting"."mode", ${DEFAULT_MODE}),
      coalesce("agent_setting"."rules", '{}'), "agent_workspace"."manifestId", ${STEP_LIMIT}, ${TIME_LIMIT_MS}
    from "channel"
    left join "agent_setting" on "agent_setting"."channelId" = "channel"."id"
    left join "agent_workspace" on "agent_workspace"."channelId" = "channel"."id"
    where "channel"."id" = ${channelId}`.execute(tx);
}

/** Returns the mode of the newest run that wrote a message, or answered it; undefined for none. */
export async function findModeOf(tx: Db, messageId: string): Promise<AgentMode | undefined> {
  const run = await tx
    .selectFrom('agent_run')
    .innerJoin('message', 'message.turnId', 'agent_run.turnId')
    .select('agent_run.mode')
    .where(({ or, eb }) => or([eb('message.id', '=', messageId), eb('message.parentId', '=', messageId)]))
    .orderBy('agent_run.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return run?.mode;
}

/** Returns the run that a turn is; null for an answer in chat. */
export async function findRun(db: Db, turnId: string): Promise<RunRow | null> {
  const run = await db.selectFrom('agent_run').selectAll().where('turnId', '=', turnId).executeTakeFirst();
  return run ?? null;
}

/** Notes why a run pauses; the caller has locked its turn. */
export async function writePause(tx: Db, turnId: string, pausedFor: PauseReason): Promise<void> {
  await tx.updateTable('agent_run').set({ pausedFor }).where('turnId', '=', turnId).execute();
}

/**
 * Ends a pause, and raises the limits by what a run has at its start; the caller has locked its turn.
 * @returns whether it was paused
 */
export async function endPause(tx: Db, turnId: string): Promise<boolean> {
  const going = await tx
    .updateTable('agent_run')
    .set({
      pausedFor: null,
      stepLimit: sql`"stepLimit" + case when "pausedFor" = 'steps' then ${STEP_LIMIT}::int else 0 end`,
      timeLimitMs: sql`"timeLimitMs" + case when "pausedFor" = 'time' then ${TIME_LIMIT_MS}::int else 0 end`,
    })
    .where('turnId', '=', turnId)
    .where('pausedFor', 'is not', null)
    .returning('turnId')
    .executeTakeFirst();
  return going !== undefined;
}

/** Allows further calls like one until the end of a run. */
export async function allowCalls(tx: Db, turnId: string, allowed: AllowedCall): Promise<void> {
  await tx
    .updateTable('agent_run')
    .set({ allowed: sql<string>`"allowed" || ${JSON.stringify([allowed])}::jsonb` })
    .where('turnId', '=', turnId)
    .where(sql<boolean>`jsonb_array_length("allowed") < 100`)
    .execute();
}

/**
 * Counts that another process goes on with a run whose process is gone.
 * @returns false when it is none or is to be stopped, and when too many did not survive it
 */
export async function countTakeover(tx: Db, turnId: string): Promise<boolean> {
  const counted = await tx
    .updateTable('agent_run')
    .set({ takeovers: sql`"takeovers" + 1` })
    .where('turnId', '=', turnId)
    .where('takeovers', '<', MAX_TAKEOVERS)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('turn')
          .select('turn.id')
          .whereRef('turn.id', '=', 'agent_run.turnId')
          .where('turn.status', '=', 'running')
          .where('turn.stopRequestedAt', 'is', null)
          .where('turn.leaseUntil', '<', sql<Date>`now()`),
      ),
    )
    .returning('turnId')
    .executeTakeFirst();
  return counted !== undefined;
}
