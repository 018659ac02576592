import type { Environment } from './variables.ts';

/**
 * Finds variables whose names are nearly one of `known`: a typo would be ignored silently.
 * @returns pairs of the actual and the probably intended name
 */
export function misspelt(env: Environment, known: readonly string[]): [name: string, meant: string][] {
  const names = new Set(known);
  return Object.keys(env).flatMap((name) => {
    if (names.has(name) || !env[name]?.trim()) return [];
    const meant = known.find((candidate) => isNear(name, candidate));
    return meant ? [[name, meant] as [string, string]] : [];
  });
}

/** Whether they differ by one or two typos; short names are too similar to tell. */
export function isNear(name: string, known: string): boolean {
  const most = known.length >= 9 ? 2 : known.length >= 7 ? 1 : 0;
  if (most === 0 || Math.abs(name.length - known.length) > most) return false;
  return distance(name.toUpperCase(), known) <= most;
}

/** Edit distance in insertions, deletions, replacements and swaps of neighbours. */
function distance(from: string, to: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (isSwapped) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    [before, last] = [last, row];
  }
  return last[to.length] ?? 0;
}
