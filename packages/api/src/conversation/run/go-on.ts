import { onCommit, transaction } from '@tandem/db';
import type { RunOf } from '@tandem/shared/agent/run';
import type { AgentRun } from '@tandem/shared/agent/schema';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { readRun } from '../../agent/run/read.ts';
import { endPause } from '../../agent/run/run.repo.ts';
import { raiseHead } from '../../content/message/head.ts';
import { lockTurn, wakeTurns } from '../../content/turn/wait.repo.ts';
import type { UserContext } from '../../core/context.ts';
import { topics } from '../../core/live/bus.ts';
import { announce, lockHeadOf } from '../message/begin.ts';
import { trimToSteps } from '../turn/agent/trim.ts';

/**
 * Lets a paused run go on from its last step, with what it had at its start of the limit at which it paused. Does nothing
 * to one that is not paused.
 * @returns the run as it is now
 * @throws AppError `notFound`, also for a run of another channel
 */
export function goOn(ctx: UserContext, channel: LoadedChannel, { runId }: RunOf): Promise<AgentRun> {
  return transaction(ctx.db, async (tx) => {
    const head = await lockHeadOf(tx, channel.id);
    const run = await readRun(tx, channel.id, runId);
    if (run.status !== 'paused') return run;
    await lockTurn(tx, runId);
    if (!(await endPause(tx, runId))) return run;
    await trimToSteps(tx, runId, head.revision + 1);
    await raiseHead(tx, head);
    await wakeTurns(tx, [runId]);
    announce(tx, ctx, channel, head.revision + 1);
    onCommit(tx, () => ctx.platform.bus.publish(topics.all, { type: 'turn.handedOver', turnId: runId }));
    return readRun(tx, channel.id, runId);
  });
}
