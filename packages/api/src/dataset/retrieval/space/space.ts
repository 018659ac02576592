import type { Db } from '@tandem/db';
import type { QueryTerm } from '../query.ts';
import { featuresOf } from './features.ts';
import { findDirections, type SpaceHead } from './space.repo.ts';
import { addPacked, normalise, packedBytes } from './vectors.ts';

/** Where a query points in the spaces of datasets; those in which none of its words are known are left out. */
export async function directionsOf(
  db: Db,
  heads: readonly SpaceHead[],
  query: readonly QueryTerm[],
): Promise<{ datasetId: string; direction: Float32Array }[]> {
  const weights = weightsOf(query);
  const found = await Promise.all(
    heads
      .filter(({ rank }) => rank > 0)
      .map(async (head) => ({
        datasetId: head.datasetId,
        direction: await directionIn(db, head, weights),
      })),
  );
  return found.flatMap(({ datasetId, direction }) => (direction ? { datasetId, direction } : []));
}

/** The features of a query with their weights. */
function weightsOf(query: readonly QueryTerm[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { weight, terms } of query) {
    // A word that is written alike in several languages counts once.
    const features = new Map(
      [...terms]
        .flatMap(([language, term]) => featuresOf(term, language))
        .map((each) => [each.name, each.weight]),
    );
    for (const [name, share] of features) weights.set(name, (weights.get(name) ?? 0) + weight * share);
  }
  return weights;
}

async function directionIn(
  db: Db,
  head: SpaceHead,
  weights: ReadonlyMap<string, number>,
): Promise<Float32Array | null> {
  const found = await findDirections(db, head.datasetId, [...weights.keys()]);
  const sum = new Float64Array(head.rank);
  // A space that was learned meanwhile has another size.
  for (const { term, vector } of found)
    if (vector.length === packedBytes(head.rank)) addPacked(sum, vector, weights.get(term) ?? 0);
  return sum.some((value) => value !== 0) ? Float32Array.from(normalise(sum)) : null;
}
