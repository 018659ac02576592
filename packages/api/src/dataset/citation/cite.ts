import type { Citation } from '@tandem/shared/dataset/citation';
import { pacer } from '../../core/timing/yield.ts';
import type { AnswerSources, NumberedPage } from '../grounding/answer-sources.ts';
import { type FoldedPage, foldPage, locateFolded } from './locate.ts';

/** A citation without its number in the message. */
export type Quoted = Omit<Citation, 'n'>;

/** A page that quotes are looked up in. */
export interface QuotablePage {
  index: number;
  label: string;
  text: string;
}

/** Looks up quotes of a model. */
export interface Quotable {
  /**
   * Looks a quote up.
   * @param source as the marker names it
   * @returns null when the marker names nothing that can be quoted
   */
  quote(source: string, page: number, words: string): Promise<Quoted | null>;
}

/** Pages before and after the cited one that are looked at too: models miscount, and quotes run over. */
const NEAR = 2;
/** Longest quote that is kept of one that was not found, in characters. */
const MAX_KEPT = 600;

/** The part of a quote that is kept: all of one that was found, since browsers compare it with the page before they mark it. */
export function keptQuote(words: string, place: Citation['place']): string {
  return (place ? words : words.slice(0, MAX_KEPT)).toWellFormed();
}

/** Characters of pages that one answer's quotes are looked up in: it takes about half a second. */
const MAX_FOLDED = 4_000_000;

/**
 * Finds quotes in the cited page, else in those nearest to it. Keeps the pages that it folded for the next quote, and
 * lets others work between two of them.
 */
export class QuoteFinder {
  private readonly folded = new WeakMap<QuotablePage, FoldedPage>();
  private readonly pace = pacer();
  private left = MAX_FOLDED;

  async placeIn(pages: readonly QuotablePage[], cited: number, words: string): Promise<Citation['place']> {
    const near = pages
      .filter(({ index }) => Math.abs(index - cited) <= NEAR)
      .toSorted((a, b) => Math.abs(a.index - cited) - Math.abs(b.index - cited));
    for (const page of near) {
      const folded = this.foldedOf(page);
      const found = folded && locateFolded(folded, words);
      if (found) return { page: page.index, label: page.label, ...found };
      if (this.pace.isDue()) await this.pace.taken();
    }
    return null;
  }

  /** Null when the answer has had its share. */
  private foldedOf(page: QuotablePage): FoldedPage | null {
    const known = this.folded.get(page);
    if (known || this.left <= 0) return known ?? null;
    this.left -= page.text.length;
    const folded = foldPage(page.text);
    this.folded.set(page, folded);
    return folded;
  }
}

/** Sources of datasets, as far as the asker of an answer may view them when it quotes them. */
export function quotableSources(sources: AnswerSources): Quotable {
  let latest: { key: string; pages: NumberedPage[] } | null = null;
  const finder = new QuoteFinder();
  return {
    async quote(source, page, words) {
      const n = Number(source);
      if (!/^\d+$/.test(source)) return null;
      const key = `${n}.${page}`;
      const pages =
        latest?.key === key
          ? latest.pages
          : await sources.pages(n, { from: Math.max(1, page - NEAR), to: page + NEAR });
      latest = { key, pages };
      const about = pages[0] ?? (await sources.source(n));
      if (!about) return null;
      const place = await finder.placeIn(pages, page, words);
      return {
        source: { kind: 'source', id: about.id, datasetId: about.datasetId },
        name: about.name,
        hash: about.hash ?? '',
        quote: keptQuote(words, place),
        place,
      };
    },
  };
}
