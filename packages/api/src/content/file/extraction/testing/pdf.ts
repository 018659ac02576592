import { PDFDocument, PDFHexString, PDFName, PDFNumber, StandardFonts } from 'pdf-lib';

/** A PDF with lines of text. @param pages lines by page @param bookmarks with pages from 1 */
export async function pdfFile(
  pages: readonly (readonly string[])[],
  { title, bookmarks = [] }: { title?: string; bookmarks?: readonly { title: string; page: number }[] } = {},
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  if (title !== undefined) pdf.setTitle(title);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const lines of pages) {
    const page = pdf.addPage([595, 842]);
    for (const [line, text] of lines.entries())
      page.drawText(text, { x: 60, y: 780 - line * 16, size: 11, font });
  }
  if (bookmarks.length > 0) addBookmarks(pdf, bookmarks);
  return pdf.save();
}

/**
 * A PDF whose pages have two columns, each line of them in several pieces, as typesetters leave them.
 * @param pages by page the lines of the left and of the right column
 */
export async function pdfInColumns(
  pages: readonly (readonly [readonly string[], readonly string[]])[],
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const fonts = [
    await pdf.embedFont(StandardFonts.TimesRoman),
    await pdf.embedFont(StandardFonts.TimesRomanItalic),
  ] as const;
  for (const columns of pages) {
    const page = pdf.addPage([595, 842]);
    for (const [column, lines] of columns.entries())
      for (const [line, text] of lines.entries()) {
        let x = 50 + column * 260;
        for (const [piece, words] of text.split(/(?<= )(?=\p{Lu})/u).entries()) {
          const font = fonts[piece % 2] ?? fonts[0];
          page.drawText(words, { x, y: 780 - line * 18, size: 10, font });
          x += font.widthOfTextAtSize(words, 10);
        }
      }
  }
  return pdf.save();
}

function addBookmarks(pdf: PDFDocument, bookmarks: readonly { title: string; page: number }[]): void {
  const { context } = pdf;
  const [outline, ...refs] = [null, ...bookmarks].map(() => context.nextRef());
  const [first, last] = [refs[0], refs.at(-1)];
  if (!outline || !first || !last) return;
  for (const [at, { title, page }] of bookmarks.entries()) {
    const [ref, previous, next] = [refs[at], refs[at - 1], refs[at + 1]];
    const target = pdf.getPages()[page - 1];
    if (!ref) continue;
    context.assign(
      ref,
      context.obj({
        Title: PDFHexString.fromText(title),
        Parent: outline,
        ...(previous && { Prev: previous }),
        ...(next && { Next: next }),
        ...(target && { Dest: [target.ref, PDFName.of('Fit')] }),
      }),
    );
  }
  context.assign(
    outline,
    context.obj({ Type: 'Outlines', First: first, Last: last, Count: PDFNumber.of(bookmarks.length) }),
  );
  pdf.catalog.set(PDFName.of('Outlines'), outline);
}

/** A PDF with the pages of several. */
export async function joinedPdf(files: readonly Uint8Array[]): Promise<Uint8Array> {
  const whole = await PDFDocument.create();
  for (const bytes of files) {
    const part = await PDFDocument.load(bytes);
    for (const page of await whole.copyPages(part, part.getPageIndices())) whole.addPage(page);
  }
  return whole.save();
}
