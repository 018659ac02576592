import { listBinSchema } from '@tandem/shared/home/schema';
import { emptyInput } from '../../core/empty-input.ts';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { teamRule } from '../../identity/team/team.service.ts';
import { listBin } from './bin.ts';
import { listRecent } from './home.service.ts';

export const homeRouter = router({
  bin: procedure
    .guarded(listBinSchema, teamRule('home.bin'))
    .query(({ ctx, input }) => listBin(ctx.db, ctx.actor, ctx.team.teamId, input)),

  recent: procedure
    .guarded(emptyInput, teamRule('home.recent'))
    .query(({ ctx }) => listRecent(ctx.db, ctx.actor, ctx.team.teamId)),
});
