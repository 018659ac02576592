import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ImportPlace } from '../../entities/exchange/store.ts';
import { type ImportOutcome, type ImportProgress, importFiles } from './import-files.ts';

/** State of an import. */
export type ImportPhase =
  | { kind: 'choosing' }
  | { kind: 'going'; progress: ImportProgress }
  | { kind: 'over'; outcome: ImportOutcome };

/**
 * Imports files; leaving aborts it.
 * @param first start at once
 * @param onAll called when every file was imported completely
 */
export function useImport(place: ImportPlace, first: File[], onAll: (outcome: ImportOutcome) => void) {
  const [phase, setPhase] = useState<ImportPhase>({ kind: 'choosing' });
  const stopper = useRef<AbortController | null>(null);
  const told = useRef(onAll);
  useLayoutEffect(() => {
    told.current = onAll;
  });
  const stop = useCallback(() => {
    stopper.current?.abort();
    setPhase({ kind: 'choosing' });
  }, []);
  const begin = useCallback(
    async (files: readonly File[]) => {
      if (files.length === 0) return;
      const stopping = new AbortController();
      stopper.current = stopping;
      try {
        const outcome = await importFiles(files, place, {
          signal: stopping.signal,
          onProgress: (progress) => !stopping.signal.aborted && setPhase({ kind: 'going', progress }),
        });
        if (stopping.signal.aborted) return;
        if (outcome.failed.length === 0 && outcome.leftOutCount === 0) told.current(outcome);
        else setPhase({ kind: 'over', outcome });
      } catch (error) {
        if (!stopping.signal.aborted) throw error;
      }
    },
    [place],
  );
  useEffect(() => {
    void begin(first);
    return () => stopper.current?.abort();
  }, [begin, first]);
  return { phase, begin, stop };
}
