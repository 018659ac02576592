import type { OutlineEntry } from '@tandem/shared/file/reading';
import type { ExtractedPage } from './pages.ts';
import { MAX_ENTRY, MAX_OUTLINE } from './pages.ts';

/** The headings of running text with the pages on which they stand. */
export function outlineOf(pages: readonly ExtractedPage[]): OutlineEntry[] {
  return pages
    .flatMap(({ headings = [] }, at) => headings.map((title) => ({ title: entryOf(title), page: at + 1 })))
    .filter(({ title }) => title !== '')
    .slice(0, MAX_OUTLINE);
}

/** A heading as one line of bounded length. */
export function entryOf(title: string): string {
  return title
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_ENTRY)
    .toWellFormed();
}
