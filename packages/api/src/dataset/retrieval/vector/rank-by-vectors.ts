import type { Db } from '@tandem/db';
import type { Platform } from '../../../core/platform.ts';
import { pacer } from '../../../core/timing/yield.ts';
import type { Collection } from '../collection.ts';
import type { Ranked } from '../rank.ts';
import type { FoundExtraction } from '../retrieval.repo.ts';
import { signaturesOf } from './kept-signatures.ts';
import { packedCosine } from './pack.ts';
import { vectorOfQuery } from './query-vector.ts';
import { requestDueFill } from './request.ts';
import { findVectors, type SearchedIndex, type TeamSearch } from './search.repo.ts';
import { compareSignatures, mostEqual, SIGNATURE_WORDS, signatureOf } from './signature.ts';

/** Passages that are compared exactly, chosen by their signatures. */
const CANDIDATES = 500;
/** With those that are as good as the last one. */
const MOST_CANDIDATES = 1_000;
/** Milliseconds that a search waits for signatures which are not in memory yet; reading them goes on. */
const READING_MS = 1_500;

/** A query as the vectors of one team are searched for it. */
interface TeamQuery {
  teamId: string;
  index: SearchedIndex;
  direction: Float64Array;
}

/** A query, who asks it, and by which models. */
export interface VectorQuestion {
  searches: readonly TeamSearch[];
  userId: number;
  query: string;
}

/** Passages by cosine, best first. */
export interface VectorRanking {
  ranked: Ranked[];
  /** The cosine of passages that have nothing to do with the query: many models' vectors all point much the same way. */
  floor: number;
}

/**
 * Ranks passages by the cosine of their vectors with the query's: the best by signatures, which are in memory, then
 * exactly. Has vectors made that are missing.
 * @param searched what the reader may search
 * @returns null where no vectors are searched
 */
export async function rankByVectors(
  context: { db: Db; platform: Platform },
  searched: { collection: Collection; extractions: readonly FoundExtraction[]; asked: VectorQuestion },
  limit: number,
): Promise<VectorRanking | null> {
  const { collection, extractions, asked } = searched;
  const rankings = await Promise.all(
    asked.searches.map(async ({ teamId, datasetIds, index }) => {
      if (!index) return null;
      const held = new Set(datasetIds);
      const some = extractions.filter((each) => each.datasetIds.some((id) => held.has(id)));
      const direction = await vectorOfQuery(context.platform, { index, teamId, ...asked });
      return direction && rankInTeam(context, collection, some, { teamId, index, direction });
    }),
  );
  const found = rankings.filter((ranking) => ranking !== null);
  if (found.length === 0) return null;
  const best = new Map<number, Ranked>();
  for (const ranked of found.flat())
    if (ranked.score > (best.get(ranked.index)?.score ?? Number.NEGATIVE_INFINITY))
      best.set(ranked.index, ranked);
  const ranked = [...best.values()].sort((a, b) => b.score - a.score || a.index - b.index).slice(0, limit);
  return { ranked, floor: ranked.length > 1 ? (ranked.at(-1)?.score ?? 0) : 0 };
}

/** Ranks by the vectors of one team's index. @returns null while its signatures are being read */
export async function rankInTeam(
  context: { db: Db; platform: Platform },
  collection: Collection,
  extractions: readonly FoundExtraction[],
  { teamId, index, direction }: TeamQuery,
): Promise<Ranked[] | null> {
  const signatures = await soon(signaturesOf(context, index.id, extractions));
  if (!signatures) return null;
  const isComplete = extractions.every(
    ({ id, passages }) => (signatures.get(id)?.length ?? 0) >= passages * SIGNATURE_WORDS,
  );
  if (!isComplete) await requestDueFill(context.platform, teamId);
  const candidates = mostEqual(await likeness(collection, direction, signatures), CANDIDATES);
  const keys = candidates.slice(0, MOST_CANDIDATES).map((index) => collection.passageAt(index));
  return (await findVectors(context.db, index, keys)).flatMap(({ vector, ...key }) => {
    const at = collection.indexOf(key);
    return at === undefined ? [] : { index: at, score: packedCosine(direction, vector) };
  });
}

/** For each passage, in how many bits its signature equals the query's; 0 for those without one. */
async function likeness(
  collection: Collection,
  direction: Float64Array,
  signatures: ReadonlyMap<number, Uint32Array>,
): Promise<Uint16Array> {
  const equal = new Uint16Array(collection.size);
  const own = signatureOf(direction);
  const pace = pacer();
  for (const [extractionId, all] of signatures) {
    if (pace.isDue()) await pace.taken();
    const place = collection.placeOf(extractionId);
    if (!place) continue;
    const count = Math.min(place.passages, all.length / SIGNATURE_WORDS);
    compareSignatures(own, all, count, equal, place.base);
  }
  return equal;
}

/** The value, if it is there within a moment; null otherwise. */
function soon<T>(reading: Promise<T>): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, READING_MS, null);
  return Promise.race([reading, promise]).finally(() => clearTimeout(timer));
}
