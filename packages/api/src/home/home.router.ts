import { listBinSchema } from '@tandem/shared/home/schema';
import { nothing } from '../core/nothing.ts';
import { procedure, router } from '../core/trpc.ts';
import { teamRule } from '../team/team.service.ts';
import { listBin } from './home.bin.ts';
import { listRecent } from './home.service.ts';

export const homeRouter = router({
  bin: procedure
    .guarded(listBinSchema, teamRule('home.bin'))
    .query(({ ctx, input }) => listBin(ctx.db, ctx.actor, ctx.team.teamId, input)),

  recent: procedure
    .guarded(nothing, teamRule('home.recent'))
    .query(({ ctx }) => listRecent(ctx.db, ctx.actor, ctx.team.teamId)),
});
