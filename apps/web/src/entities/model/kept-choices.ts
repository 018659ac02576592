import { useCallback, useEffect } from 'react';
import { create } from 'zustand';
import { onSignOut, personalKey } from '../../lib/personal.ts';
import { readStored, removeStored, writeStored } from '../../lib/storage/storage.ts';

/**
 * Makes the choices of one kind, one for each channel or place. They are this person's alone, survive a reload, and are
 * the same for everything that shows the place.
 * @param parse reads a stored value; what is no choice gives the usual one
 */
export function keptChoices<T>(kind: string, parse: (stored: unknown) => T) {
  // By storage key, so that the next person who signs in finds nothing of the last one's.
  const useKept = create<Readonly<Record<string, T>>>()(() => ({}));
  /** Counts choices and departures: an answer of the storage from before the last is late. */
  const chosen = new Map<string, number>();
  let departures = 0;
  onSignOut(() => {
    departures += 1;
    useKept.setState({}, true);
  });
  const usual = parse(null);

  function keep(place: string, value: T): void {
    const key = personalKey(kind, place);
    chosen.set(key, (chosen.get(key) ?? 0) + 1);
    useKept.setState({ [key]: value });
    void (value === null ? removeStored(key) : writeStored(key, value));
  }

  function useChoice(place: string): [T, (value: T) => void] {
    const key = personalKey(kind, place);
    const value = useKept((kept) => kept[key]);
    useEffect(() => {
      // Read each time: another tab may have chosen since.
      const before = [chosen.get(key), departures].join();
      void readStored(key).then((stored) => {
        if ([chosen.get(key), departures].join() === before) useKept.setState({ [key]: parse(stored) });
      });
    }, [key]);
    const choose = useCallback((next: T) => keep(place, next), [place]);
    return [value ?? usual, choose];
  }

  return { keep, useChoice };
}
