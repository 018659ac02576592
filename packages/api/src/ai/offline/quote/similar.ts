/** Shortest word whose spelling is corrected, and from which two mistakes are. */
const LEAST = 5;
const LONG = 8;

/** Letters that have to be added, taken away, replaced or swapped with their neighbour, up to `most`; else more than it. */
export function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let two: number[] = [];
  let one = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min((row[j - 1] ?? 0) + 1, (one[j] ?? 0) + 1, (one[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (two[j - 2] ?? 0) + 1);
      row.push(least);
    }
    if (Math.min(...row) > most) return most + 1;
    two = one;
    one = row;
  }
  return one[b.length] ?? most + 1;
}

/**
 * The word that was probably meant by one that nobody uses here.
 * @param known words with how often they occur
 * @returns null when none is near enough
 */
export function nearest(word: string, known: ReadonlyMap<string, number>): string | null {
  if (word.length < LEAST || !/^\p{Script=Latin}+$/u.test(word)) return null;
  const most = word.length >= LONG ? 2 : 1;
  let best: { word: string; distance: number; count: number } | null = null;
  for (const [each, count] of known) {
    // People rarely mistake the first letter.
    if (each[0] !== word[0] || each.length < LEAST - 1) continue;
    const far = distance(word, each, best?.distance ?? most);
    if (far > most) continue;
    if (!best || far < best.distance || (far === best.distance && count > best.count))
      best = { word: each, distance: far, count };
  }
  return best?.word ?? null;
}
