import { excludePassageSchema, searchDatasetSchema } from '@tandem/shared/dataset/search';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { datasetRule } from '../dataset/dataset.rules.ts';
import { excludePassage } from './exclude.ts';
import { searchPassages } from './search.ts';
import { retrievalSettingProcedures } from './setting/setting.router.ts';

export const retrievalRouter = router({
  ...retrievalSettingProcedures,

  /** Includes what was left out by hand, marked as such: here people try what is found. */
  search: procedure
    .guarded(searchDatasetSchema, datasetRule('channel.view'))
    .query(({ ctx, input: { datasetId, query, limit } }) =>
      searchPassages(ctx, {
        reader: ctx.actor,
        datasetIds: [datasetId],
        query,
        limit,
        includeExcluded: true,
      }),
    ),

  exclude: procedure
    .guarded(excludePassageSchema, datasetRule('channel.edit'))
    .mutation(({ ctx, input }) => excludePassage(ctx, input)),
});
