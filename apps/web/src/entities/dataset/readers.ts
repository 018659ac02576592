import type { ReaderPlace, SourceReader } from '@tandem/shared/dataset/reader';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { api } from '../../lib/trpc.ts';

/** Milliseconds between two reports of where the reader is, and until one is repeated before it expires. */
const PAUSE_MS = 400;
const REPEAT_MS = 20_000;

const nobody: readonly SourceReader[] = [];
/** By dataset: everyone else who reads a source of it. */
const readersOf = createStore<Readonly<Record<string, readonly SourceReader[]>>>(() => ({}));

/** Sets who else reads in a dataset, as its stream says. */
export function setReaders(datasetId: string, readers: readonly SourceReader[]): void {
  readersOf.setState({ [datasetId]: readers });
}

/** Everyone else who reads a source of a dataset now, and where. */
export function useReaders(datasetId: string): readonly SourceReader[] {
  return useStore(readersOf, (readers) => readers[datasetId] ?? nobody);
}

/**
 * Tells the others in a dataset where the reader is, for as long as it is shown.
 * @param place null: at nothing that others see; undefined while it is not known, as on the way from one source to the
 *   next, about which nothing is told
 * @param others ids of the people who are there to see it
 */
export function useTellPlace(datasetId: string, place: ReaderPlace | null | undefined, others: string): void {
  const said = useRef({ at: 0, isHere: false });
  const key = place === undefined ? '' : JSON.stringify(place);
  // Someone who comes is told as well.
  useEffect(() => {
    if (key === '') return;
    const here = JSON.parse(key) as ReaderPlace | null;
    if (others === '' || (!here && !said.current.isHere)) return;
    const say = () => {
      said.current = { at: Date.now(), isHere: here !== null };
      tell(datasetId, here);
    };
    const first = setTimeout(say, Math.max(0, said.current.at + PAUSE_MS - Date.now()));
    const again = here ? setInterval(say, REPEAT_MS) : undefined;
    return () => {
      clearTimeout(first);
      clearInterval(again);
    };
  }, [datasetId, key, others]);
  useEffect(
    () => () => {
      if (said.current.isHere) tell(datasetId, null);
      said.current.isHere = false;
    },
    [datasetId],
  );
}

function tell(datasetId: string, place: ReaderPlace | null): void {
  // A lost report is repeated or expires.
  api.source.readPlace.mutate({ datasetId, place }, { context: { silent: true } }).catch(() => {});
}
