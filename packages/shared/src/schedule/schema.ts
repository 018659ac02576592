import * as z from 'zod';
import { type AgentMode, type AgentRun, agentIdSchema, agentModeSchema } from '../agent/schema.ts';
import type { ErrorKey } from '../error/catalogue.ts';
import { messageWordsSchema } from '../message/schema.ts';

/** Most schedules of a channel. */
export const MAX_SCHEDULES = 50;
/** Least minutes between two times of a schedule. */
export const MIN_MINUTES_BETWEEN = 5;
/** Longest body of a webhook call, in bytes. */
export const MAX_WEBHOOK_BYTES = 64 * 1024;

/** Why a schedule paused by itself: its maker lost the right to ask, left the team, or it failed time after time. */
export const schedulePauses = ['access', 'makerGone', 'failures'] as const;
export type SchedulePause = (typeof schedulePauses)[number];

/** Five fields of cron: minute, hour, day of the month, month, day of the week. */
const cronSchema = z
  .string()
  .trim()
  .max(100)
  .regex(/^[\w*,/#-]+(?: +[\w*,/#-]+){4}$/);

/** A name of the IANA time zone database. */
const timeZoneSchema = z
  .string()
  .max(60)
  .regex(/^[A-Za-z][\w+-]*(?:\/[\w+-]+){0,2}$/);

const timeSchema = z.strictObject({ kind: z.literal('time'), cron: cronSchema, timeZone: timeZoneSchema });
export type TimeTrigger = z.output<typeof timeSchema>;

/** What starts a run: times of a clock, or a call from outside. */
export const triggerSchema = z.discriminatedUnion('kind', [
  timeSchema,
  z.strictObject({ kind: z.literal('webhook') }),
]);
export type Trigger = z.output<typeof triggerSchema>;

const nameSchema = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine((name) => name.isWellFormed() && !name.includes('\0'));
const taskSchema = messageWordsSchema.refine((task) => task.trim() !== '', {
  params: { key: 'messageEmpty' },
});

/** The id of a schedule. */
export const scheduleIdSchema = z.uuid();
const place = { channelId: agentIdSchema, scheduleId: scheduleIdSchema };

export const createScheduleSchema = z.strictObject({
  channelId: agentIdSchema,
  name: nameSchema,
  task: taskSchema,
  /** What its runs may do without asking; null: what the channel says at their start. */
  mode: agentModeSchema.nullable().default(null),
  trigger: triggerSchema,
});
export type CreateSchedule = z.output<typeof createScheduleSchema>;

/** What is not named stays. Whoever changes a schedule becomes its maker. */
export const updateScheduleSchema = z.strictObject({
  ...place,
  name: nameSchema.optional(),
  task: taskSchema.optional(),
  mode: agentModeSchema.nullable().optional(),
  trigger: triggerSchema.optional(),
});
export type UpdateSchedule = z.output<typeof updateScheduleSchema>;

export const scheduleSchema = z.strictObject(place);
export type ScheduleOf = z.output<typeof scheduleSchema>;

/** Whoever resumes a schedule becomes its maker. */
export const pauseScheduleSchema = z.strictObject({ ...place, isPaused: z.boolean() });
export type PauseSchedule = z.output<typeof pauseScheduleSchema>;

export const listSchedulesSchema = z.strictObject({
  channelId: agentIdSchema,
  cursor: z.string().max(1_000).optional(),
  limit: z.int().min(1).max(50).default(50),
});
export type ListSchedules = z.output<typeof listSchedulesSchema>;

export const scheduleTimesSchema = z.strictObject({
  channelId: agentIdSchema,
  trigger: timeSchema,
});
export type ScheduleTimes = z.output<typeof scheduleTimesSchema>;

/** A task that an agent gets again and again. */
export interface Schedule {
  id: string;
  channelId: string;
  name: string;
  task: string;
  mode: AgentMode | null;
  trigger: Trigger;
  /** The person whose rights and budgets its runs have. */
  maker: { id: number; name: string };
  isPaused: boolean;
  /** Null where a person paused it, or nobody. */
  pausedFor: SchedulePause | null;
  lastRunAt: Date | null;
  /** Null for a webhook, and while paused. */
  nextRunAt: Date | null;
  /** Null where there was none yet, or it was removed. */
  lastRun: AgentRun | null;
  /** Why the last start failed; null when it did not. */
  lastError: ErrorKey | null;
  createdAt: Date;
  /** The reader's. */
  abilities: { update: boolean };
}

/** A schedule with the secret of its webhook, which is shown this once; null where there is no new one. */
export interface ScheduleWithToken {
  schedule: Schedule;
  /** Path and query that a call is sent to, by POST. */
  webhookPath: string | null;
}
