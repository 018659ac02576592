import type { SourceReader } from '@tandem/shared/dataset/reader';
import { hasSameWords } from '@tandem/shared/dataset/same-words';
import { useCallback, useEffect, useRef, useState } from 'react';
import { paint, paintReaders, unpaint } from '../highlights.ts';
import type { SourceMark } from '../viewer.ts';
import type { PageWords } from './page-words.ts';
import type { FoundPlace } from './use-find.ts';

interface Marked {
  marks: readonly SourceMark[];
  mark: SourceMark | null;
  places: readonly FoundPlace[];
  place: FoundPlace | null;
  readers: readonly SourceReader[];
}

/**
 * Paints marks and found places on the pages that are shown, and scrolls to what was asked for as soon as its page is
 * there.
 * @param reveal scrolls to a stretch
 */
export function useMarks({ marks, mark, places, place, readers }: Marked, reveal: (range: Range) => void) {
  const pages = useRef(new Map<number, PageWords>());
  /** The mark to scroll to once its page is shown. */
  const wanted = useRef<SourceMark | FoundPlace | null>(null);
  const [shown, setShown] = useState(0);

  const onWords = useCallback((number: number, words: PageWords | null) => {
    if (words) pages.current.set(number, words);
    else pages.current.delete(number);
    setShown((each) => each + 1);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: pages that come and go are painted again
  useEffect(() => {
    const rangesOf = (list: readonly (SourceMark | FoundPlace)[]) =>
      list.flatMap((each) => rangeIn(pages.current, each) ?? []);
    paint('marks', rangesOf(marks));
    paint('mark', rangesOf(mark ? [mark] : []));
    paint('places', rangesOf(places));
    paint('place', rangesOf(place ? [place] : []));
    paintReaders(readers, (each) => rangeIn(pages.current, each));
    if (!wanted.current) return;
    const range = rangeIn(pages.current, wanted.current);
    if (!range) return;
    wanted.current = null;
    reveal(range);
  }, [shown, marks, mark, places, place, readers, reveal]);
  useEffect(() => unpaint, []);

  const want = useCallback((next: SourceMark | FoundPlace | null) => {
    wanted.current = next;
    setShown((each) => each + 1);
  }, []);
  return { pages: pages.current, onWords, want };
}

/** The stretch of a shown page with these offsets; null where other words stand. */
export function rangeIn(pages: ReadonlyMap<number, PageWords>, place: SourceMark | FoundPlace): Range | null {
  const words = pages.get(place.page);
  if (!words) return null;
  const quote = 'quote' in place ? place.quote : null;
  if (quote !== null && !hasSameWords(words.text.slice(place.from, place.to), quote)) return null;
  return words.rangeOf(place.from, place.to);
}
