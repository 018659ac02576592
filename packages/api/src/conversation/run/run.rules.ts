import type { RunOf } from '@tandem/shared/agent/run';
import { heldByArchive, mayOnChannel } from '../../access/policy/access.policy.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { agentFor } from '../../agent/files/agent.rules.ts';
import { readRun } from '../../agent/run/read.ts';
import { AppError } from '../../core/errors.ts';
import type { AccessRule } from '../../core/trpc/access.ts';

/**
 * Guards stopping a run: for editors of its channel, and for the person who asked, who may not be one any more. The
 * operation receives `ctx.channel`.
 */
export const stopRule: AccessRule<RunOf, { channel: LoadedChannel }> = {
  action: 'run.stop',
  check: async ({ db, actor }, { channelId, runId }) => {
    const channel = await agentFor(db, actor, channelId, 'channel.view');
    const isEditor = mayOnChannel(channel.held, 'channel.edit', channel.kind);
    if (isEditor && !heldByArchive(channel, 'channel.edit')) return { channel };
    const run = await readRun(db, channelId, runId).catch((error: unknown) => {
      if (error instanceof AppError && error.key === 'notFound') return null;
      throw error;
    });
    if (run?.user.id !== actor.userId) throw new AppError(isEditor ? 'archived' : 'forbidden');
    return { channel };
  },
};
