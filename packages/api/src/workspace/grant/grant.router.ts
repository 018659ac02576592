import {
  listGrantsSchema,
  listSharedSchema,
  pageSharedSchema,
  removeGrantSchema,
  setGrantSchema,
  shareSchema,
  withdrawGrantSchema,
} from '@tandem/shared/grant/schema';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { teamRule } from '../../identity/team/team.service.ts';
import { listGrants } from './list.ts';
import { removeGrant, withdrawGrant } from './remove.ts';
import { setGrant, share } from './share.ts';
import { listShared, pageShared } from './shared.ts';
import { removeRule, targetRule } from './target.ts';

export const grantRouter = router({
  list: procedure
    .guarded(listGrantsSchema, targetRule('view'))
    .query(({ ctx, input }) => listGrants(ctx, ctx.target, input)),

  share: procedure
    .guarded(shareSchema, targetRule('manage'))
    .mutation(({ ctx, input }) => share(ctx, ctx.target, input)),

  set: procedure
    .guarded(setGrantSchema, targetRule('manage'))
    .mutation(({ ctx, input }) => setGrant(ctx, ctx.target, input)),

  remove: procedure
    .guarded(removeGrantSchema, removeRule())
    .mutation(({ ctx, input }) => removeGrant(ctx, ctx.target, input)),

  withdraw: procedure
    .guarded(withdrawGrantSchema, targetRule('manage'))
    .mutation(({ ctx, input }) => withdrawGrant(ctx, ctx.target, input.invitationId)),

  shared: procedure
    .guarded(listSharedSchema, teamRule('grant.shared'))
    .query(({ ctx, input }) => listShared(ctx.db, ctx.actor, ctx.team.teamId, input)),

  sharedPage: procedure
    .guarded(pageSharedSchema, teamRule('grant.shared'))
    .query(({ ctx, input }) => pageShared(ctx.db, ctx.actor, ctx.team.teamId, input.pagination)),
});
