import { createRequire } from 'node:module';
import path from 'node:path';
import { type Canvas, createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { PDFDocument, rgb } from 'pdf-lib';

const FONT = 'Scanned';
/** A sheet of A4 at 150 dots per inch. */
const [WIDTH, HEIGHT] = [1_240, 1_754];

function drawn(lines: readonly string[], [width, height]: readonly [number, number]) {
  if (!GlobalFonts.has(FONT)) {
    const folder = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
    GlobalFonts.registerFromPath(path.join(folder, 'standard_fonts/LiberationSans-Regular.ttf'), FONT);
  }
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fdfbf6';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#242424';
  context.font = `26px ${FONT}`;
  for (const [line, text] of lines.entries()) context.fillText(text, 110, 150 + line * 44);
  return canvas;
}

/** A picture of lines of text. */
export function pictureOfText(
  lines: readonly string[],
  size: readonly [number, number] = [WIDTH, HEIGHT],
  kind: 'png' | 'jpeg' = 'png',
): Uint8Array {
  const canvas = drawn(lines, size);
  return kind === 'png' ? canvas.toBuffer('image/png') : canvas.toBuffer('image/jpeg', 80);
}

/**
 * A PDF whose pages are pictures of text.
 * @param pages lines by page
 * @param turn degrees by which they lie on the scanner, clockwise
 */
export async function scannedPdf(
  pages: readonly (readonly string[])[],
  turn: 0 | 90 | 180 | 270 = 0,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (const lines of pages) {
    const canvas = turnedBy(drawn(lines, [WIDTH, HEIGHT]), turn);
    const picture = await pdf.embedJpg(canvas.toBuffer('image/jpeg', 80));
    const [width, height] = turn % 180 === 0 ? [595, 842] : [842, 595];
    pdf.addPage([width, height]).drawImage(picture, { x: 0, y: 0, width, height });
  }
  return pdf.save();
}

/** A scan that stands upright, with words behind its picture that nobody sees and no scanner recognised. */
export async function scanWithHidden(lines: readonly string[], hidden: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  page.drawText(hidden, { x: 60, y: 20, size: 8, color: rgb(1, 1, 1) });
  const picture = await pdf.embedJpg(drawn(lines, [WIDTH, HEIGHT]).toBuffer('image/jpeg', 80));
  page.drawImage(picture, { x: 0, y: 100, width: 595, height: 742 });
  return pdf.save();
}

function turnedBy(canvas: Canvas, turn: number): Canvas {
  const { width, height } = canvas;
  const result = turn % 180 === 0 ? createCanvas(width, height) : createCanvas(height, width);
  const context = result.getContext('2d');
  context.translate(result.width / 2, result.height / 2);
  context.rotate((turn * Math.PI) / 180);
  context.drawImage(canvas, -width / 2, -height / 2);
  return result;
}
