import { GREATEST } from '../../space/vectors.ts';
import type { PlacedSpace } from './held.ts';
import type { Scope } from './scope.ts';

/** Scores passages by how close they are to a direction in the space of a dataset; keeps scores that are higher. */
export function scoreByMeaning(
  scope: Scope,
  { rank, placed }: PlacedSpace,
  direction: Float32Array,
  scores: Float32Array,
): void {
  // Conversions in the innermost loop would take longer than the products.
  const scaled = Float64Array.from(direction, (value) => value / GREATEST);
  for (const [extractionId, vectors] of placed) {
    const place = scope.placeOf(extractionId);
    if (!place) continue;
    const count = Math.min(place.passages, vectors.length / rank);
    let n = 0;
    for (; n + 4 <= count; n += 4) fourCosines(scaled, vectors, n, place.base, scores);
    for (; n < count; n += 1) oneCosine(scaled, vectors, n, place.base, scores);
  }
}

/** Of four passages at once, whose sums do not wait for each other. */
function fourCosines(
  direction: Float64Array,
  vectors: Int8Array,
  n: number,
  base: number,
  scores: Float32Array,
): void {
  const rank = direction.length;
  const first = n * rank;
  const second = first + rank;
  const third = second + rank;
  const fourth = third + rank;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let i = 0; i < rank; i += 1) {
    const value = direction[i] as number;
    a += value * (vectors[first + i] as number);
    b += value * (vectors[second + i] as number);
    c += value * (vectors[third + i] as number);
    d += value * (vectors[fourth + i] as number);
  }
  raise(scores, base + n, a);
  raise(scores, base + n + 1, b);
  raise(scores, base + n + 2, c);
  raise(scores, base + n + 3, d);
}

function oneCosine(
  direction: Float64Array,
  vectors: Int8Array,
  n: number,
  base: number,
  scores: Float32Array,
): void {
  const rank = direction.length;
  let sum = 0;
  for (let i = 0; i < rank; i += 1) sum += (direction[i] as number) * (vectors[n * rank + i] as number);
  raise(scores, base + n, sum);
}

function raise(scores: Float32Array, index: number, score: number): void {
  if (score > (scores[index] as number)) scores[index] = score;
}
