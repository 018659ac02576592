import { type Db, onCommit, transaction } from '@tandem/db';
import type { ScheduleTable } from '@tandem/db/tables/schedule';
import type { AuditAction } from '@tandem/shared/audit/schema';
import type {
  PauseSchedule,
  Schedule,
  ScheduleOf,
  ScheduleWithToken,
  UpdateSchedule,
} from '@tandem/shared/schedule/schema';
import type { Updateable } from 'kysely';
import { recordAudit } from '../../access/audit/audit.service.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { publishToChannel } from '../../workspace/channel/events.ts';
import { readSchedule } from './list.ts';
import { triggerOf } from './schedule.presenter.ts';
import { deleteSchedule, lockSchedule, type ScheduleRow, updateSchedule } from './schedule.repo.ts';
import { firstTime } from './times.ts';
import { newToken, webhookPath } from './token.ts';

/**
 * Changes a schedule. The person who does becomes its maker, since its runs do as they say with the rights of its maker.
 * @returns it with the secret of its webhook, where that is new: also after another person's change
 * @throws AppError `notFound`, and those of `firstTime`
 */
export async function changeSchedule(
  ctx: UserContext,
  channel: LoadedChannel,
  { scheduleId, trigger, ...rest }: UpdateSchedule,
): Promise<ScheduleWithToken> {
  const { name, task, mode } = rest;
  let token: string | null = null;
  await inOne(ctx, channel, scheduleId, 'schedule.update', async (row) => {
    const values: Updateable<ScheduleTable> = {
      makerId: ctx.actor.userId,
      ...(name !== undefined && { name }),
      ...(task !== undefined && { task }),
      ...(mode !== undefined && { mode }),
    };
    if (trigger?.kind === 'time') {
      const first = firstTime(trigger, row.now);
      const { cron, timeZone } = trigger;
      Object.assign(values, { kind: 'time', cron, timeZone, tokenHash: null });
      values.nextRunAt = row.pausedAt === null ? first : null;
    } else if (row.kind === 'webhook' ? row.makerId !== ctx.actor.userId : trigger) {
      // Whoever knew the secret before would start runs with the rights of the new maker.
      const secret = newToken();
      token = secret.token;
      Object.assign(values, { kind: 'webhook', cron: null, timeZone: null, nextRunAt: null });
      values.tokenHash = secret.tokenHash;
    }
    return {
      values,
      detail: {
        ...(trigger && { trigger: { from: triggerOf(row), to: trigger } }),
        changed: Object.keys(rest),
      },
    };
  });
  const schedule = await readSchedule(ctx.db, channel, scheduleId);
  return { schedule, webhookPath: token && webhookPath(scheduleId, token) };
}

/**
 * Pauses or resumes a schedule. Whoever resumes one becomes its maker, and has to make a new secret for the webhook of
 * somebody else; times that it missed do not count.
 * @throws AppError `notFound`
 */
export async function pauseSchedule(
  ctx: UserContext,
  channel: LoadedChannel,
  { scheduleId, isPaused }: PauseSchedule,
): Promise<Schedule> {
  await inOne(ctx, channel, scheduleId, isPaused ? 'schedule.pause' : 'schedule.resume', async (row) => {
    if (isPaused === (row.pausedAt !== null)) return null;
    if (isPaused) return { values: { pausedAt: row.now, pausedFor: null, nextRunAt: null } };
    const trigger = triggerOf(row);
    const nextRunAt = trigger.kind === 'time' ? firstTime(trigger, row.now) : null;
    const cleared = { pausedAt: null, pausedFor: null, failures: 0, lastError: null };
    const makerId = ctx.actor.userId;
    // Whoever knew the secret would start runs with the rights of the new maker.
    const tokenHash =
      row.kind === 'webhook' && row.makerId !== makerId ? newToken().tokenHash : row.tokenHash;
    return { values: { ...cleared, nextRunAt, makerId, tokenHash } };
  });
  return readSchedule(ctx.db, channel, scheduleId);
}

/**
 * Makes a new secret for a webhook; the one before is worthless from now on. Whoever does becomes its maker.
 * @throws AppError `notFound`, also for a schedule without a webhook
 */
export async function rotateToken(
  ctx: UserContext,
  channel: LoadedChannel,
  { scheduleId }: ScheduleOf,
): Promise<ScheduleWithToken> {
  const { token, tokenHash } = newToken();
  await inOne(ctx, channel, scheduleId, 'schedule.rotate', async ({ kind }) => {
    if (kind !== 'webhook') throw new AppError('notFound');
    return { values: { tokenHash, makerId: ctx.actor.userId } };
  });
  const schedule = await readSchedule(ctx.db, channel, scheduleId);
  return { schedule, webhookPath: webhookPath(scheduleId, token) };
}

/** Removes a schedule; runs that it started stay. @throws AppError `notFound` */
export async function removeSchedule(
  ctx: UserContext,
  channel: LoadedChannel,
  { scheduleId }: ScheduleOf,
): Promise<null> {
  await inOne(ctx, channel, scheduleId, 'schedule.remove', async (_row, tx) => {
    await deleteSchedule(tx, scheduleId);
    return { values: null };
  });
  return null;
}

type Change = { values: Updateable<ScheduleTable> | null; detail?: object } | null;

/** Changes a schedule under its lock, with an entry of the audit log; `work` returns null to leave all as it was. */
async function inOne(
  ctx: UserContext,
  channel: LoadedChannel,
  scheduleId: string,
  action: AuditAction,
  work: (row: ScheduleRow, tx: Db) => Promise<Change>,
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const row = await lockSchedule(tx, { scheduleId, channelId: channel.id });
    if (!row) throw new AppError('notFound');
    const change = await work(row, tx);
    if (!change) return;
    if (change.values) await updateSchedule(tx, scheduleId, change.values);
    await recordAudit(tx, ctx, {
      teamId: channel.teamId,
      action,
      target: { kind: 'channel', id: channel.id },
      detail: { schedule: row.name, ...change.detail },
    });
    onCommit(tx, () => publishToChannel(ctx.platform.bus, channel.id, { type: 'agent' }));
  });
}
