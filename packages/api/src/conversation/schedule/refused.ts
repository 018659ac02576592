import { isDeepStrictEqual } from 'node:util';
import { type Db, onCommit, transaction } from '@tandem/db';
import type { SchedulePause } from '@tandem/shared/schedule/schema';
import { recordAudit } from '../../access/audit/audit.service.ts';
import { notify } from '../../content/notice/notice.service.ts';
import { systemContext } from '../../core/context.ts';
import { type AppError, toAppError } from '../../core/errors.ts';
import type { Platform } from '../../core/platform.ts';
import { publishToChannel } from '../../workspace/channel/events.ts';
import { isActiveMember, isInBin, lockSchedule, type ScheduleRow, updateSchedule } from './schedule.repo.ts';
import { failuresOf, MAX_FAILURES } from './start.ts';
import { timesAfter } from './times.ts';

/** What passes by itself: the same start is tried again. */
const PASSING: readonly AppError['key'][] = [
  'tooManyTurns',
  'queueFull',
  'unavailable',
  'conflict',
  'archived',
  'tooManyRequests',
];

/**
 * Notes that a start failed, in a transaction of its own: pauses the schedule when its maker may not ask any more or
 * starts fail again and again, else its next time comes as usual.
 * @returns whether it paused
 */
export async function noteRefusal(
  platform: Platform,
  before: ScheduleRow,
  thrown: unknown,
): Promise<boolean> {
  const error = toAppError(thrown);
  if (PASSING.includes(error.key)) return false;
  return transaction(platform.database.db, async (tx) => {
    const row = await lockSchedule(tx, { scheduleId: before.id });
    // Changed, removed or started by somebody else meanwhile.
    const isSame =
      row?.makerId === before.makerId &&
      row.nextRunAt?.getTime() === before.nextRunAt?.getTime() &&
      isDeepStrictEqual(row.tokenHash, before.tokenHash);
    if (!row || !isSame || row.pausedAt !== null) return false;
    if (error.key === 'notFound' || error.key === 'forbidden') {
      if (await isInBin(tx, row.channelId)) return false;
      const isHere = await isActiveMember(tx, row.teamId, row.makerId);
      await pauseItself(tx, platform, row, isHere ? 'access' : 'makerGone');
      return true;
    }
    const failures = (await failuresOf(tx, row)) + 1;
    const values = { failures, lastError: error.key, nextRunAt: nextOf(row) };
    await updateSchedule(tx, row.id, values);
    if (failures >= MAX_FAILURES) await pauseItself(tx, platform, row, 'failures');
    return failures >= MAX_FAILURES;
  });
}

/** Pauses a schedule and tells its maker. @param tx holds its lock */
export async function pauseItself(
  tx: Db,
  platform: Platform,
  row: ScheduleRow,
  pausedFor: SchedulePause,
): Promise<void> {
  const { id, teamId, channelId, makerId, name, now } = row;
  await updateSchedule(tx, id, { pausedAt: now, pausedFor, nextRunAt: null });
  await recordAudit(tx, systemContext(platform, 'schedule'), {
    ...{ teamId, action: 'schedule.pause', target: { kind: 'channel', id: channelId }, personId: makerId },
    detail: { schedule: name, reason: pausedFor },
  });
  await notify({ db: tx, platform }, [{ userId: makerId, teamId, kind: 'schedule', channelId }]);
  onCommit(tx, () => publishToChannel(platform.bus, channelId, { type: 'agent' }));
}

/** The first time of a schedule after now: what was missed before comes once, not each time. */
export function nextOf({ cron, timeZone, now }: ScheduleRow): Date | null {
  return cron === null || timeZone === null ? null : (timesAfter({ cron, timeZone }, now, 1)[0] ?? null);
}
