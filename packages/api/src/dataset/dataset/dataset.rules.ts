import type { Db } from '@tandem/db';
import type { Reader } from '../../access/policy/access.fragments.ts';
import type { ChannelAction } from '../../access/policy/access.policy.ts';
import { channelFor, type LoadedChannel } from '../../access/policy/access.rules.ts';
import { AppError } from '../../core/errors.ts';
import type { AccessRule } from '../../core/trpc/access.ts';
import { hasDataset } from './create.ts';

/**
 * Loads the channel of a dataset for a person who wants to do `action`.
 * @throws AppError as `channelFor`; `notFound` also for a channel without a dataset
 */
export async function datasetFor(
  db: Db,
  reader: Reader,
  datasetId: string,
  action: ChannelAction,
): Promise<LoadedChannel> {
  const channel = await channelFor(db, reader, datasetId, 'channel.view');
  if (!hasDataset(channel.kind)) throw new AppError('notFound');
  return action === 'channel.view' ? channel : channelFor(db, reader, datasetId, action);
}

/** Guards operations on a dataset; the operation receives `ctx.dataset`, its channel. */
export function datasetRule<Input extends { datasetId: string }>(
  action: ChannelAction,
): AccessRule<Input, { dataset: LoadedChannel }> {
  return {
    action,
    check: async ({ db, actor }, { datasetId }) => ({
      dataset: await datasetFor(db, actor, datasetId, action),
    }),
  };
}
