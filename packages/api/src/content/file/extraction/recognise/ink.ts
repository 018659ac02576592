import type { GreyPicture } from './picture.ts';

/** Shades by which ink differs from the paper. */
const CONTRAST = 48;
/** Share of a picture's pixels that two short words need. */
const FEW = 0.0001;
/** Share of a band's pixels up to which it holds text and no photograph. */
const MUCH = 0.35;
/** Bands that are compared, and the least height of one in pixels: several lines of text. */
const BANDS = 5;
const MIN_BAND = 320;

/** Whether nothing is drawn on a page. */
export function isBlank(picture: GreyPicture): boolean {
  return inkIn(picture, paperOf(picture), 0, picture.height) < FEW;
}

/** The lines of a page with most text, by which its script is told, as a picture. */
export function fullestBand(picture: GreyPicture): GreyPicture {
  const { width, height } = picture;
  const paper = paperOf(picture);
  const band = Math.min(height, Math.max(MIN_BAND, Math.ceil(height / BANDS)));
  let best = { top: 0, ink: -1 };
  for (let top = 0; top + band <= height; top += Math.max(1, Math.floor(band / 2))) {
    const ink = inkIn(picture, paper, top, top + band);
    if (ink > best.ink && ink <= MUCH) best = { top, ink };
  }
  const pixels = picture.pixels.subarray(best.top * width, (best.top + band) * width);
  return { ...picture, height: band, pixels };
}

/** The most common shade. */
function paperOf({ pixels }: GreyPicture): number {
  const counts = new Uint32Array(256);
  for (const shade of pixels) counts[shade] = (counts[shade] as number) + 1;
  return counts.indexOf(counts.reduce((most, count) => Math.max(most, count), 0));
}

/** The share of pixels in some rows that are far from the paper's shade. */
function inkIn({ pixels, width }: GreyPicture, paper: number, top: number, bottom: number): number {
  let ink = 0;
  for (let at = top * width; at < bottom * width; at += 1)
    if (Math.abs((pixels[at] as number) - paper) > CONTRAST) ink += 1;
  return ink / Math.max(1, (bottom - top) * width);
}
