import { rangeSchema } from '@tandem/shared/statistic/schema';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { isAdministrator } from '../../identity/team/team.policy.ts';
import { teamRule } from '../../identity/team/team.service.ts';
import { totalOf } from './statistic.service.ts';

export const statisticRouter = router({
  total: procedure
    .guarded(rangeSchema, teamRule('statistic.total', isAdministrator))
    .query(({ ctx, input }) => totalOf(ctx, ctx.team, input)),
});
