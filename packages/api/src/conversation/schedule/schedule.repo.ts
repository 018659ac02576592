import type { Db } from '@tandem/db';
import type { ScheduleTable } from '@tandem/db/tables/schedule';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { outOfBin } from '../../access/policy/access.fragments.ts';

/** A schedule with the name of its maker, its team, and the database's time. */
export interface ScheduleRow extends Selectable<ScheduleTable> {
  makerName: string;
  teamId: string;
  now: Date;
}

/** Place of a schedule in the list: when it was made, as the database writes it, and its id. */
export type SchedulePlace = readonly [createdAt: string, id: string];

function rows(db: Db) {
  return db
    .selectFrom('schedule')
    .innerJoin('user', 'user.id', 'schedule.makerId')
    .innerJoin('channel', 'channel.id', 'schedule.channelId')
    .selectAll('schedule')
    .select(['user.name as makerName', 'channel.teamId', sql<Date>`now()`.as('now')]);
}

/** Schedules of a channel, the oldest first, each with its place. */
export function findSchedules(
  db: Db,
  channelId: string,
  { after, limit }: { after: SchedulePlace | null; limit: number },
): Promise<(ScheduleRow & { place: string })[]> {
  return rows(db)
    .select(sql<string>`"schedule"."createdAt"::text`.as('place'))
    .where('schedule.channelId', '=', channelId)
    .where(
      after
        ? sql<boolean>`("schedule"."createdAt", "schedule"."id") > (${after[0]}::timestamptz, ${after[1]}::uuid)`
        : sql<boolean>`true`,
    )
    .orderBy('schedule.createdAt')
    .orderBy('schedule.id')
    .limit(limit)
    .execute();
}

/** A schedule; null where there is none, also in another channel than the one named. */
export async function findSchedule(
  db: Db,
  { scheduleId, channelId }: { scheduleId: string; channelId?: string },
): Promise<ScheduleRow | null> {
  const found = await rows(db)
    .where('schedule.id', '=', scheduleId)
    .$if(channelId !== undefined, (query) => query.where('schedule.channelId', '=', channelId as string))
    .executeTakeFirst();
  return found ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockSchedule(
  tx: Db,
  { scheduleId, channelId }: { scheduleId: string; channelId?: string },
): Promise<ScheduleRow | null> {
  const found = await rows(tx)
    .where('schedule.id', '=', scheduleId)
    .$if(channelId !== undefined, (query) => query.where('schedule.channelId', '=', channelId as string))
    .forUpdate('schedule')
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Locks the schedule that is due the longest, unless another process holds it. Those of the bin and the archive wait for
 * their channel's return.
 * @param but those that were tried already
 */
export async function lockNextDue(tx: Db, but: readonly string[]): Promise<ScheduleRow | null> {
  const found = await rows(tx)
    .where('schedule.nextRunAt', '<=', sql<Date>`now()`)
    .where('channel.archivedAt', 'is', null)
    .where(outOfBin())
    .where(sql<boolean>`"schedule"."id" <> all(${[...but]}::uuid[])`)
    .orderBy('schedule.nextRunAt')
    .orderBy('schedule.id')
    .limit(1)
    .forUpdate('schedule')
    .skipLocked()
    .executeTakeFirst();
  return found ?? null;
}

/** Counts the schedules of a channel, of which no other can be made until the transaction ends. */
export async function lockedCount(tx: Db, channelId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('schedule ' || ${channelId}::text, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('schedule')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('channelId', '=', channelId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertSchedule(tx: Db, row: Insertable<ScheduleTable>): Promise<string> {
  return (await tx.insertInto('schedule').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

export async function updateSchedule(tx: Db, id: string, values: Updateable<ScheduleTable>): Promise<void> {
  await tx.updateTable('schedule').set(values).where('id', '=', id).execute();
}

export async function deleteSchedule(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('schedule').where('id', '=', id).execute();
}

/** The database's time. */
export async function timeNow(db: Db): Promise<Date> {
  const { rows: found } = await sql<{ now: Date }>`select now() as "now"`.execute(db);
  if (!found[0]) throw new Error('a statement returned no row');
  return found[0].now;
}

/** Counts tasks of a schedule that wait behind a run. */
export async function countWaiting(
  db: Db,
  { id, channelId }: { id: string; channelId: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('queued_message')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('channelId', '=', channelId)
    .where(sql`"trigger" ->> 'scheduleId'`, '=', id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How a run ended; null while it goes on or waits, and where there is none. */
export async function endOfRun(db: Db, turnId: string): Promise<'done' | 'failed' | null> {
  const turn = await db.selectFrom('turn').select('status').where('id', '=', turnId).executeTakeFirst();
  if (!turn || turn.status === 'running') return null;
  return turn.status === 'failed' || turn.status === 'interrupted' ? 'failed' : 'done';
}

/** Whether a person is an active member of a team. */
export async function isActiveMember(db: Db, teamId: string, userId: number): Promise<boolean> {
  const member = await db
    .selectFrom('member')
    .select('userId')
    .where('teamId', '=', teamId)
    .where('userId', '=', userId)
    .where('suspendedAt', 'is', null)
    .executeTakeFirst();
  return member !== undefined;
}

/** Whether a channel is in the bin, where nobody may do anything in it. */
export async function isInBin(db: Db, channelId: string): Promise<boolean> {
  const found = await db
    .selectFrom('channel')
    .select('channel.id')
    .where('channel.id', '=', channelId)
    .where(outOfBin())
    .executeTakeFirst();
  return found === undefined;
}
