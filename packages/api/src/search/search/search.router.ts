import { findSchema } from '@tandem/shared/search/schema';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { findRule } from './search.rules.ts';
import { find } from './search.service.ts';

export const searchRouter = router({
  find: procedure
    .guarded(findSchema, findRule())
    .query(({ ctx, input }) => find(ctx, { reader: ctx.actor, team: ctx.team }, input)),
});
