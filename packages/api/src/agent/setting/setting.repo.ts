import type { Db } from '@tandem/db';
import { type AgentMode, DEFAULT_MODE, type ToolRules } from '@tandem/shared/agent/schema';
import { sql } from 'kysely';

/** What runs of a channel may do, as set. */
export interface SettingRow {
  mode: AgentMode;
  rules: ToolRules;
}

/** Returns what runs of a channel may do. */
export async function findSetting(db: Db, channelId: string): Promise<SettingRow> {
  const found = await db
    .selectFrom('agent_setting')
    .select(['mode', 'rules'])
    .where('channelId', '=', channelId)
    .executeTakeFirst();
  return found ?? { mode: DEFAULT_MODE, rules: {} };
}

/** Sets what runs of a channel may do; what is not named stays. */
export async function writeSetting(
  tx: Db,
  channelId: string,
  { mode, rules }: { mode: AgentMode | undefined; rules: ToolRules | undefined },
): Promise<SettingRow> {
  const values = {
    ...(mode !== undefined && { mode }),
    ...(rules !== undefined && { rules: JSON.stringify(rules) }),
  };
  return tx
    .insertInto('agent_setting')
    .values({ channelId, mode: DEFAULT_MODE, rules: '{}', ...values })
    .onConflict((conflict) =>
      conflict.column('channelId').doUpdateSet({ channelId: sql`excluded."channelId"`, ...values }),
    )
    .returning(['mode', 'rules'])
    .executeTakeFirstOrThrow();
}
