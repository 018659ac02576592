import { nothing } from '../core/nothing.ts';
import { procedure, router } from '../core/trpc.ts';
import { teamRule } from '../team/team.service.ts';
import { listModels } from './provider.service.ts';

export const modelRouter = router({
  list: procedure
    .guarded(nothing, teamRule('model.list'))
    .query(({ ctx }) => listModels(ctx, ctx.team.teamId)),
});
