import { type FoldedText, fold } from '@tandem/shared/dataset/fold';
import { itemOptions, pageTextOf } from '@tandem/shared/file/page-text';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useMemo, useState } from 'react';
import { api } from '../../../lib/trpc.ts';
import { PageTexts } from './page-texts.ts';

/** A place of the words that are looked for. */
export interface FoundPlace {
  page: number;
  from: number;
  to: number;
}

export interface Finding {
  places: readonly FoundPlace[];
  /** Whether pages are still looked through. */
  going: boolean;
  /** Whether there are more places than are listed. */
  isMore: boolean;
}

/** More places than this are not listed. */
const MAX_PLACES = 1_000;
/** Pages after which the places found so far are shown. */
const BATCH = 25;
const nothing: Finding = { places: [], going: false, isMore: false };

/**
 * Finds words as people type them in the text of a page. Case, white space, hyphens at the ends of lines, ligatures and
 * kinds of quotation marks do not matter.
 * @param wanted folded words
 */
export function* placesIn({ text, starts, ends }: FoldedText, wanted: string): Generator<[number, number]> {
  if (wanted === '') return;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length))
    yield [starts[at] ?? 0, ends[at + wanted.length - 1] ?? 0];
}

/** Looks for words in all pages of a PDF, from the first one on. */
export function useFind(fileId: string | null, pdf: PDFDocumentProxy | null, words: string): Finding {
  const [finding, setFinding] = useState(nothing);
  const texts = useMemo(() => pdf && new PageTexts(readingOf(fileId, pdf)), [fileId, pdf]);

  useEffect(() => {
    const wanted = fold(words.trim()).text;
    if (!texts || !pdf || wanted === '') {
      setFinding(nothing);
      return;
    }
    let left = false;
    const look = async () => {
      const places: FoundPlace[] = [];
      const show = (going: boolean) => {
        if (left) return;
        const isMore = places.length > MAX_PLACES;
        setFinding({ places: places.slice(0, MAX_PLACES), going, isMore });
      };
      /** @returns the pages that could not be read */
      const lookIn = async (pages: Iterable<number>) => {
        const failed: number[] = [];
        texts.renew();
        for (const page of pages) {
          if (left || places.length > MAX_PLACES) break;
          const text = await texts.of(page);
          if (!text) failed.push(page);
          else for (const [from, to] of placesIn(text, wanted)) places.push({ page, from, to });
          if (page % BATCH === 0) show(true);
        }
        return failed;
      };
      const failed = await lookIn(Array.from({ length: pdf.numPages }, (_, index) => index + 1));
      if (failed.length > 0) {
        await lookIn(failed);
        places.sort((a, b) => a.page - b.page || a.from - b.from);
      }
      show(false);
    };
    void look();
    return () => {
      left = true;
    };
  }, [texts, pdf, words]);
  return finding;
}

function readingOf(fileId: string | null, pdf: PDFDocumentProxy): ConstructorParameters<typeof PageTexts>[0] {
  return {
    async own(number) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent(itemOptions);
      return pageTextOf(items, page.userUnit);
    },
    fetch: (range) =>
      fileId === null
        ? Promise.resolve({ status: 'unreadable' as const, list: [] })
        : api.file.pages.query({ fileId, ...range }, { context: { silent: true } }),
  };
}
