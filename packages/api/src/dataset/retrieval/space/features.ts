/** Length of a part of a word, in characters. */
const PART = 4;
const IS_WORD = /^\p{L}{5,}$/u;
/** Begins the name of a part, which no term does. */
const MARK = '#';
/** How much a part says, as a share of the whole word. Parts of compounds are words themselves. */
const PART_WEIGHT = 0.25;
const COMPOUND_PART_WEIGHT = 0.7;
/** Languages that write compounds as one word. */
const COMPOUNDING = new Set(['de', 'nl', 'sv', 'no', 'da', 'fi']);

/** The features of a term: itself, and the parts by which it resembles its compounds and misspellings. */
export interface Feature {
  name: string;
  /** As a share of a whole word. */
  weight: number;
}

/** The features of a term. @param language two-letter code; null when unknown */
export function featuresOf(term: string, language: string | null): Feature[] {
  const features = [{ name: term, weight: 1 }];
  if (!IS_WORD.test(term)) return features;
  const weight = language !== null && COMPOUNDING.has(language) ? COMPOUND_PART_WEIGHT : PART_WEIGHT;
  const characters = [...term];
  for (let at = 0; at + PART <= characters.length; at += 1)
    features.push({ name: `${MARK}${characters.slice(at, at + PART).join('')}`, weight });
  return features;
}
