import * as z from 'zod';
import { procedure, router } from '../core/trpc.ts';
import { teamRule } from '../team/team.service.ts';
import { listRecent } from './home.service.ts';

export const homeRouter = router({
  recent: procedure
    .guarded(z.strictObject({}).optional(), teamRule('home.recent'))
    .query(({ ctx }) => listRecent(ctx.db, ctx.actor, ctx.team.teamId)),
});
