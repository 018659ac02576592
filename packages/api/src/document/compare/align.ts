import { likeness, longestRise, type WordCounts, wordCountsOf } from './likeness.ts';

/** Pairs of places: in the earlier list and in the later one. */
export type Pair = readonly [before: number, after: number];

/** How many later entries each earlier one is compared with, and the likeness of a match. */
const LOOK_AHEAD = 8;
const ALIKE = 0.35;

/** Returns the longest run of pairs that keeps the order of both lists, in the order of the earlier one. */
export function inOrder(pairs: readonly Pair[]): Pair[] {
  return longestRise(pairs.map(([, after]) => after)).map((at) => pairs[at] as Pair);
}

/** Something comparable by its words. */
export interface Sample extends WordCounts {
  /** Only samples of one kind are compared. */
  kind: string;
}

/** A sample of words. */
export function sampleOf(kind: string, words: readonly string[]): Sample {
  return { kind, ...wordCountsOf(words) };
}

/**
 * Pairs entries of two lists that are probably changed versions of each other; the pairs keep the order of
 * both.
 */
export function pairAlike(before: readonly Sample[], after: readonly Sample[]): Pair[] {
  const pairs: Pair[] = [];
  let from = 0;
  before.forEach((sample, index) => {
    let best = -1;
    let bestLikeness = ALIKE;
    for (let at = from; at < Math.min(after.length, from + LOOK_AHEAD); at += 1) {
      const other = after[at] as Sample;
      const found = sample.kind === other.kind ? likeness(sample, other) : 0;
      if (found > bestLikeness || (found === bestLikeness && best < 0)) {
        best = at;
        bestLikeness = found;
      }
    }
    if (best < 0) return;
    pairs.push([index, best]);
    from = best + 1;
  });
  return pairs;
}

/** One of two lists, with its entries that have no counterpart yet. */
export interface Side {
  length: number;
  sample(index: number): Sample;
  isFree(index: number): boolean;
}

/**
 * Adds pairs of similar entries between known pairs.
 * @param known in the order of both lists
 * @returns all of them, in that order
 */
export function pairBetween(before: Side, after: Side, known: readonly Pair[]): Pair[] {
  const all: Pair[] = [];
  let [i, j] = [0, 0];
  for (const pair of [...known, [before.length, after.length] as const]) {
    const gone = places(i, pair[0]).filter(before.isFree);
    const come = places(j, pair[1]).filter(after.isFree);
    const alike = pairAlike(gone.map(before.sample), come.map(after.sample));
    for (const [a, b] of alike) all.push([gone[a] as number, come[b] as number]);
    if (pair[0] < before.length) all.push(pair);
    [i, j] = [pair[0] + 1, pair[1] + 1];
  }
  return all;
}

function places(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

/** One step through both lists: a pair, or an entry of only one. */
export type Step = readonly [before: number | null, after: number | null];

/**
 * Merges both lists into one order; removed entries precede those in their place.
 * @param pairs in the order of both
 */
export function steps(lengths: { before: number; after: number }, pairs: readonly Pair[]): Step[] {
  const all: Step[] = [];
  let [i, j] = [0, 0];
  const end: Pair = [lengths.before, lengths.after];
  for (const [before, after] of [...pairs, end]) {
    for (; i < before; i += 1) all.push([i, null]);
    for (; j < after; j += 1) all.push([null, j]);
    if (before < lengths.before) all.push([before, after]);
    [i, j] = [before + 1, after + 1];
  }
  return all;
}
