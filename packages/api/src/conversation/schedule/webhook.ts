import { transaction } from '@tandem/db';
import type { Context } from '../../core/context.ts';
import { AppError, toAppError } from '../../core/errors.ts';
import { limitByAddress } from '../../core/limits/limit-calls.ts';
import type { Limit } from '../../core/limits/limiter.ts';
import { noteRefusal, pauseItself } from './refused.ts';
import { countWaiting, findSchedule, lockSchedule } from './schedule.repo.ts';
import { failuresOf, MAX_FAILURES, startAsMaker } from './start.ts';
import { isToken } from './token.ts';

/** Calls of one webhook. */
const CALLS: Limit = { name: 'webhook', max: 30, windowSeconds: 60 };
/** Calls with a wrong secret from one address. */
const WRONG: Limit = { name: 'webhook.wrong', max: 30, windowSeconds: 60 };
/** Tasks of one webhook that wait behind a run, so that others can still ask. */
const MAX_WAITING = 10;
/** Errors that the caller is told; others are ours, or the maker's business. */
const TOLD: readonly AppError['key'][] = ['tooManyTurns', 'queueFull', 'tooManyRequests', 'schedulePaused'];

/**
 * Starts a schedule by its webhook, as its maker.
 * @param content what came along, as it came: data from outside, which counts as nobody's words
 * @returns the id of the run, which may wait behind another
 * @throws AppError `notFound` for a wrong secret as for an unknown schedule, `schedulePaused`, `queueFull`,
 * `tooManyTurns`, `tooManyRequests`, and `unavailable` for whatever else keeps it from starting
 */
export async function callWebhook(
  ctx: Context,
  { scheduleId, token, content }: { scheduleId: string; token: string; content: string },
): Promise<{ runId: string }> {
  const { platform } = ctx;
  const found = await findSchedule(ctx.db, { scheduleId });
  if (!isToken(token, found?.tokenHash ?? null) || !found) {
    await limitByAddress(ctx, WRONG);
    throw new AppError('notFound');
  }
  await platform.limiter.count(CALLS, `schedule:${scheduleId}`);
  const outside = content.replaceAll('\0', '').toWellFormed();
  try {
    const runId = await transaction(ctx.db, async (tx) => {
      const row = await lockSchedule(tx, { scheduleId });
      if (!row || !isToken(token, row.tokenHash)) throw new AppError('notFound');
      if (row.pausedAt !== null) throw new AppError('schedulePaused');
      if ((await failuresOf(tx, row)) >= MAX_FAILURES) {
        await pauseItself(tx, platform, row, 'failures');
        return null;
      }
      if ((await countWaiting(tx, row)) >= MAX_WAITING) throw new AppError('queueFull');
      return startAsMaker(tx, platform, row, {
        kind: 'webhook',
        outside: outside.trim() === '' ? null : outside,
      });
    });
    if (runId === null) throw new AppError('schedulePaused');
    return { runId };
  } catch (err) {
    const { key } = toAppError(err);
    if (TOLD.includes(key)) throw err;
    ctx.log.warn({ err, schedule: scheduleId }, 'a webhook could not start its run');
    const paused = await noteRefusal(platform, found, err);
    // In the archive or the bin it starts nothing either.
    if (paused || key === 'archived' || key === 'notFound') throw new AppError('schedulePaused', {}, err);
    throw new AppError('unavailable', {}, err);
  }
}
