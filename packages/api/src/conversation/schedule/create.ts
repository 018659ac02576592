import { onCommit, transaction } from '@tandem/db';
import { type CreateSchedule, MAX_SCHEDULES, type ScheduleWithToken } from '@tandem/shared/schedule/schema';
import { recordAudit } from '../../access/audit/audit.service.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { publishToChannel } from '../../workspace/channel/events.ts';
import { readSchedule } from './list.ts';
import { insertSchedule, lockedCount, timeNow } from './schedule.repo.ts';
import { firstTime } from './times.ts';
import { newToken, webhookPath } from './token.ts';

/**
 * Makes a schedule, whose runs have its maker's rights and budgets.
 * @throws AppError `tooManySchedules`, and those of `firstTime`
 */
export async function createSchedule(
  ctx: UserContext,
  channel: LoadedChannel,
  { name, task, mode, trigger }: CreateSchedule,
): Promise<ScheduleWithToken> {
  const secret = trigger.kind === 'webhook' ? newToken() : null;
  const scheduleId = await transaction(ctx.db, async (tx) => {
    const nextRunAt = trigger.kind === 'time' ? firstTime(trigger, await timeNow(tx)) : null;
    if ((await lockedCount(tx, channel.id)) >= MAX_SCHEDULES) throw new AppError('tooManySchedules');
    const id = await insertSchedule(tx, {
      ...{ channelId: channel.id, name, task, mode, nextRunAt, kind: trigger.kind },
      ...(trigger.kind === 'time' && { cron: trigger.cron, timeZone: trigger.timeZone }),
      tokenHash: secret?.tokenHash ?? null,
      makerId: ctx.actor.userId,
    });
    await recordAudit(tx, ctx, {
      teamId: channel.teamId,
      action: 'schedule.create',
      target: { kind: 'channel', id: channel.id },
      detail: { schedule: name, trigger, mode },
    });
    onCommit(tx, () => publishToChannel(ctx.platform.bus, channel.id, { type: 'agent' }));
    return id;
  });
  return {
    schedule: await readSchedule(ctx.db, channel, scheduleId),
    webhookPath: secret && webhookPath(scheduleId, secret.token),
  };
}
