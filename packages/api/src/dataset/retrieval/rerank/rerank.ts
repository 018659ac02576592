import type { Db } from '@tandem/db';
import type { Platform } from '../../../core/platform.ts';
import type { Collection } from '../collection.ts';
import type { Fused } from '../fuse.ts';
import { findTexts } from '../retrieval.repo.ts';
import type { VectorQuestion } from '../vector/rank-by-vectors.ts';
import { askQuickly } from './ask-quickly.ts';

/** Passages that are judged again. */
export const RERANKED = 40;
/** Milliseconds that a search waits for the judgement. */
const TIMEOUT_MS = 1_500;

/**
 * Puts the passages that were found in the order in which a team's reranker judges them. They stay as they are without
 * one, when it does not answer in time, and where datasets of several teams are searched, whose texts one team's
 * provider may not see.
 */
export async function rerank(
  { db, platform }: { db: Db; platform: Platform },
  collection: Collection,
  found: readonly Fused[],
  { searches, userId, query }: VectorQuestion,
): Promise<readonly Fused[]> {
  const [search] = searches;
  const modelId = search?.rerankModelId ?? null;
  if (!search || modelId === null || searches.length > 1 || found.length < 2) return found;
  const judged = found.slice(0, RERANKED);
  const texts = await textsOf(db, collection, judged);
  const answer = await askQuickly(platform, {
    ...{ modelId, kind: 'rerank', teamId: search.teamId, userId, timeoutMs: TIMEOUT_MS },
    texts: [...texts.map(() => query), ...texts],
    ask: (models, connection, name, signal) =>
      models.reranker(connection, name).rerank({ query, texts, signal }),
  });
  return answer ? inOrder(found, answer.scores) : found;
}

/** Passages with a score first, the best at the top; then the others as they were. */
export function inOrder(found: readonly Fused[], scores: ReadonlyMap<number, number>): Fused[] {
  const best = [...scores].sort(([a, one], [b, other]) => other - one || a - b);
  const judged = best.flatMap(([at, score], place) => {
    const passage = found[at];
    return passage ? { ...passage, methods: { ...passage.methods, rerank: { rank: place + 1, score } } } : [];
  });
  return [...judged, ...found.filter((_, at) => !scores.has(at))];
}

async function textsOf(db: Db, collection: Collection, found: readonly Fused[]): Promise<string[]> {
  const texts = await findTexts(
    db,
    found.map(({ index }) => collection.passageAt(index)),
  );
  const byIndex = new Map(texts.map((each) => [collection.indexOf(each), each.text]));
  return found.map(({ index }) => byIndex.get(index) || ' ');
}
