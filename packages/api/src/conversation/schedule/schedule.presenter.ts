import type { AgentRun } from '@tandem/shared/agent/schema';
import { type ErrorKey, errorCatalogue } from '@tandem/shared/error/catalogue';
import type { Schedule, Trigger } from '@tandem/shared/schedule/schema';
import type { ScheduleRow } from './schedule.repo.ts';

/** A schedule as one reader sees it; never with anything of its secret. */
export function presentSchedule(
  row: ScheduleRow,
  { lastRun, update }: { lastRun: AgentRun | null; update: boolean },
): Schedule {
  const { id, channelId, name, task, mode, pausedFor, lastRunAt, nextRunAt, lastError, createdAt } = row;
  return {
    ...{ id, channelId, name, task, mode, pausedFor, lastRunAt, nextRunAt, lastRun, createdAt },
    trigger: triggerOf(row),
    maker: { id: row.makerId, name: row.makerName },
    isPaused: row.pausedAt !== null,
    lastError: isErrorKey(lastError) ? lastError : null,
    abilities: { update },
  };
}

/** What starts a schedule. */
export function triggerOf({ cron, timeZone }: Pick<ScheduleRow, 'cron' | 'timeZone'>): Trigger {
  return cron === null || timeZone === null ? { kind: 'webhook' } : { kind: 'time', cron, timeZone };
}

function isErrorKey(key: string | null): key is ErrorKey {
  return key !== null && key in errorCatalogue;
}
