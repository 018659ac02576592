import type { Db } from '@tandem/db';
import type { AgentRun, AgentRunDetail } from '@tandem/shared/agent/schema';
import { AppError } from '../../core/errors.ts';
import { queuedRuns } from './list.ts';
import { presentRun, presentTrace } from './run.presenter.ts';
import { findCallRows, findLeftStates, findStepRows } from './trace.repo.ts';
import { findRun, findRunOfMessage } from './view.repo.ts';

/** Returns a run with its steps and their calls. @throws AppError `notFound`, also for a run of another channel */
export async function readRunDetail(db: Db, channelId: string, runId: string): Promise<AgentRunDetail> {
  const row = await findRun(db, channelId, runId);
  if (!row) return { ...(await readQueued(db, channelId, runId)), trace: [] };
  const [steps, calls, states] = await Promise.all([
    findStepRows(db, runId),
    findCallRows(db, runId),
    findLeftStates(db, channelId, runId),
  ]);
  return { ...presentRun(row), trace: presentTrace(steps, calls, states, row) };
}

/** Returns a run, or a message that waits to become one. @throws AppError `notFound` */
export async function readRun(db: Db, channelId: string, runId: string): Promise<AgentRun> {
  const row = await findRun(db, channelId, runId);
  return row ? presentRun(row) : readQueued(db, channelId, runId);
}

/** Returns the run that answers a message. @throws AppError `notFound` for a message that nothing answers */
export async function readRunOf(db: Db, channelId: string, messageId: string): Promise<AgentRun> {
  const row = await findRunOfMessage(db, channelId, messageId);
  if (!row) throw new AppError('notFound');
  return presentRun(row);
}

async function readQueued(db: Db, channelId: string, id: string): Promise<AgentRun> {
  const [queued] = await queuedRuns(db, channelId, [id]);
  if (!queued) throw new AppError('notFound');
  return queued;
}
