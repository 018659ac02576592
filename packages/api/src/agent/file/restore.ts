import type { AgentFileState, RestoreAgentFiles } from '@tandem/shared/agent/file';
import { recordAudit } from '../../access/audit/audit.service.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { restoreFiles } from '../files/workspace.ts';
import { readState } from './states.ts';

/**
 * Makes an earlier state the newest, or what was at or below a path. Nothing is lost: what was there stays a state.
 * @throws AppError `invalidInput` for what is no path, or cannot stand beside the others; `notFound`; `conflict` when a
 *   run was quicker
 */
export async function restoreState(
  ctx: UserContext,
  channel: LoadedChannel,
  { manifestId, path }: RestoreAgentFiles,
): Promise<AgentFileState> {
  const { id } = await restoreFiles(ctx, channel, {
    ...{ manifestId, path: path ?? null, authorId: ctx.actor.userId },
    within: (tx) =>
      recordAudit(tx, ctx, {
        teamId: channel.teamId,
        action: 'agentFile.restore',
        target: { kind: 'channel', id: channel.id },
        detail: { manifestId, path: path ?? '' },
      }),
  });
  return readState(ctx.db, channel.id, id);
}
