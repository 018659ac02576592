import { type FoldedText, fold } from '@tandem/shared/dataset/fold';
import { itemOptions, pageTextOf } from '@tandem/shared/file/page-text';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState } from 'react';
import { scanWordsOf } from './scan-words.ts';

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
export function useFind(fileId: string, pdf: PDFDocumentProxy | null, words: string): Finding {
  const [finding, setFinding] = useState(nothing);
  const texts = useRef<{ pdf: PDFDocumentProxy | null; known: Map<number, FoldedText> }>({
    pdf: null,
    known: new Map(),
  });

  useEffect(() => {
    const wanted = fold(words.trim()).text;
    if (!pdf || wanted === '') {
      setFinding(nothing);
      return;
    }
    if (texts.current.pdf !== pdf) texts.current = { pdf, known: new Map() };
    const { known } = texts.current;
    let left = false;
    const look = async () => {
      const places: FoundPlace[] = [];
      const show = (going: boolean) => {
        if (left) return;
        const isMore = places.length > MAX_PLACES;
        setFinding({ places: places.slice(0, MAX_PLACES), going, isMore });
      };
      for (let page = 1; page <= pdf.numPages && !left && places.length <= MAX_PLACES; page += 1) {
        const text = known.get(page) ?? fold(await textOf(fileId, pdf, page));
        known.set(page, text);
        for (const [from, to] of placesIn(text, wanted)) places.push({ page, from, to });
        if (page % BATCH === 0) show(true);
      }
      show(false);
    };
    // Once the file is closed, nobody waits for what is in it.
    look().catch(() => {});
    return () => {
      left = true;
    };
  }, [fileId, pdf, words]);
  return finding;
}

async function textOf(fileId: string, pdf: PDFDocumentProxy, number: number): Promise<string> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent(itemOptions);
    const text = pageTextOf(items, page.userUnit);
    return (await scanWordsOf(fileId, number, text))?.text ?? text;
  } catch {
    // A broken page says nothing about the others.
    return '';
  }
}
