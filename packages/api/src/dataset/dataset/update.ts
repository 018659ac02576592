import type { Dataset, UpdateDataset } from '@tandem/shared/dataset/schema';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { updateChannel } from '../../workspace/channel/update.ts';
import { readDataset } from './read.ts';

/** Changes a dataset's name or description, which are its channel's. */
export async function updateDataset(
  ctx: UserContext,
  dataset: LoadedChannel,
  { name, description }: UpdateDataset,
): Promise<Dataset> {
  const values = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
  await updateChannel(ctx, dataset, { channelId: dataset.id, ...values });
  return readDataset(ctx.db, ctx.actor, dataset.id);
}
