import {
  createScheduleSchema,
  listSchedulesSchema,
  pauseScheduleSchema,
  scheduleSchema,
  scheduleTimesSchema,
  updateScheduleSchema,
} from '@tandem/shared/schedule/schema';
import { agentRule } from '../../agent/files/agent.rules.ts';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { changeSchedule, pauseSchedule, removeSchedule, rotateToken } from './change.ts';
import { createSchedule } from './create.ts';
import { listSchedules, nextTimes } from './list.ts';
import { runNow } from './start.ts';

/** Making and changing schedules needs the right to ask as well, which has the same level as editing. */
export const scheduleRouter = router({
  list: procedure
    .guarded(listSchedulesSchema, agentRule('channel.view'))
    .query(({ ctx, input }) => listSchedules(ctx.db, ctx.channel, input)),

  times: procedure
    .guarded(scheduleTimesSchema, agentRule('channel.view'))
    .query(({ ctx, input }) => nextTimes(ctx.db, input)),

  create: procedure
    .guarded(createScheduleSchema, agentRule('channel.edit'))
    .mutation(({ ctx, input }) => createSchedule(ctx, ctx.channel, input)),

  update: procedure
    .guarded(updateScheduleSchema, agentRule('channel.edit'))
    .mutation(({ ctx, input }) => changeSchedule(ctx, ctx.channel, input)),

  setPaused: procedure
    .guarded(pauseScheduleSchema, agentRule('channel.edit'))
    .mutation(({ ctx, input }) => pauseSchedule(ctx, ctx.channel, input)),

  rotate: procedure
    .guarded(scheduleSchema, agentRule('channel.edit'))
    .mutation(({ ctx, input }) => rotateToken(ctx, ctx.channel, input)),

  runNow: procedure
    .guarded(scheduleSchema, agentRule('channel.ask'))
    .mutation(({ ctx, input }) => runNow(ctx, ctx.channel, input)),

  remove: procedure
    .guarded(scheduleSchema, agentRule('channel.edit'))
    .mutation(({ ctx, input }) => removeSchedule(ctx, ctx.channel, input)),
});
