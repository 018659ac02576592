import { createHash } from 'node:crypto';

/** Numbers from 0 to 1 that follow from a seed. */
export interface Random {
  next(): number;
  between(from: number, to: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
}

/** The same seed gives the same numbers. */
export function randomOf(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0) || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (from, to) => from + (to - from) * next(),
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
  };
}
