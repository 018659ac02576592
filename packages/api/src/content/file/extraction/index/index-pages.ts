import { recogniseLanguage } from '../../../../core/words/language.ts';
import { countTerms } from '../../../../core/words/terms.ts';
import type { ExtractedPage } from '../pages.ts';
import { passagesOf } from './passages.ts';
import { LENGTHS, packPostings } from './postings.ts';

/** Passages of one file; what follows them is read but not found. */
export const MAX_PASSAGES = 50_000;
/** Characters of a heading whose words count for each passage below it. */
const MAX_HEADING = 200;

export interface IndexedPassage {
  /** From 1. */
  page: number;
  from: number;
  to: number;
  /** In words, as the index counts them. */
  length: number;
}

/** What the index has to store about consecutive pages. */
export interface PageIndex {
  /** Two-letter code; null when none was recognised. */
  language: string | null;
  /** Number of the first of its passages. */
  first: number;
  passages: IndexedPassage[];
  /** As `packPostings` packs them. */
  postings: Uint8Array;
}

/** Where an extraction stands before a batch of pages. */
export interface IndexedSoFar {
  /** Pages that were read. */
  pages: number;
  passages: number;
  /** Undefined while no text was read, so that the language is still to be recognised. */
  language: string | null | undefined;
}

/** Splits pages into passages and indexes their words. Takes about a millisecond a page: not for the server's thread. */
export function indexPages(pages: readonly ExtractedPage[], soFar: IndexedSoFar): PageIndex {
  const language =
    soFar.language === undefined
      ? recogniseLanguage(pages.map(({ text }) => text).join('\n'))
      : soFar.language;
  const passages: IndexedPassage[] = [];
  const postings = new Map<string, number[]>();
  const add = (term: string, n: number, count: number) => {
    const entries = postings.get(term);
    if (entries) entries.push(n, count);
    else postings.set(term, [n, count]);
  };
  for (const [at, { text, label }] of pages.entries())
    for (const { from, to } of passagesOf(text)) {
      const n = soFar.passages + passages.length;
      if (n >= MAX_PASSAGES) break;
      const { counts, length } = countTerms(withHeading(text, { from, to }, label), language);
      add(LENGTHS, n, length);
      for (const [term, count] of counts) add(term, n, count);
      passages.push({ page: soFar.pages + at + 1, from, to, length });
    }
  return { language, first: soFar.passages, passages, postings: packPostings(postings) };
}

/** The text of a passage under the heading of its page, where the page does not begin with it anyway. */
function withHeading(text: string, { from, to }: { from: number; to: number }, label: string): string {
  const passage = text.slice(from, to);
  const isHeading = /\p{L}{2}/u.test(label) && !passage.slice(0, label.length + 8).includes(label);
  return isHeading ? `${label.slice(0, MAX_HEADING)}\n${passage}` : passage;
}
