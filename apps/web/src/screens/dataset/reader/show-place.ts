import type { WordsPlace } from '@tandem/shared/dataset/place';
import { paint, unpaint } from '../../../features/source/highlights.ts';
import '../../../features/source/highlights.css';

/**
 * Marks a stretch of a shown page without touching its text, and brings it into view.
 * @returns takes the mark away
 */
export function showPlace(
  text: Text,
  { from, to }: Pick<WordsPlace, 'from' | 'to'>,
): (() => void) | undefined {
  // The source was replaced by a shorter one.
  if (to > text.length) return undefined;
  const range = new Range();
  range.setStart(text, from);
  range.setEnd(text, to);
  paint('mark', [range]);
  const scroller = scrollerOf(text.parentElement);
  const { top } = range.getBoundingClientRect();
  const frame = scroller.getBoundingClientRect();
  scroller.scrollBy({ top: top - frame.top - frame.height / 3, behavior: 'instant' });
  return unpaint;
}

/** The nearest element around that scrolls. */
function scrollerOf(element: Element | null): Element {
  for (let at = element; at; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY) && at.scrollHeight > at.clientHeight) return at;
  return document.scrollingElement ?? document.documentElement;
}
