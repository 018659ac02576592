/** How often each word occurs in a text. */
export interface WordCounts {
  words: ReadonlyMap<string, number>;
  size: number;
}

/** Counts words. */
export function wordCountsOf(words: readonly string[]): WordCounts {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { words: counts, size: words.length };
}

/** Share of words that two texts have in common, from 0 to 1; two without words are alike. */
export function likeness(a: WordCounts, b: WordCounts): number {
  if (a.size + b.size === 0) return 1;
  let shared = 0;
  for (const [word, count] of a.words) shared += Math.min(count, b.words.get(word) ?? 0);
  return (2 * shared) / (a.size + b.size);
}

/** The places of the most values that rise from one to the next, in order. */
export function longestRise(values: readonly number[]): number[] {
  // For each length, the place with the lowest value that ends a rise of it; for each place, its predecessor.
  const ends: number[] = [];
  const previous: number[] = [];
  values.forEach((value, index) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] as number] as number) < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (ends[low - 1] as number) : -1;
    ends[low] = index;
  });
  const places: number[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] as number) places.push(at);
  return places.reverse();
}
