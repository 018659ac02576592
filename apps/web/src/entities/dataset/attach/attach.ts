import type { AttachedDataset, DatasetUser } from '@tandem/shared/dataset/schema';
import { api, cached, trpc } from '../../../lib/trpc.ts';

const silent = { context: { silent: true } };
/** Datasets offered at once. */
const OFFERED = 30;

/** Datasets that an assistant or a channel uses. */
export function useAttached(to: DatasetUser) {
  return trpc.dataset.attached.useQuery({ to }, { trpc: silent });
}

/** Datasets that the reader may attach, by part of a name. */
export function useAttachable(query: string) {
  const input = { attachable: true, limit: OFFERED, ...(query !== '' && { query }) };
  return trpc.dataset.list.useQuery(input, { trpc: silent, placeholderData: (held) => held });
}

/** The people who would read quotes of a dataset that they can't open, once it is attached. */
export function useQuoteReaders(datasetId: string, to: DatasetUser) {
  // People come and go; an old answer would mislead.
  return trpc.dataset.quoteReaders.useQuery({ datasetId, to }, { trpc: silent, gcTime: 0, staleTime: 0 });
}

function apply(to: DatasetUser, attached: AttachedDataset[]): void {
  cached.dataset.attached.setData({ to }, attached);
}

/** @throws the call's error, which the caller shows */
export async function attachDataset(to: DatasetUser, datasetId: string): Promise<void> {
  apply(to, await api.dataset.attach.mutate({ to, datasetId }, silent));
}

/** A failure shows as a toast. */
export async function detachDataset(to: DatasetUser, datasetId: string): Promise<void> {
  const attached = await api.dataset.detach.mutate({ to, datasetId }).catch(() => null);
  if (attached) apply(to, attached);
}
