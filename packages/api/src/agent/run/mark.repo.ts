import type { Db } from '@tandem/db';
import { sql } from 'kysely';

/** What tells whether anything of an agent's channel changed: its files, its setting, the newest run; and its schedules. */
export interface AgentMark {
  work: string;
  schedules: string;
}

/** Reads the marks of these agents' channels, in one query for all. */
export async function findMarks(db: Db, channelIds: readonly string[]): Promise<Map<string, AgentMark>> {
  const { rows } = await sql<AgentMark & { channelId: string }>`
    select "channel"."id" as "channelId", concat_ws(' ', "agent_workspace"."revision",
      md5(concat("agent_setting"."mode", "agent_setting"."rules"::text)), "run"."mark") as "work",
      coalesce("planned"."mark", '') as "schedules"
    from "channel"
    left join "agent_workspace" on "agent_workspace"."channelId" = "channel"."id"
    left join "agent_setting" on "agent_setting"."channelId" = "channel"."id"
    left join lateral (
      select concat_ws(' ', "turn"."id", "turn"."status", "turn"."waitingSince" is null, "turn"."activeMs",
        "agent_run"."pausedFor", "agent_run"."stepLimit", "agent_run"."timeLimitMs",
        (select count(*) from "turn_step" where "turn_step"."turnId" = "turn"."id")) as "mark"
      from "agent_run" join "turn" on "turn"."id" = "agent_run"."turnId"
      where "agent_run"."channelId" = "channel"."id"
      order by "agent_run"."createdAt" desc, "agent_run"."turnId" desc limit 1
    ) as "run" on true
    left join lateral (
      select md5(string_agg("schedule"::text, ' ' order by "schedule"."id")) as "mark"
      from "schedule" where "schedule"."channelId" = "channel"."id"
    ) as "planned" on true
    where "channel"."id" = any(${channelIds}::uuid[]) and "channel"."kind" = 'agent'
  `.execute(db);
  return new Map(rows.map(({ channelId, ...mark }) => [channelId, mark]));
}
