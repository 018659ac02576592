import { createHash } from 'node:crypto';

/** A number from 0 to 1 that depends on nothing but the words given. */
export function chance(...parts: (string | number)[]): number {
  return createHash('sha256').update(parts.join('\n')).digest().readUInt32BE() / 2 ** 32;
}

/**
 * Chooses by weight, each by a lot of its own: one more or one less among the others changes the choice only when it
 * is the one chosen, so that a walk is repeated even where not everything on a screen is the same.
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
