import { fold } from '@tandem/shared/search/words';
import { UNSPACED } from '@tandem/shared/text/words';
import { languageOf } from '../../core/words/language.ts';
import { termsOf, wholeWords } from '../../core/words/terms.ts';
import type { QueryTerm } from './query.ts';
import type { Ranked } from './rank.ts';

/** Words between which two words of a query still count as near. */
const WINDOW = 8;
/** Words of a query that are compared with each other are at most this far apart in it. */
const APART = 8;
/** How much two words count that stand in the other order than in the query. */
const REVERSED = 0.8;

export interface NearPassage {
  index: number;
  text: string;
  language: string | null;
}

/**
 * Ranks passages by how near the words of a query stand to each other in them, in its order or another; pairs of rare
 * words that stand side by side in the query count most.
 * @param rarities of the query's words
 * @returns with the score of a passage that has all neighbours of the query side by side, once
 */
export function rankByNearness(
  query: readonly QueryTerm[],
  rarities: readonly number[],
  passages: readonly NearPassage[],
): { ranked: Ranked[]; whole: number } {
  const pairs = pairsOf(rarities);
  const whole = pairs.reduce((sum, { weight }) => sum + weight / 2, 0);
  const numbers = new Map<string | null, Map<string, number>>();
  const ranked = passages
    .map(({ index, text, language }) => {
      const known = numbers.get(language) ?? numbersIn(query, language);
      numbers.set(language, known);
      const places = placesOf(text, language, known);
      const score = pairs.reduce((sum, { first, second, weight }) => {
        const near = nearnessOf(places.get(first), places.get(second));
        return sum + (weight * near) / (near + 1);
      }, 0);
      return { index, score };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index);
  return { ranked, whole };
}

function pairsOf(rarities: readonly number[]): { first: number; second: number; weight: number }[] {
  return rarities.flatMap((rarity, first) =>
    rarities.slice(first + 1, first + 1 + APART).map((other, at) => ({
      ...{ first, second: first + 1 + at },
      weight: Math.max(0, Math.min(rarity, other)) / (at + 1),
    })),
  );
}

/** The numbers of a query's words by their terms in one language. */
function numbersIn(query: readonly QueryTerm[], language: string | null): Map<string, number> {
  return new Map(
    query.flatMap(({ terms }, number) => {
      const term = terms.get(language);
      return term === undefined ? [] : [[term, number]];
    }),
  );
}

/** Scripts whose runs are several terms. */
const IS_UNSPACED = new RegExp(`[${UNSPACED}\\p{scx=Hang}]`, 'u');
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** Letters that a word and its stem have in common. */
const BEGINNING = 2;

/**
 * Where each word of a query stands in a text, counted in words that say something. Only words that begin like one of
 * the query are reduced to their stems, since that takes longer than everything else.
 */
function placesOf(
  text: string,
  language: string | null,
  numbers: ReadonlyMap<string, number>,
): Map<number, number[]> {
  const beginnings = new Set([...numbers.keys()].map((term) => term.slice(0, BEGINNING)));
  const stopWords = languageOf(language)?.stopWords;
  const places = new Map<number, number[]>();
  let place = 0;
  for (const [word] of wholeWords(text).toLowerCase().matchAll(WORD)) {
    if (stopWords?.has(word)) continue;
    if (!IS_UNSPACED.test(word) && !beginnings.has(fold(word.slice(0, BEGINNING)).slice(0, BEGINNING))) {
      place += 1;
      continue;
    }
    for (const term of termsOf(word, language)) {
      const number = numbers.get(term);
      if (number !== undefined) {
        const list = places.get(number);
        if (list) list.push(place);
        else places.set(number, [place]);
      }
      place += 1;
    }
  }
  return places;
}

/** The sum over all places of two words, nearer ones counting more. */
function nearnessOf(first: readonly number[] = [], second: readonly number[] = []): number {
  let sum = 0;
  let from = 0;
  for (const place of first) {
    while (from < second.length && (second[from] as number) < place - WINDOW) from += 1;
    for (let at = from; at < second.length && (second[at] as number) <= place + WINDOW; at += 1) {
      const distance = (second[at] as number) - place;
      sum += (distance > 0 ? 1 : REVERSED) / (distance * distance);
    }
  }
  return sum;
}
