import { type Fit, fitOfName, hasSpelling, typedWords } from '@tandem/shared/search/spelt';
import { fold } from '@tandem/shared/search/words';
import { useEffect } from 'react';
import { create } from 'zustand';
import { Chunk } from './chunk.ts';

/** The dictionary of pinyin is larger than most screens: it comes when Chinese names are looked for. */
const speller = new Chunk('spelling', () => import('@tandem/shared/search/spelling'));

/** Names kept as they are compared: every key asks for all of them again. */
const MAX_KEPT = 20_000;

interface Compared {
  folded: string;
  /** Null until it is asked for, which takes much longer than folding. */
  spelling: string | null;
}

/**
 * How well a name matches folded words, by its characters or, once the dictionary has loaded, its spelling;
 * null for no match.
 */
export type FitName = (name: string, words: readonly string[]) => Fit | null;

interface SpellingState {
  spell: (name: string) => string;
  /** Replaced when the dictionary has loaded, so that searches run again. */
  fit: FitName;
}

const kept = new Map<string, Compared>();
const unspelt = () => '';
const useSpeller = create<SpellingState>(() => ({ spell: unspelt, fit: fitName }));

/** Matches one name with what has been loaded. */
export function fitName(name: string, words: readonly string[]): Fit | null {
  const known = compared(name);
  const plain = fitOfName(known.folded, '', words);
  if (plain !== null || !words.some((word) => /[a-z]/.test(word))) return plain;
  known.spelling ??= useSpeller.getState().spell(name);
  return fitOfName(known.folded, known.spelling, words);
}

function compared(name: string): Compared {
  const known = kept.get(name);
  if (known) return known;
  if (kept.size >= MAX_KEPT) kept.clear();
  const made = { folded: fold(name), spelling: null };
  kept.set(name, made);
  return made;
}

/**
 * Loads the dictionary, unless it is here.
 * @returns what judges names; by their characters alone where it could not be loaded
 */
export async function loadSpelling(): Promise<FitName> {
  if (useSpeller.getState().spell === unspelt) {
    try {
      const { spell } = await speller.read();
      kept.clear();
      useSpeller.setState({ spell: (name) => spell(name), fit: (name, words) => fitName(name, words) });
    } catch {
      // The next list that opens asks again.
      speller.forget();
    }
  }
  return useSpeller.getState().fit;
}

/** Whether any of these names is found by more than its characters. */
export function anySpelt(names: Iterable<string>): boolean {
  for (const name of names) if (hasSpelling(name)) return true;
  return false;
}

/**
 * Judges names while something looks for them.
 * @param spelt whether any of the names that are looked through has something to spell
 */
export function useFit(spelt: boolean): FitName {
  useEffect(() => {
    if (spelt) void loadSpelling();
  }, [spelt]);
  return useSpeller((state) => state.fit);
}

/** How well a name matches the typed text. */
export function fitOf(name: string, query: string, fit: FitName = fitName): Fit | null {
  return fit(name, typedWords(query));
}
