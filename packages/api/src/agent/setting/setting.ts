import { type Db, onCommit, transaction } from '@tandem/db';
import type { AgentSetting, ChangeAgentSetting } from '@tandem/shared/agent/schema';
import { recordAudit } from '../../access/audit/audit.service.ts';
import { heldByArchive, mayOnChannel } from '../../access/policy/access.policy.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { publishToChannel } from '../../workspace/channel/events.ts';
import { findSetting, type SettingRow, writeSetting } from './setting.repo.ts';

/** Returns what runs of a channel may do. */
export async function readSetting(
  db: Db,
  channel: Pick<LoadedChannel, 'id' | 'held' | 'kind' | 'archivedAt'>,
): Promise<AgentSetting> {
  return presentSetting(await findSetting(db, channel.id), channel);
}

/** Sets what runs of a channel may do; those that have begun keep what they began with. */
export async function updateSetting(
  ctx: UserContext,
  channel: LoadedChannel,
  { mode, rules }: ChangeAgentSetting,
): Promise<AgentSetting> {
  const row = await transaction(ctx.db, async (tx) => {
    const before = await findSetting(tx, channel.id);
    const after = await writeSetting(tx, channel.id, { mode, rules });
    await recordAudit(tx, ctx, {
      teamId: channel.teamId,
      action: 'agentSetting.update',
      target: { kind: 'channel', id: channel.id },
      detail: {
        ...(mode !== undefined && { mode: { from: before.mode, to: after.mode } }),
        ...(rules !== undefined && { rules: after.rules }),
      },
    });
    onCommit(tx, () => publishToChannel(ctx.platform.bus, channel.id, { type: 'agent' }));
    return after;
  });
  return presentSetting(row, channel);
}

/** What runs of a channel may do, as one reader sees it. */
export function presentSetting(
  { mode, rules }: SettingRow,
  channel: Pick<LoadedChannel, 'held' | 'kind' | 'archivedAt'>,
): AgentSetting {
  const update =
    mayOnChannel(channel.held, 'channel.edit', channel.kind) && !heldByArchive(channel, 'channel.edit');
  return { mode, rules, abilities: { update } };
}
