import type { Db } from '@tandem/db';
import { sql } from 'kysely';

/**
 * What tells whether anything of these agents' channels changed: their files, their setting, and the newest run, in one
 * query for all.
 */
export async function findMarks(db: Db, channelIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ channelId: string; mark: string }>`
    select "channel"."id" as "channelId", concat_ws(' ', "agent_workspace"."revision",
      md5(concat("agent_setting"."mode", "agent_setting"."rules"::text)), "run"."mark") as "mark"
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
    where "channel"."id" = any(${channelIds}::uuid[]) and "channel"."kind" = 'agent'
  `.execute(db);
  return new Map(rows.map(({ channelId, mark }) => [channelId, mark]));
}
