import type { PageArea } from '@tandem/shared/dataset/place';

/** A rectangle in CSS pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const WHOLE = 1_000;

/** Returns where a rectangle of a page is after the page was turned clockwise. @param degrees a multiple of 90 */
export function turnedArea(area: PageArea, degrees: number): PageArea {
  const turns = (((degrees / 90) % 4) + 4) % 4;
  let { left, top, width, height } = area;
  for (let turn = 0; turn < turns; turn += 1)
    [left, top, width, height] = [WHOLE - top - height, left, height, width];
  return { left, top, width, height };
}

/** Returns the rectangle between two points, cut at the edges of a page. */
export function boxBetween(a: { x: number; y: number }, b: { x: number; y: number }, page: Box): Box {
  const within = (value: number, from: number, size: number) => Math.min(from + size, Math.max(from, value));
  const [x1, x2] = [a.x, b.x].map((x) => within(x, page.left, page.width)).sort((p, q) => p - q) as [
    number,
    number,
  ];
  const [y1, y2] = [a.y, b.y].map((y) => within(y, page.top, page.height)).sort((p, q) => p - q) as [
    number,
    number,
  ];
  return { left: x1, top: y1, width: x2 - x1, height: y2 - y1 };
}

/** Returns a rectangle of the window as one of the page as the file shows it. @param rotation of the page by the reader */
export function areaOf(box: Box, page: Box, rotation: number): PageArea {
  const share = (value: number, size: number) =>
    Math.min(WHOLE, Math.max(0, Math.round((value / size) * WHOLE)));
  const left = share(box.left - page.left, page.width);
  const top = share(box.top - page.top, page.height);
  const width = Math.max(1, share(box.left + box.width - page.left, page.width) - left);
  const height = Math.max(1, share(box.top + box.height - page.top, page.height) - top);
  return turnedArea(
    { left: Math.min(left, WHOLE - width), top: Math.min(top, WHOLE - height), width, height },
    -rotation,
  );
}
