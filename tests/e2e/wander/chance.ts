import { createHash } from 'node:crypto';

/** A number from 0 to 1 that depends on nothing but the words given. */
export function chance(...parts: (string | number)[]): number {
  return createHash('sha256').update(parts.join('\n')).digest().readUInt32BE() / 2 ** 32;
}

/**
 * Chooses by weight, with a random number for each choice: adding or removing a choice changes the result
 * only if it is the chosen one, so that a walk can be repeated even if a screen differs slightly.
 */
export function choose<T>(
  choices: readonly T[],
  lot: string,
  { name, weight = () => 1 }: { name(choice: T): string; weight?(choice: T): number },
): T | undefined {
  let best: { choice: T; drawn: number } | undefined;
  for (const choice of choices) {
    if (weight(choice) <= 0) continue;
    const drawn = -Math.log(chance(lot, name(choice)) + Number.EPSILON) / weight(choice);
    if (!best || drawn < best.drawn) best = { choice, drawn };
  }
  return best?.choice;
}
