import {
  changeSortSchema,
  createSpaceSchema,
  moveSpaceSchema,
  removeSpaceSchema,
  renameSpaceSchema,
} from '@tandem/shared/space/schema';
import { emptyInput } from '../../core/empty-input.ts';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { isAdministrator } from '../../identity/team/team.policy.ts';
import { teamRule } from '../../identity/team/team.service.ts';
import { changeSort, sortRule } from './sort.ts';
import { createSpace, listSpaces, moveSpace, removeSpace, renameSpace, spaceRule } from './space.service.ts';

const managed = spaceRule<{ spaceId: string }>('space.manage', (input) => input.spaceId);

export const spaceRouter = router({
  list: procedure
    .guarded(emptyInput, teamRule('space.list'))
    .query(({ ctx }) => listSpaces(ctx.db, ctx.actor, ctx.team.teamId)),

  create: procedure
    .guarded(createSpaceSchema, teamRule('space.create', isAdministrator))
    .mutation(({ ctx, input }) => createSpace(ctx, ctx.team, input.name)),

  rename: procedure
    .guarded(renameSpaceSchema, managed)
    .mutation(({ ctx, input }) => renameSpace(ctx, ctx.space, input.name)),

  move: procedure
    .guarded(moveSpaceSchema, managed)
    .mutation(({ ctx, input }) => moveSpace(ctx, ctx.space, input.afterId)),

  changeSort: procedure
    .guarded(changeSortSchema, sortRule())
    .mutation(({ ctx }) => changeSort(ctx, ctx.sorting)),

  remove: procedure.guarded(removeSpaceSchema, managed).mutation(({ ctx }) => removeSpace(ctx, ctx.space)),
});
