import { createCanvas } from '@napi-rs/canvas';

/** A picture in shades of grey, one byte a pixel. */
export interface GreyPicture {
  width: number;
  height: number;
  /** What its letters are measured by. */
  dotsPerInch: number;
  pixels: Uint8Array;
}

/** Pixels of one picture: a page of A4 at 300 dots per inch. */
const MAX_PIXELS = 9_000_000;
/** Letters are read best at about this size, in dots per inch; more takes more time. */
const WANTED_DPI = 200;
const POINTS_PER_INCH = 72;

/**
 * The factor by which a page is drawn.
 * @param points width and height of the page in points
 */
export function scaleFor([width, height]: readonly [number, number]): number {
  const wanted = WANTED_DPI / POINTS_PER_INCH;
  return Math.min(wanted, Math.sqrt(MAX_PIXELS / (Math.max(1, width) * Math.max(1, height))));
}

/** A blank white canvas for a page. */
export function whiteCanvas(width: number, height: number) {
  const canvas = createCanvas(Math.max(1, Math.floor(width)), Math.max(1, Math.floor(height)));
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return { canvas, context };
}

/** Shades of grey of red, green, blue and opacity, as bright as people see them, over white. */
export function greyOf(rgba: Uint8Array | Uint8ClampedArray): Uint8Array {
  const pixels = new Uint8Array(rgba.length / 4);
  for (let at = 0; at < pixels.length; at += 1) {
    const from = at * 4;
    const red = rgba[from] as number;
    const green = rgba[from + 1] as number;
    const blue = rgba[from + 2] as number;
    const opacity = rgba[from + 3] as number;
    const shade = (red * 77 + green * 150 + blue * 29) >> 8;
    pixels[at] = 255 - Math.round(((255 - shade) * opacity) / 255);
  }
  return pixels;
}
