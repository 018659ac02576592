import {
  degrees,
  PDFDocument,
  type PDFFont,
  PDFHexString,
  PDFName,
  type PDFPage,
  type PDFRef,
  rgb,
  StandardFonts,
} from 'pdf-lib';

export interface BookOptions {
  /** Pages of chapters, after the preface. */
  pages: number;
  /** Pages before them, which are numbered i, ii, … */
  preface?: number;
  /** Pages of a chapter. */
  chapter?: number;
}

const PAGE = [595, 842] as const;

/**
 * A book as publishers make them: two columns, chapters and sections in the outline, a preface numbered in Roman
 * numerals, a figure on the first page of each chapter, a landscape page (the third of the first chapter) and one that
 * the file turns by 90 degrees (the fourth).
 */
export async function pdfBook({ pages, preface = 4, chapter = 10 }: BookOptions): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.setTitle('A History of the Harbour');
  const fonts = {
    plain: await pdf.embedFont(StandardFonts.TimesRoman),
    bold: await pdf.embedFont(StandardFonts.TimesRomanBold),
  };
  for (let n = 1; n <= preface; n += 1)
    writePage(pdf.addPage([...PAGE]), fonts, `Preface, part ${n}`, 200 + n);
  const chapters: Chapter[] = [];
  for (let n = 1; n <= pages; n += 1) {
    const isLandscape = n === 3;
    const page = pdf.addPage(isLandscape ? [PAGE[1], PAGE[0]] : [...PAGE]);
    if (n === 4) page.setRotation(degrees(90));
    const number = Math.ceil(n / chapter);
    const isFirst = n % chapter === 1;
    if (isFirst) chapters.push({ title: `Chapter ${number}`, page: page.ref, sections: [] });
    else if (n % chapter === 5)
      chapters.at(-1)?.sections.push({ title: `Section ${number}.1: Ferries`, page: page.ref });
    writePage(page, fonts, isFirst ? `Chapter ${number}` : `Chapter ${number}, page ${n}`, n);
    if (isFirst) drawFigure(page, fonts.plain, number);
  }
  addLabels(pdf, preface);
  addOutline(pdf, chapters);
  return pdf.save();
}

interface Fonts {
  plain: PDFFont;
  bold: PDFFont;
}

function writePage(page: PDFPage, { plain, bold }: Fonts, title: string, n: number): void {
  const { width, height } = page.getSize();
  page.drawText(title, { x: 50, y: height - 64, size: 16, font: bold });
  const columnWidth = (width - 124) / 2;
  for (const column of [0, 1])
    for (let line = 0; line < Math.floor((height - 150) / 14); line += 1) {
      const words = `${column === 0 ? 'Left' : 'Right'} line ${line} of sheet ${n}: the ferry leaves at ${line % 24} o'clock.`;
      page.drawText(words, {
        x: 50 + column * (columnWidth + 24),
        y: height - 96 - line * 14,
        size: 9,
        font: plain,
      });
    }
}

/** A chart with a caption, at the lower half of the page. */
function drawFigure(page: PDFPage, font: PDFFont, number: number): void {
  page.drawRectangle({ x: 50, y: 90, width: 495, height: 260, color: rgb(1, 1, 1) });
  page.drawRectangle({
    x: 90,
    y: 130,
    width: 415,
    height: 200,
    borderColor: rgb(0.4, 0.4, 0.4),
    borderWidth: 1,
  });
  for (let bar = 0; bar < 8; bar += 1)
    page.drawRectangle({
      x: 105 + bar * 50,
      y: 130,
      width: 34,
      height: 40 + ((bar * 37 + number * 11) % 150),
      color: rgb(0.15, 0.45, 0.55),
    });
  page.drawText(`Figure ${number}. Passengers by season`, { x: 90, y: 110, size: 10, font });
}

/** Numbers the pages before the first chapter i, ii, … and those after them 1, 2, … */
function addLabels({ context, catalog }: PDFDocument, preface: number): void {
  const nums = preface > 0 ? [0, { S: 'r' }, preface, { S: 'D', St: 1 }] : [0, { S: 'D', St: 1 }];
  catalog.set(PDFName.of('PageLabels'), context.obj({ Nums: nums }));
}

interface Heading {
  title: string;
  page: PDFRef;
}
interface Chapter extends Heading {
  sections: Heading[];
}

function addOutline({ context, catalog }: PDFDocument, chapters: readonly Chapter[]): void {
  const root = context.nextRef();
  const add = (headings: readonly (Heading | Chapter)[], parent: PDFRef) => {
    const refs = headings.map(() => context.nextRef());
    for (const [index, heading] of headings.entries()) {
      const ref = refs[index] as PDFRef;
      const below = 'sections' in heading && heading.sections.length > 0 ? add(heading.sections, ref) : {};
      const [before, after] = [refs[index - 1], refs[index + 1]];
      const entry = context.obj({
        Title: PDFHexString.fromText(heading.title),
        Parent: parent,
        Dest: [heading.page, PDFName.of('Fit')],
        ...(before && { Prev: before }),
        ...(after && { Next: after }),
        ...below,
      });
      context.assign(ref, entry);
    }
    return { First: refs[0] as PDFRef, Last: refs.at(-1) as PDFRef, Count: refs.length };
  };
  context.assign(root, context.obj({ Type: 'Outlines', ...add(chapters, root) }));
  catalog.set(PDFName.of('Outlines'), root);
}
