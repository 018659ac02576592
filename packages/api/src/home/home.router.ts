import { nothing } from '../core/nothing.ts';
import { procedure, router } from '../core/trpc.ts';
import { teamRule } from '../team/team.service.ts';
import { listRecent } from './home.service.ts';

export const homeRouter = router({
  recent: procedure
    .guarded(nothing, teamRule('home.recent'))
    .query(({ ctx }) => listRecent(ctx.db, ctx.actor, ctx.team.teamId)),
});
