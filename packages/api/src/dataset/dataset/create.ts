import type { ChannelKind } from '@tandem/shared/channel/schema';
import { datasetKinds } from '@tandem/shared/dataset/schema';
import type { Place } from '../../workspace/channel/channel.rules.ts';
import type { FillChannel } from '../../workspace/channel/create.ts';
import { insertDataset } from './dataset.repo.ts';

/** Returns the initial body of a new channel that has a dataset; undefined for other kinds. */
export function datasetOf({ teamId }: Pick<Place, 'teamId'>, kind: ChannelKind): FillChannel | undefined {
  if (!hasDataset(kind)) return undefined;
  return (tx, datasetId) => insertDataset(tx, { datasetId, teamId });
}

/** Whether channels of this kind have a dataset. */
export function hasDataset(kind: ChannelKind): kind is (typeof datasetKinds)[number] {
  return datasetKinds.some((each) => each === kind);
}
