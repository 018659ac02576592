import type { Db } from '@tandem/db';
import type { Platform } from '../../core/platform.ts';
import type { Collection } from './collection.ts';
import { expandQuery, FEEDBACK_PASSAGES, type FeedbackPassage } from './feedback.ts';
import { type Fused, fuse, type Ranking } from './fuse.ts';
import { type NearPassage, rankByNearness } from './nearness.ts';
import type { QueryTerm } from './query.ts';
import type { Ranked } from './rank.ts';
import type { RankAnswer, RankTerm } from './ranker/messages.ts';
import { rankerOf } from './ranker/ranker.ts';
import { datasetsOf, scopeOf } from './ranker/scope-of.ts';
import { termKey } from './ranker/thread/segment.ts';
import { type FoundExtraction, findTexts } from './retrieval.repo.ts';
import { requestDue } from './space/request.ts';
import { findSpaces } from './space/space.repo.ts';
import { directionsOf } from './space/space.ts';
import { rankByVectors, type VectorQuestion } from './vector/rank-by-vectors.ts';

/** Passages of one ranking that take part in the fusion. */
const DEPTH = 300;
/** Shares of the methods beside words, which count 1. */
const VECTORS = 1;
const MEANING = 0.5;
const FEEDBACK = 0.3;
const NEARNESS = 0.4;
/** Passages whose words are looked at in their order. */
const NEAR_PASSAGES = 30;
/** Share of passages in whose language a word is a stop word, above which it is left out. */
const STOP_SHARE = 0.5;

interface Searched {
  collection: Collection;
  extractions: readonly FoundExtraction[];
  terms: readonly QueryTerm[];
  datasetIds: readonly string[];
  asked: VectorQuestion;
}

type Context = { db: Db; platform: Platform };

/**
 * Ranks passages by words, by vectors where a team chose a model, by meaning where datasets have a space, by words again
 * with feedback, and the best of them by how near the words stand to each other.
 * @param allowed leaves out what must not be found
 */
export async function rankPassages(
  context: Context,
  searched: Searched,
  allowed: (ranked: Ranked[]) => Ranked[],
): Promise<Ranking[]> {
  const vectors = rankByVectors(context, searched, DEPTH).then((ranking) =>
    ranking
      ? [{ method: 'vectors' as const, weight: VECTORS, ...ranking, ranked: allowed(ranking.ranked) }]
      : [],
  );
  // It is waited for later, if at all.
  vectors.catch(() => {});
  return rankBy(context, searched, vectors, allowed);
}

async function rankBy(
  { db, platform }: Context,
  searched: Searched,
  vectors: Promise<Ranking[]>,
  allowed: (ranked: Ranked[]) => Ranked[],
): Promise<Ranking[]> {
  const { collection, extractions, datasetIds } = searched;
  const { terms } = searched;
  const passagesIn = passagesByLanguage(extractions);
  const keysOf = (term: QueryTerm) => rankTermOf(term, passagesIn);
  const spaces = await findSpaces(db, datasetIds);
  await requestDue(platform, passagesByDataset(searched), spaces);
  const directions = await directionsOf(db, spaces, terms);
  return rankerOf(platform).holding(db, datasetsOf(datasetIds, extractions, spaces), async (thread) => {
    const request = { ...scopeOf(collection, datasetIds), limit: DEPTH };
    const first = await thread.rank({ ...request, terms: terms.map(keysOf), directions });
    const rankings = [...rankingsOf(first, allowed), ...(await vectors)];
    const best = await textsOf(db, collection, fuse(rankings, NEAR_PASSAGES));
    if (best.length === 0) return rankings;
    const expanded = expandQuery(terms, best.slice(0, FEEDBACK_PASSAGES));
    const again = await thread.rank({ ...request, terms: expanded.map(keysOf), directions: [] });
    const near = rankByNearness(terms, first.rarities, best);
    return [
      ...rankings,
      { method: 'feedback', weight: FEEDBACK, ranked: allowed(again.words) },
      { method: 'nearness', weight: NEARNESS, ...near },
    ];
  });
}

function rankingsOf({ words, meaning }: RankAnswer, allowed: (ranked: Ranked[]) => Ranked[]): Ranking[] {
  const rankings: Ranking[] = [{ method: 'words', weight: 1, ranked: allowed(words) }];
  if (meaning) rankings.push({ method: 'meaning', weight: MEANING, ranked: allowed(meaning) });
  return rankings;
}

function rankTermOf({ weight, terms, stopIn }: QueryTerm, passagesIn: PassagesByLanguage): RankTerm {
  return {
    weight,
    keys: [...terms].map(([language, term]) => termKey(language, term)),
    assumed: sumOf(stopIn, passagesIn),
  };
}

/**
 * The words of a query without those that are stop words in most passages: where they do occur in the others, they look
 * rare, and would count more than anything else.
 */
export function countedTerms(
  terms: readonly QueryTerm[],
  { extractions, size }: { extractions: readonly FoundExtraction[]; size: number },
): readonly QueryTerm[] {
  const passagesIn = passagesByLanguage(extractions);
  const some = terms.filter(({ stopIn }) => sumOf(stopIn, passagesIn) <= size * STOP_SHARE);
  return some.length === 0 ? terms : some;
}

type PassagesByLanguage = ReadonlyMap<string | null, number>;

function passagesByLanguage(extractions: readonly FoundExtraction[]): PassagesByLanguage {
  const passages = new Map<string | null, number>();
  for (const each of extractions)
    passages.set(each.language, (passages.get(each.language) ?? 0) + each.passages);
  return passages;
}

function sumOf(languages: readonly (string | null)[], passagesIn: PassagesByLanguage): number {
  return languages.reduce((sum, language) => sum + (passagesIn.get(language) ?? 0), 0);
}

/** The texts of passages, in their order. */
async function textsOf(
  db: Db,
  collection: Collection,
  fused: readonly Fused[],
): Promise<(FeedbackPassage & NearPassage)[]> {
  const texts = await findTexts(
    db,
    fused.map(({ index }) => collection.passageAt(index)),
  );
  const byIndex = new Map(texts.map((each) => [collection.indexOf(each), each]));
  return fused.flatMap(({ index, score }) => {
    const found = byIndex.get(index);
    return found ? { index, score, text: found.text, language: found.language } : [];
  });
}

function passagesByDataset({ extractions }: Searched): Map<string, number> {
  const passages = new Map<string, number>();
  for (const each of extractions)
    for (const id of each.datasetIds) passages.set(id, (passages.get(id) ?? 0) + each.passages);
  return passages;
}
