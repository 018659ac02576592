import * as z from 'zod';

/** A stretch of a source's text. */
export interface WordsPlace {
  sourceId: string;
  /** Index of the page, from 1. */
  page: number;
  /** Offsets in the page's text; `to` is exclusive. */
  from: number;
  to: number;
}

/** A rectangle of a page as the file shows it, in thousandths of its width and height from the upper left. */
export interface PageArea {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A rectangle of a source's page, such as a figure. */
export interface AreaPlace {
  sourceId: string;
  page: number;
  area: PageArea;
}

export type SourcePlace = WordsPlace | AreaPlace;

const PLACE =
  /^#source=([0-9a-f-]{36})&page=(\d{1,6})&(?:from=(\d{1,6})&to=(\d{1,6})|area=(\d{1,4})-(\d{1,4})-(\d{1,4})-(\d{1,4}))$/u;

/** Returns the hash that leads to a place of a source. */
export function placeHash(place: SourcePlace): string {
  const page = `#source=${place.sourceId}&page=${place.page}`;
  if (!('area' in place)) return `${page}&from=${place.from}&to=${place.to}`;
  const { left, top, width, height } = place.area;
  return `${page}&area=${left}-${top}-${width}-${height}`;
}

/** Returns the place of a hash; null for other hashes. */
export function placeIn(hash: string): SourcePlace | null {
  const found = PLACE.exec(hash);
  const sourceId = found?.[1] ?? '';
  const [page = 0, from = 0, to = 0, left = 0, top = 0, width = 0, height = 0] = (found ?? [])
    .slice(2)
    .map(Number);
  if (!z.uuid().safeParse(sourceId).success || page < 1) return null;
  if (found?.[5] === undefined) return from < to ? { sourceId, page, from, to } : null;
  const area = { left, top, width, height };
  return isArea(area) ? { sourceId, page, area } : null;
}

/** Whether a rectangle lies within its page and is not empty. */
export function isArea({ left, top, width, height }: PageArea): boolean {
  return width > 0 && height > 0 && left + width <= 1_000 && top + height <= 1_000;
}
