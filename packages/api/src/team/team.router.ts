import * as z from 'zod';
import { nothing } from '../core/nothing.ts';
import { procedure, router } from '../core/trpc.ts';
import { listUsers, teamRule } from './team.service.ts';
import { treeSince } from './team.since.ts';

/** The revision that the client holds; absent: it holds nothing. */
const heldTree = z.strictObject({ revision: z.int().min(0).optional() }).optional();

export const teamRouter = router({
  users: procedure
    .guarded(nothing, teamRule('team.users'))
    .query(({ ctx }) => listUsers(ctx.db, ctx.actor, ctx.team)),

  /** What `live.team` would send next, for clients without a socket; null when nothing is new. */
  tree: procedure
    .guarded(heldTree, teamRule('team.tree'))
    .query(({ ctx, input }) => treeSince(ctx, ctx.actor, ctx.team.teamId, input?.revision ?? null)),
});
