import { type Db, transaction } from '@tandem/db';
import type { AgentRun } from '@tandem/shared/agent/schema';
import type { MessageTrigger } from '@tandem/shared/message/parts';
import type { ScheduleOf } from '@tandem/shared/schedule/schema';
import { holdRight } from '../../access/policy/access.hold.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { readRun, readRunOf } from '../../agent/run/read.ts';
import { systemContext, type UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { Platform } from '../../core/platform.ts';
import { sendMessage } from '../message/send.ts';
import { endOfRun, lockSchedule, type ScheduleRow, updateSchedule } from './schedule.repo.ts';

/** Starts and runs that may fail one after another before a schedule pauses. */
export const MAX_FAILURES = 5;

/**
 * Starts a schedule's task once, now, as the person who asks; also of one that is paused.
 * @throws AppError `notFound`, and those of `sendMessage`
 */
export async function runNow(
  ctx: UserContext,
  channel: LoadedChannel,
  { scheduleId }: ScheduleOf,
): Promise<AgentRun> {
  const runId = await transaction(ctx.db, async (tx) => {
    const row = await lockSchedule(tx, { scheduleId, channelId: channel.id });
    if (!row) throw new AppError('notFound');
    const id = await send({ ...ctx, db: tx }, channel, row, { kind: 'manual', outside: null });
    await updateSchedule(tx, row.id, { lastRunAt: row.now, lastTurnId: id });
    return id;
  });
  return readRun(ctx.db, channel.id, runId);
}

/**
 * Starts a schedule's task as its maker, with the rights they have now, which are judged again at the commit.
 * @param tx holds the lock of the schedule
 * @returns the id of the run, which may wait behind another
 * @throws AppError `notFound`, `forbidden` or `archived` when the maker may not ask there, and those of `sendMessage`
 */
export async function startAsMaker(
  tx: Db,
  platform: Platform,
  row: ScheduleRow,
  cause: Pick<MessageTrigger, 'kind' | 'outside'>,
): Promise<string> {
  const ctx: UserContext = {
    ...systemContext(platform, 'schedule'),
    db: tx,
    actor: { kind: 'user', userId: row.makerId, sessionId: '', teamId: row.teamId },
  };
  const channel = await holdRight(tx, ctx.actor, row.channelId, 'channel.ask');
  const id = await send(ctx, channel, row, cause);
  await updateSchedule(tx, row.id, {
    ...{ lastRunAt: row.now, lastTurnId: id, lastError: null },
    failures: await failuresOf(tx, row),
  });
  return id;
}

/** Starts and runs that failed one after another, the last run included. */
export async function failuresOf(db: Db, { failures, lastError, lastTurnId }: ScheduleRow): Promise<number> {
  // The run before a start that failed was counted then.
  if (lastError !== null || lastTurnId === null) return failures;
  const end = await endOfRun(db, lastTurnId);
  return end === 'failed' ? failures + 1 : end === 'done' ? 0 : failures;
}

async function send(
  ctx: UserContext,
  channel: LoadedChannel,
  { id: scheduleId, name, task, mode }: ScheduleRow,
  cause: Pick<MessageTrigger, 'kind' | 'outside'>,
): Promise<string> {
  const { messageId, queuedId } = await sendMessage(
    ctx,
    { ...channel, answering: 'always' },
    {
      ...{ channelId: channel.id, text: task, trigger: { scheduleId, name, ...cause } },
      ...(mode !== null && { mode }),
    },
  );
  if (queuedId !== null) return queuedId;
  if (messageId === null) throw new AppError('internal');
  return (await readRunOf(ctx.db, channel.id, messageId)).id;
}
