import { MIN_MINUTES_BETWEEN, type TimeTrigger } from '@tandem/shared/schedule/schema';
import { Cron, CronPattern } from 'croner';
import { AppError } from '../../core/errors.ts';

/** Only five fields; a fixed time that a change of clocks skips comes right after it, and a doubled one comes once. */
const OPTIONS = { mode: '5-part', fixedTimeRule: 'no-wildcard' } as const;

/**
 * Returns the next times after `after`, at most `count`; none where the pattern names no day of the calendar.
 * @throws AppError `invalidInput` for what is no pattern or time zone
 */
export function timesAfter(
  { cron, timeZone }: Omit<TimeTrigger, 'kind'>,
  after: Date,
  count: number,
): Date[] {
  try {
    return new Cron(cron, { ...OPTIONS, timezone: timeZone, paused: true }).nextRuns(count, after);
  } catch (err) {
    throw new AppError('invalidInput', { reason: 'cron' }, err);
  }
}

/**
 * Returns the first time after `after` of a new trigger.
 * @throws AppError `invalidInput` for what is no pattern or time zone, or never comes; `scheduleTooOften`
 */
export function firstTime(trigger: Omit<TimeTrigger, 'kind'>, after: Date): Date {
  const [first] = timesAfter(trigger, after, 1);
  if (!first) throw new AppError('invalidInput', { reason: 'cron' });
  if (isTooOften(trigger.cron)) throw new AppError('scheduleTooOften', { minutes: MIN_MINUTES_BETWEEN });
  return first;
}

/** Whether two times of a pattern may be fewer minutes apart than allowed. */
function isTooOften(cron: string): boolean {
  const { minute, hour } = new CronPattern(cron, undefined, OPTIONS);
  const minutes = minute.flatMap((isMeant, at) => (isMeant ? [at] : []));
  const within = minutes.some((at, index) => at - (minutes[index - 1] ?? -60) < MIN_MINUTES_BETWEEN);
  if (within) return true;
  const followOn = hour.some((isMeant, at) => isMeant && hour[(at + 1) % 24]);
  const across = (minutes[0] ?? 0) + 60 - (minutes.at(-1) ?? 0);
  return followOn && across < MIN_MINUTES_BETWEEN;
}
