import type { OutlineEntry } from '@tandem/shared/file/reading';
import { estimateText } from '../../ai/context/context.ts';

/** Pages at the beginning of a long source that are read, and others. */
const FIRST = 6;
const SAMPLED = 18;

/**
 * The pages of a source that stand for the whole, in order: all of a short one; of a long one the first, and pages from
 * all over it, at its headings where it has some.
 */
export function choosePages(pages: number, outline: readonly OutlineEntry[]): number[] {
  if (pages <= FIRST + SAMPLED) return Array.from({ length: pages }, (_, at) => at + 1);
  const first = Array.from({ length: FIRST }, (_, at) => at + 1);
  const headed = [...new Set(outline.map(({ page }) => page))]
    .filter((page) => page > FIRST && page <= pages)
    .toSorted((a, b) => a - b);
  const even = Array.from({ length: SAMPLED }, (_, at) =>
    Math.round(FIRST + 1 + (at * (pages - FIRST - 1)) / (SAMPLED - 1)),
  );
  const sampled = headed.length >= 3 ? spread(headed, SAMPLED) : even;
  return [...new Set([...first, ...sampled])].toSorted((a, b) => a - b);
}

/** Pages cut so that they take this many tokens together: short ones stay whole, and the others share what is left. */
export function fitPages(
  pages: readonly { page: number; text: string }[],
  room: number,
): { page: number; text: string }[] {
  let left = room;
  const fitted = pages
    .map((each) => ({ ...each, tokens: estimateText(each.text) }))
    .toSorted((a, b) => a.tokens - b.tokens)
    .map(({ page, text, tokens }, at) => {
      const share = Math.min(tokens, Math.floor(left / (pages.length - at)));
      left -= share;
      const length = tokens === share ? text.length : Math.floor((text.length * share) / tokens);
      return { page, text: text.slice(0, length).toWellFormed() };
    });
  return fitted.toSorted((a, b) => a.page - b.page);
}

/** At most so many of a list, from all over it. */
function spread<T>(list: readonly T[], count: number): T[] {
  if (list.length <= count) return [...list];
  return Array.from(
    { length: count },
    (_, at) => list[Math.round((at * (list.length - 1)) / (count - 1))] as T,
  );
}
