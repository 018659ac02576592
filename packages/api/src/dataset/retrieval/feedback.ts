import { countTerms } from '../../core/words/terms.ts';
import type { QueryTerm } from './query.ts';

/** Passages taken to be relevant, from the best. */
export const FEEDBACK_PASSAGES = 10;
/** Terms that they add. */
const FEEDBACK_TERMS = 20;
/** Share of the original query in the expanded one. */
const ORIGINAL = 0.7;
const IS_NUMBER = /^\p{N}+$/u;

export interface FeedbackPassage {
  text: string;
  language: string | null;
  /** By BM25. */
  score: number;
}

/**
 * Expands a query by the terms that its best passages use most, each weighed by its passage's score (relevance model
 * RM3).
 */
export function expandQuery(query: readonly QueryTerm[], best: readonly FeedbackPassage[]): QueryTerm[] {
  const total = best.reduce((sum, { score }) => sum + score, 0);
  if (total === 0) return [...query];
  const model = new Map<string, { terms: QueryTerm['terms']; weight: number }>();
  for (const { text, language, score } of best) {
    const { counts, length } = countTerms(text, language);
    for (const [term, count] of counts) {
      if (IS_NUMBER.test(term)) continue;
      const key = `${language} ${term}`;
      const weight = (model.get(key)?.weight ?? 0) + ((score / total) * count) / length;
      model.set(key, { terms: new Map([[language, term]]), weight });
    }
  }
  const chosen = [...model.values()].sort((a, b) => b.weight - a.weight).slice(0, FEEDBACK_TERMS);
  const sum = chosen.reduce((all, { weight }) => all + weight, 0);
  return [
    ...query.map((word) => ({ ...word, weight: word.weight * ORIGINAL })),
    ...chosen.map(({ weight, terms }) => ({ weight: (weight / sum) * (1 - ORIGINAL), terms, stopIn: [] })),
  ];
}
