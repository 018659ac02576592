/** Width and height of a page at 100 %, in CSS pixels. */
export type PageSize = readonly [number, number];

/** Space between pages and around them, in CSS pixels. */
export const PAGE_GAP = 12;

/** Where all pages of a file lie, one below the other, in CSS pixels. */
export interface PageLayout {
  /** Top of each page, and last the height of all. */
  tops: Float64Array;
  width: number;
}

/** Returns the size of a page that is turned by so many degrees. */
export function turned([width, height]: PageSize, rotation: number): PageSize {
  return rotation % 180 === 0 ? [width, height] : [height, width];
}

/**
 * @param sizes of the pages as they are shown, at 100 %
 * @param scales of the pages
 */
export function layOut(sizes: readonly PageSize[], scales: readonly number[]): PageLayout {
  const tops = new Float64Array(sizes.length + 1);
  let top = PAGE_GAP;
  let width = 0;
  for (const [index, size] of sizes.entries()) {
    const scale = scales[index] ?? 1;
    tops[index] = top;
    top += Math.floor(size[1] * scale) + PAGE_GAP;
    width = Math.max(width, Math.floor(size[0] * scale));
  }
  tops[sizes.length] = top;
  return { tops, width: width + 2 * PAGE_GAP };
}

/** Returns the index, from 0, of the page at a height; the gap below a page belongs to it. */
export function pageAt({ tops }: PageLayout, y: number): number {
  let low = 0;
  let high = Math.max(0, tops.length - 2);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

export type Zoom = 'width' | 'page' | number;

export const MIN_SCALE = 0.25;
export const MAX_SCALE = 5;
/** Steps of the zoom buttons. */
export const scaleSteps = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 5] as const;

/** Returns the scale at which a page of this size fits as it should into a view. */
export function scaleOf(zoom: Zoom, [width, height]: PageSize, view: PageSize): number {
  if (typeof zoom === 'number') return zoom;
  const across = (view[0] - 2 * PAGE_GAP) / width;
  const fitting = zoom === 'width' ? across : Math.min(across, (view[1] - 2 * PAGE_GAP) / height);
  return Math.min(MAX_SCALE, Math.max(MIN_SCALE, fitting));
}

/**
 * Returns the scale of one page among others.
 * @param usual scale of the pages of usual size. Where pages are to fit, larger ones are made smaller than those: else
 *   one landscape page would push all the others out of the middle.
 */
export function scaleWithin(zoom: Zoom, usual: number, size: PageSize, view: PageSize): number {
  return typeof zoom === 'number' ? usual : Math.min(usual, scaleOf(zoom, size, view));
}

/** Returns the next step above or below a scale. */
export function nextScale(scale: number, by: 1 | -1): number {
  const steps = by > 0 ? scaleSteps : scaleSteps.toReversed();
  return steps.find((step) => (step - scale) * by > 0.001) ?? (by > 0 ? MAX_SCALE : MIN_SCALE);
}
