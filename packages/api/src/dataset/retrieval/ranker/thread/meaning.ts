import { GREATEST } from '../../space/vectors.ts';
import { multiplier } from './cosines.ts';
import type { PlacedSpace } from './held.ts';
import type { Scope } from './scope.ts';

/** Scores passages by how close they are to a direction in the space of a dataset; keeps scores that are higher. */
export function scoreByMeaning(
  scope: Scope,
  { rank, placed }: PlacedSpace,
  direction: Float32Array,
  scores: Float32Array,
): void {
  const products = multiplier(direction, GREATEST, (index, cosine) => {
    if (cosine > (scores[index] as number)) scores[index] = cosine;
  });
  for (const [extractionId, vectors] of placed) {
    const place = scope.placeOf(extractionId);
    if (place) products.add(vectors, Math.min(place.passages, Math.floor(vectors.length / rank)), place.base);
  }
  products.end();
}
