import {
  attachDatasetSchema,
  attachedDatasetsSchema,
  datasetIdSchema,
  listDatasetsSchema,
  updateDatasetSchema,
} from '@tandem/shared/dataset/schema';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { teamRule } from '../../identity/team/team.service.ts';
import { attachedRule, attachRule, detachRule } from '../link/link.rules.ts';
import { attachDataset, attachedDatasets, detachDataset, quoteReaders } from '../link/link.ts';
import { datasetRule } from './dataset.rules.ts';
import { listDatasets, readDataset } from './read.ts';
import { updateDataset } from './update.ts';

export const datasetRouter = router({
  list: procedure
    .guarded(listDatasetsSchema, teamRule('dataset.list'))
    .query(({ ctx, input }) => listDatasets(ctx.db, ctx.actor, ctx.team.teamId, input)),
  get: procedure
    .guarded(datasetIdSchema, datasetRule('channel.view'))
    .query(({ ctx }) => readDataset(ctx.db, ctx.actor, ctx.dataset.id)),
  update: procedure
    .guarded(updateDatasetSchema, datasetRule('channel.edit'))
    .mutation(({ ctx, input }) => updateDataset(ctx, ctx.dataset, input)),
  attached: procedure
    .guarded(attachedDatasetsSchema, attachedRule())
    .query(({ ctx, input }) => attachedDatasets(ctx.db, ctx.actor, input.to)),
  /** The people who could then read quotes of it: asked before attaching. */
  quoteReaders: procedure
    .guarded(attachDatasetSchema, attachRule())
    .query(({ ctx, input }) => quoteReaders(ctx.db, input)),
  attach: procedure
    .guarded(attachDatasetSchema, attachRule())
    .mutation(({ ctx, input }) => attachDataset(ctx, ctx.dataset, input)),
  detach: procedure
    .guarded(attachDatasetSchema, detachRule())
    .mutation(({ ctx, input }) => detachDataset(ctx, input)),
});
