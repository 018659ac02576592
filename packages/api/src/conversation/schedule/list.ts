import type { Db } from '@tandem/db';
import type { AgentRun } from '@tandem/shared/agent/schema';
import type { KeysetPage } from '@tandem/shared/pagination/schema';
import type { ListSchedules, Schedule, ScheduleTimes } from '@tandem/shared/schedule/schema';
import * as z from 'zod';
import { heldByArchive, mayOnChannel } from '../../access/policy/access.policy.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { queuedRuns } from '../../agent/run/list.ts';
import { presentRun } from '../../agent/run/run.presenter.ts';
import { findRuns } from '../../agent/run/view.repo.ts';
import { momentText, readCursor, writeCursor } from '../../core/cursor.ts';
import { AppError } from '../../core/errors.ts';
import { presentSchedule } from './schedule.presenter.ts';
import { findSchedule, findSchedules, type ScheduleRow, timeNow } from './schedule.repo.ts';
import { firstTime, timesAfter } from './times.ts';

const cursorSchema = z.tuple([momentText, z.uuid()]);
/** Times that are shown of a pattern. */
const SHOWN_TIMES = 3;

/** Schedules of a channel, the oldest first. */
export async function listSchedules(
  db: Db,
  channel: LoadedChannel,
  { cursor, limit }: ListSchedules,
): Promise<KeysetPage<Schedule>> {
  const after = cursor === undefined ? null : readCursor(cursor, cursorSchema);
  const found = await findSchedules(db, channel.id, { after, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return {
    list: await presentAll(db, channel, shown),
    nextCursor: last ? writeCursor([last.place, last.id]) : null,
  };
}

/** Returns a schedule of a channel. @throws AppError `notFound` */
export async function readSchedule(db: Db, channel: LoadedChannel, scheduleId: string): Promise<Schedule> {
  const row = await findSchedule(db, { scheduleId, channelId: channel.id });
  const [schedule] = row ? await presentAll(db, channel, [row]) : [];
  if (!schedule) throw new AppError('notFound');
  return schedule;
}

/** The next times of a pattern, before it is kept. @throws AppError those of `firstTime` */
export async function nextTimes(db: Db, { trigger }: ScheduleTimes): Promise<Date[]> {
  const now = await timeNow(db);
  firstTime(trigger, now);
  return timesAfter(trigger, now, SHOWN_TIMES);
}

async function presentAll(db: Db, channel: LoadedChannel, rows: readonly ScheduleRow[]): Promise<Schedule[]> {
  const ids = rows.flatMap(({ lastTurnId }) => lastTurnId ?? []);
  const [runs, queued] = await Promise.all([findRuns(db, channel.id, ids), queuedRuns(db, channel.id, ids)]);
  const found = new Map<string, AgentRun>([...runs.map(presentRun), ...queued].map((run) => [run.id, run]));
  const update =
    mayOnChannel(channel.held, 'channel.edit', channel.kind) && !heldByArchive(channel, 'channel.edit');
  return rows.map((row) =>
    presentSchedule(row, { lastRun: found.get(row.lastTurnId ?? '') ?? null, update }),
  );
}
