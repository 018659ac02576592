import { perProcess } from '../../../core/per-process.ts';
import type { Platform } from '../../../core/platform.ts';
import { askQuickly } from '../rerank/ask-quickly.ts';
import { normalise } from '../space/vectors.ts';
import type { SearchedIndex } from './search.repo.ts';

/** Milliseconds that a search waits for the vector of its query. */
const TIMEOUT_MS = 1_000;
/** Queries whose vectors a process keeps. */
const MAX_KEPT = 500;

const kept = perProcess(() => new Map<string, Promise<Float64Array | null>>());

/**
 * The vector of a query by the model of an index, of length 1.
 * @returns null when the model does not answer in time, or with vectors of another length than the index has
 */
export function vectorOfQuery(
  platform: Platform,
  { index, teamId, userId, query }: { index: SearchedIndex; teamId: string; userId: number; query: string },
): Promise<Float64Array | null> {
  const vectors = kept(platform);
  const key = `${index.id} ${query}`;
  const known = vectors.get(key);
  const vector = known ?? embed(platform, index, { teamId, userId, query });
  vectors.delete(key);
  vectors.set(key, vector);
  if (!known)
    void vector.then((found) => {
      if (!found && vectors.get(key) === vector) vectors.delete(key);
    });
  const [oldest] = vectors.keys();
  if (vectors.size > MAX_KEPT && oldest !== undefined) vectors.delete(oldest);
  return vector;
}

async function embed(
  platform: Platform,
  { modelId, dimensions }: SearchedIndex,
  { teamId, userId, query }: { teamId: string; userId: number; query: string },
): Promise<Float64Array | null> {
  const answer = await askQuickly(platform, {
    ...{ modelId, kind: 'embedding', teamId, userId, timeoutMs: TIMEOUT_MS, texts: [query] },
    ask: (models, connection, name, signal) =>
      models.embeddingModel(connection, name).embed({ texts: [query], purpose: 'query', signal }),
  });
  const vector = answer?.vectors[0];
  return vector?.length === dimensions ? normalise(Float64Array.from(vector)) : null;
}
