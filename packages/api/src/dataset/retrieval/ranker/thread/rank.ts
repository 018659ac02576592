import { bestOf } from '../../rank.ts';
import type { RankAnswer, RankRequest } from '../messages.ts';
import type { HeldDataset } from './held.ts';
import { scoreByMeaning } from './meaning.ts';
import type { Scopes } from './scopes.ts';
import { raritiesOf, scoreByWords } from './words.ts';

/** Ranks the passages of a scope by words, and by meaning where there are directions. */
export function rank(
  held: ReadonlyMap<string, HeldDataset>,
  scopes: Scopes,
  request: RankRequest,
): RankAnswer {
  const datasets = request.datasetIds.flatMap((id) => held.get(id) ?? []);
  const scope = scopes.of(request, datasets);
  const rarities = raritiesOf(scope, request.terms);
  const words = bestOf(scoreByWords(scope, request.terms, rarities), request.limit);
  if (request.directions.length === 0) return { words, rarities, meaning: null };
  const scores = new Float32Array(scope.size);
  for (const { datasetId, direction } of request.directions) {
    const space = held.get(datasetId)?.space;
    if (space?.rank === direction.length) scoreByMeaning(scope, space, direction, scores);
  }
  return { words, rarities, meaning: bestOf(scores, request.limit) };
}
