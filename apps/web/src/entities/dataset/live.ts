import { useEffect, useState } from 'react';
import { api } from '../../lib/trpc.ts';
import { applyDatasetEvent } from './apply.ts';
import { setReaders } from './readers.ts';

/** The state of a dataset's stream; `failed`: it broke, and the list may be out of date. */
export type DatasetPhase = 'live' | 'failed' | 'gone';

/**
 * Follows a dataset's sources while the component is there.
 * @param isSeen whether the tree holds it: after it was gone it is followed again once it returns
 */
export function useDatasetLive(datasetId: string, isSeen: boolean): DatasetPhase {
  const [phase, setPhase] = useState<DatasetPhase>('live');
  // biome-ignore lint/correctness/useExhaustiveDependencies: coming into sight is the occasion to try again
  useEffect(() => {
    setPhase('live');
    const subscription = api.live.dataset.subscribe(
      { datasetId },
      {
        onData({ data: event }) {
          if (event.type === 'gone') setPhase('gone');
          else if (event.type === 'readers') setReaders(datasetId, event.readers);
          else applyDatasetEvent(event);
        },
        onError: () => setPhase('failed'),
      },
    );
    return () => {
      subscription.unsubscribe();
      setReaders(datasetId, []);
    };
  }, [datasetId, isSeen]);
  return phase;
}
