import { overviewSchema } from '@tandem/shared/dataset/overview';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { sourceRule } from '../../dataset/source/source.rules.ts';
import { readOverview, requestOverview } from './request.ts';

export const overviewRouter = router({
  get: procedure
    .guarded(overviewSchema, sourceRule('channel.view'))
    .query(({ ctx }) => readOverview(ctx, ctx.dataset, ctx.source)),
  /** A mutation, since it spends: another site must not trigger it by a link. */
  make: procedure
    .guarded(overviewSchema, sourceRule('channel.ask'))
    .mutation(({ ctx }) => requestOverview(ctx, ctx.dataset, ctx.source)),
});
