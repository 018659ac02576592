import { createCanvas } from '@napi-rs/canvas';
import {
  PDFDocument,
  type PDFPage,
  rgb,
  StandardFonts,
  setTextRenderingMode,
  TextRenderingMode,
} from 'pdf-lib';

/** How words are kept from the eyes of those who read a page. */
export type Hiding = 'none' | 'white' | 'mode' | 'off' | 'tiny';

/** A PDF of one page with a visible line, a hidden one, and a visible one. */
export async function pdfWithHidden(
  [first, hidden, last]: readonly [string, string, string],
  hiding: Hiding,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([595, 842]);
  page.drawText(first, { x: 60, y: 780, size: 11, font });
  if (hiding === 'mode') page.pushOperators(setTextRenderingMode(TextRenderingMode.Invisible));
  page.drawText(hidden, {
    x: 60,
    y: hiding === 'off' ? -200 : 760,
    size: hiding === 'tiny' ? 0.1 : 11,
    font,
    color: hiding === 'white' ? rgb(1, 1, 1) : rgb(0, 0, 0),
  });
  if (hiding === 'mode') page.pushOperators(setTextRenderingMode(TextRenderingMode.Fill));
  page.drawText(last, { x: 60, y: 740, size: 11, font });
  return pdf.save();
}

/** A scan with the invisible text that the scanner recognised. @param visible a line that was stamped on it */
export async function scanWithLayer(lines: readonly string[], visible?: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([595, 842]);
  await paper(pdf, page);
  page.pushOperators(setTextRenderingMode(TextRenderingMode.Invisible));
  for (const [line, text] of lines.entries())
    page.drawText(text, { x: 60, y: 780 - line * 16, size: 11, font });
  page.pushOperators(setTextRenderingMode(TextRenderingMode.Fill));
  if (visible !== undefined) page.drawText(visible, { x: 60, y: 20, size: 8, font });
  return pdf.save();
}

/** White letters on a dark band, as headings of tables are. */
export async function pdfWithBand(heading: string, line: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([595, 842]);
  page.drawRectangle({ x: 50, y: 770, width: 400, height: 30, color: rgb(0.1, 0.2, 0.4) });
  page.drawText(heading, { x: 60, y: 780, size: 11, font, color: rgb(1, 1, 1) });
  page.drawText(line, { x: 60, y: 740, size: 11, font });
  return pdf.save();
}

async function paper(pdf: PDFDocument, page: PDFPage): Promise<void> {
  const canvas = createCanvas(60, 84);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fdfbf6';
  context.fillRect(0, 0, 60, 84);
  const picture = await pdf.embedPng(canvas.toBuffer('image/png'));
  page.drawImage(picture, { x: 0, y: 0, width: 595, height: 842 });
}
