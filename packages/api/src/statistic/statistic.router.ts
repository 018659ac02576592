import { rangeSchema } from '@tandem/shared/statistic/schema';
import { procedure, router } from '../core/trpc.ts';
import { isAdministrator } from '../team/team.policy.ts';
import { teamRule } from '../team/team.service.ts';
import { totalOf } from './statistic.service.ts';

export const statisticRouter = router({
  total: procedure
    .guarded(rangeSchema, teamRule('statistic.total', isAdministrator))
    .query(({ ctx, input }) => totalOf(ctx, ctx.team, input)),
});
