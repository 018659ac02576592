import { listUsageSchema, pageUsageSchema, usageRangeSchema } from '@tandem/shared/usage/schema';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { teamRule } from '../../identity/team/team.service.ts';
import { listUsage, pageUsage, reportUsage } from './list.ts';

/** Usage of the actor in their current team. */
export const usageRouter = router({
  list: procedure
    .guarded(listUsageSchema, teamRule('usage.list'))
    .query(({ ctx, input }) => listUsage(ctx.db, { ...ctx.actor, ...ctx.team }, input)),

  page: procedure
    .guarded(pageUsageSchema, teamRule('usage.page'))
    .query(({ ctx, input }) => pageUsage(ctx.db, { ...ctx.actor, ...ctx.team }, input.pagination)),

  mine: procedure
    .guarded(usageRangeSchema, teamRule('usage.mine'))
    .query(({ ctx, input }) => reportUsage(ctx.db, { ...ctx.actor, ...ctx.team }, input)),
});
