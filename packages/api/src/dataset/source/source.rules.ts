import type { ChannelAction } from '../../access/policy/access.policy.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { AppError } from '../../core/errors.ts';
import type { AccessRule } from '../../core/trpc/access.ts';
import { datasetFor } from '../dataset/dataset.rules.ts';
import { findSource, type SourceRow } from './source.repo.ts';

/**
 * Guards operations on one source; the operation receives `ctx.source` and `ctx.dataset`, its dataset's channel. A
 * document in a dataset is hidden from people who may not view the document.
 */
export function sourceRule<Input extends { sourceId: string }>(
  action: ChannelAction,
): AccessRule<Input, { dataset: LoadedChannel; source: SourceRow }> {
  return {
    action,
    check: async ({ db, actor }, { sourceId }) => {
      const source = await findSource(db, actor, sourceId);
      if (!source) throw new AppError('notFound');
      return { source, dataset: await datasetFor(db, actor, source.datasetId, action) };
    },
  };
}
