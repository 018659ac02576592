/** Pairs of places: in the earlier list and in the later one. */
export type Pair = readonly [before: number, after: number];

/** How many later ones each earlier one is held against, and how alike two must be to be called one. */
const LOOK_AHEAD = 8;
const ALIKE = 0.35;

/** The longest run of pairs that keeps the order of both lists; given in the order of the earlier one. */
export function inOrder(pairs: readonly Pair[]): Pair[] {
  // Of each length, the pair that ends the run of this length lowest; and for each pair the one before it.
  const ends: number[] = [];
  const previous: number[] = [];
  pairs.forEach(([, after], index) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] as number] as Pair)[1] < after) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (ends[low - 1] as number) : -1;
    ends[low] = index;
  });
  const run: Pair[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] as number) run.push(pairs[at] as Pair);
  return run.reverse();
}

/** Something that can be held against others by its words. */
export interface Sample {
  /** Only samples of one kind are alike. */
  kind: string;
  words: ReadonlyMap<string, number>;
  size: number;
}

/** A sample of words. */
export function sampleOf(kind: string, words: readonly string[]): Sample {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { kind, words: counts, size: words.length };
}

/** From 0, nothing in common, to 1. */
function likeness(a: Sample, b: Sample): number {
  if (a.kind !== b.kind) return 0;
  if (a.size === 0 || b.size === 0) return a.size === b.size ? 1 : 0;
  let shared = 0;
  for (const [word, count] of a.words) shared += Math.min(count, b.words.get(word) ?? 0);
  return (2 * shared) / (a.size + b.size);
}

/** Pairs those of two lists that are likely the same, changed; the pairs keep the order of both. */
export function pairAlike(before: readonly Sample[], after: readonly Sample[]): Pair[] {
  const pairs: Pair[] = [];
  let from = 0;
  before.forEach((sample, index) => {
    let best = -1;
    let bestLikeness = ALIKE;
    for (let at = from; at < Math.min(after.length, from + LOOK_AHEAD); at += 1) {
      const found = likeness(sample, after[at] as Sample);
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

/** One of two lists: what is in it, and which of it has no counterpart yet. */
export interface Side {
  length: number;
  sample(index: number): Sample;
  isFree(index: number): boolean;
}

/**
 * Adds pairs of what is alike between pairs that are known.
 * @param known in the order of both lists @returns all of them, in that order
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

/** One step through both lists at once: a pair, or what is in one of them only. */
export type Step = readonly [before: number | null, after: number | null];

/** Both lists in one order; what went stands before what came in its place. @param pairs in the order of both */
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
