import { unbroken } from '../selection/unbroken.ts';
import type { SelectedWords } from '../viewer.ts';
import type { PageWords } from './page-words.ts';

/** The selected words of the first page that a selection covers; null where it covers none. */
export function selectedIn(
  pages: ReadonlyMap<number, PageWords>,
  range: Range,
  nameOf: (page: number) => string,
): SelectedWords | null {
  for (const [page, words] of [...pages].sort(([a], [b]) => a - b)) {
    const stretch = words.offsetsOf(range);
    const text = stretch && unbroken(words.text.slice(stretch.from, stretch.to));
    if (stretch && text) return { page, label: nameOf(page), text, ...stretch };
  }
  return null;
}
