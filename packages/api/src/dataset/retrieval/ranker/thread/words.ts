import type { RankTerm } from '../messages.ts';
import type { Scope } from './scope.ts';

/** How soon further occurrences of a term stop counting, and how much a passage's length counts. */
const K1 = 0.9;
const B = 0.4;

/** How rare each of some words is; 0 for those that no passage has, or most. */
export function raritiesOf(scope: Scope, terms: readonly RankTerm[]): number[] {
  return terms.map(({ keys, assumed }) => {
    const containing = countContaining(scope, keys) + assumed;
    if (containing === 0) return 0;
    return Math.max(0, Math.log(1 + (scope.size - containing + 0.5) / (containing + 0.5)));
  });
}

/**
 * Scores all passages of a scope by BM25.
 * @returns scores by index; 0 for passages without any of the terms
 */
export function scoreByWords(
  scope: Scope,
  terms: readonly RankTerm[],
  rarities: readonly number[] = raritiesOf(scope, terms),
): Float64Array {
  const scores = new Float64Array(scope.size);
  const norms = normsOf(scope);
  for (const [at, { weight, keys }] of terms.entries()) {
    const rarity = rarities[at] as number;
    if (rarity > 0) addScores(scope, keys, weight * rarity * (K1 + 1), norms, scores);
  }
  return scores;
}

/** By how much the length of each passage counts against its terms; kept as long as the scope. */
const normsByScope = new WeakMap<Scope, Float64Array>();

function normsOf(scope: Scope): Float64Array {
  const known = normsByScope.get(scope);
  if (known) return known;
  const norms = Float64Array.from(
    scope.lengths,
    (length) => K1 * (1 - B + (B * length) / scope.averageLength),
  );
  normsByScope.set(scope, norms);
  return norms;
}

/** How many passages of a scope have a term. */
function countContaining({ segments }: Scope, keys: readonly string[]): number {
  let containing = 0;
  for (const { segment, indices, isWhole } of segments)
    for (const key of keys) {
      const id = segment.terms.get(key);
      if (id === undefined) continue;
      const start = segment.starts[id] as number;
      const end = segment.starts[id + 1] as number;
      if (isWhole) {
        containing += end - start;
        continue;
      }
      for (let at = start; at < end; at += 1)
        if ((indices[(segment.entries[at] as number) >>> 8] as number) >= 0) containing += 1;
    }
  return containing;
}

function addScores(
  { segments }: Scope,
  keys: readonly string[],
  factor: number,
  norms: Float64Array,
  scores: Float64Array,
): void {
  for (const { segment, indices } of segments)
    for (const key of keys) {
      const id = segment.terms.get(key);
      if (id === undefined) continue;
      const { entries } = segment;
      const end = segment.starts[id + 1] as number;
      for (let at = segment.starts[id] as number; at < end; at += 1) {
        const entry = entries[at] as number;
        const index = indices[entry >>> 8] as number;
        if (index < 0) continue;
        const count = entry & 255;
        scores[index] = (scores[index] as number) + (factor * count) / (count + (norms[index] as number));
      }
    }
}
