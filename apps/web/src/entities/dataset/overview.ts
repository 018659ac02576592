import type { Source } from '@tandem/shared/dataset/source';
import { useEffect, useState } from 'react';
import { api, cached, trpc } from '../../lib/trpc.ts';

const silent = { context: { silent: true } };
/** Milliseconds between looks at an overview that is being made, in case its event was lost. */
const LOOK_EVERY_MS = 15_000;

/**
 * The overview of a source that has been read. It is asked for when the first reader who may do so opens the source.
 * @param mayAsk whether the reader may spend on it
 */
export function useOverview({ id: sourceId, status, hash }: Source, mayAsk: boolean) {
  const isRead = status === 'ready' && hash !== null;
  const query = trpc.overview.get.useQuery(
    { sourceId },
    {
      enabled: isRead,
      trpc: silent,
      refetchInterval: ({ state }) => (state.data?.status === 'making' ? LOOK_EVERY_MS : false),
    },
  );
  const [refusal, setRefusal] = useState<unknown>(null);
  const make = async () => {
    setRefusal(null);
    try {
      cached.overview.get.setData({ sourceId }, await api.overview.make.mutate({ sourceId }, silent));
    } catch (error) {
      setRefusal(error);
    }
  };
  const isWanted = isRead && mayAsk && query.data?.status === 'none';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another content is asked about anew
  useEffect(() => {
    if (isWanted) void make();
  }, [isWanted, sourceId, hash]);
  return {
    overview: query.data,
    error: refusal ?? (query.data ? null : query.error),
    isRead,
    make,
    refetch: query.refetch,
  };
}
