import { transaction } from '@tandem/db';
import type { Platform } from '../../core/platform.ts';
import { nextOf, noteRefusal, pauseItself } from './refused.ts';
import { countWaiting, lockNextDue, type ScheduleRow, updateSchedule } from './schedule.repo.ts';
import { failuresOf, MAX_FAILURES, startAsMaker } from './start.ts';

/** Schedules that one call starts at most; the rest is due a minute later too. */
const AT_ONCE = 500;

/**
 * Starts every schedule whose time has come. A start and the move to the next time commit together, and each is locked
 * meanwhile, so a time comes once, however many processes do this and wherever one is killed.
 */
export async function startDue(platform: Platform): Promise<void> {
  const tried: string[] = [];
  while (tried.length < AT_ONCE) {
    const id = await startNextDue(platform, tried);
    if (id === null) return;
    tried.push(id);
  }
}

/** @returns the schedule that was tried; null when none is due */
async function startNextDue(platform: Platform, but: readonly string[]): Promise<string | null> {
  let row: ScheduleRow | null = null;
  try {
    return await transaction(platform.database.db, async (tx) => {
      row = await lockNextDue(tx, but);
      if (!row) return null;
      if ((await failuresOf(tx, row)) >= MAX_FAILURES) {
        await pauseItself(tx, platform, row, 'failures');
        return row.id;
      }
      // One task of a schedule waits behind a run, not one for each time that passes.
      if ((await countWaiting(tx, row)) === 0)
        await startAsMaker(tx, platform, row, { kind: 'time', outside: null });
      await updateSchedule(tx, row.id, { nextRunAt: nextOf(row) });
      return row.id;
    });
  } catch (err) {
    const failed = row as ScheduleRow | null;
    if (!failed) throw err;
    platform.log.warn({ err, schedule: failed.id }, 'a schedule could not start its run');
    await noteRefusal(platform, failed, err);
    return failed.id;
  }
}
