import { createRequire } from 'node:module';
import path from 'node:path';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { PDFDocument } from 'pdf-lib';

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
 */
export async function scannedPdf(pages: readonly (readonly string[])[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (const lines of pages) {
    const picture = await pdf.embedJpg(drawn(lines, [WIDTH, HEIGHT]).toBuffer('image/jpeg', 80));
    pdf.addPage([595, 842]).drawImage(picture, { x: 0, y: 0, width: 595, height: 842 });
  }
  return pdf.save();
}
