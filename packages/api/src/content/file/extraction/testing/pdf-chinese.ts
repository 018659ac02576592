import { PDFDocument, PDFName, PDFString } from 'pdf-lib';

const utf16 = (text: string) =>
  [...Array(text.length).keys()].map((n) => text.charCodeAt(n).toString(16).padStart(4, '0')).join('');

/** A PDF with lines of Chinese in a font that is not in the file, as many Chinese files have it. @param pages lines by page */
export async function chinesePdf(pages: readonly (readonly string[])[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const { context } = pdf;
  const descriptor = context.register(
    context.obj({
      ...{ Type: 'FontDescriptor', FontName: 'STSong-Light', Flags: 4, FontBBox: [-25, -254, 1000, 880] },
      ...{ ItalicAngle: 0, Ascent: 880, Descent: -120, CapHeight: 880, StemV: 93 },
    }),
  );
  const descendant = context.obj({
    ...{
      Type: 'Font',
      Subtype: 'CIDFontType0',
      BaseFont: 'STSong-Light',
      FontDescriptor: descriptor,
      DW: 1000,
    },
    CIDSystemInfo: context.obj({ Supplement: 4 }),
  });
  const info = descendant.lookup(PDFName.of('CIDSystemInfo')) as typeof descendant;
  info.set(PDFName.of('Registry'), PDFString.of('Adobe'));
  info.set(PDFName.of('Ordering'), PDFString.of('GB1'));
  const font = context.register(
    context.obj({
      ...{ Type: 'Font', Subtype: 'Type0', BaseFont: 'STSong-Light', Encoding: 'UniGB-UCS2-H' },
      DescendantFonts: [context.register(descendant)],
    }),
  );
  for (const lines of pages) {
    const page = pdf.addPage([595, 842]);
    page.node.setFontDictionary(PDFName.of('F1'), font as never);
    const shown = lines.map((line) => `<${utf16(line)}> Tj T*`).join('\n');
    const stream = context.stream(`BT /F1 14 Tf 22 TL 60 760 Td\n${shown}\nET`);
    page.node.set(PDFName.of('Contents'), context.register(stream));
  }
  return pdf.save();
}
