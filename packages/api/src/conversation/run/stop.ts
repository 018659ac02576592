import { onCommit, transaction } from '@tandem/db';
import type { RunOf } from '@tandem/shared/agent/run';
import type { AgentRun } from '@tandem/shared/agent/schema';
import { mayOnChannel } from '../../access/policy/access.policy.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { readRun } from '../../agent/run/read.ts';
import { dropFiles } from '../../content/file/file.service.ts';
import { raiseHead } from '../../content/message/head.ts';
import { findRunningTurn, writeStop } from '../../content/turn/turn.repo.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { announce, lockHeadOf } from '../message/begin.ts';
import { deleteQueued, findQueued } from '../message/queue.repo.ts';

/**
 * Stops a run, in whatever process; one that is queued never begins. Does nothing to one that has ended.
 * @returns the run, which may take a moment to end
 * @throws AppError `notFound`, also for a run of another channel; `notAuthor` for one that another person has queued
 */
export function stopRun(ctx: UserContext, channel: LoadedChannel, { runId }: RunOf): Promise<AgentRun> {
  return transaction(ctx.db, async (tx) => {
    // Whether it is queued, runs or has ended does not change meanwhile.
    const head = await lockHeadOf(tx, channel.id);
    const run = await readRun(tx, channel.id, runId);
    if (run.status === 'queued') {
      const isOwn = run.user.id === ctx.actor.userId;
      if (!isOwn && !mayOnChannel(channel.held, 'channel.manage')) throw new AppError('notAuthor');
      const queued = await findQueued(tx, channel.id, runId);
      await deleteQueued(tx, runId);
      await dropFiles(tx, channel.id, queued?.fileIds ?? []);
      await raiseHead(tx, head);
      announce(tx, ctx, channel, head.revision + 1);
      return { ...run, status: 'stopped', endedAt: new Date() };
    }
    const running = await findRunningTurn(tx, channel.id);
    if (running?.id !== runId) return run;
    const turnIds = await writeStop(tx, [channel.id]);
    onCommit(tx, () => {
      for (const turnId of turnIds) ctx.platform.turns.requestStop(turnId);
    });
    return run;
  });
}
