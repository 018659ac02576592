import { strToU8, unzipSync, zipSync } from 'fflate';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument';

/** Packs texts as an archive, the first one stored without compression, as OpenDocument and EPUB ask. */
export function archive(files: Record<string, string>): Uint8Array {
  const [first, ...others] = Object.entries(files);
  const packed = (entry: [string, string] | undefined, level: 0 | 6) =>
    entry ? { [entry[0]]: [strToU8(entry[1]), { level }] as [Uint8Array, { level: 0 | 6 }] } : {};
  return zipSync(Object.assign(packed(first, 0), ...others.map((entry) => packed(entry, 6))));
}

function relationships(rows: readonly { id: string; type: string; target: string }[]): string {
  const all = rows.map(
    ({ id, type, target }) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
}

function contentTypes(parts: Record<string, string>): string {
  const overrides = Object.entries(parts).map(
    ([name, type]) => `<Override PartName="/${name}" ContentType="${TYPE}.${type}+xml"/>`,
  );
  return `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`;
}

/** A Word document. @param body paragraphs and tables in its own XML @param before the root element */
export function wordFile(body: string, before = ''): Uint8Array {
  return archive({
    '[Content_Types].xml': contentTypes({ 'word/document.xml': 'wordprocessingml.document.main' }),
    '_rels/.rels': relationships([{ id: 'r1', type: 'officeDocument', target: 'word/document.xml' }]),
    'word/document.xml': `${HEAD}${before}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  });
}

/** A paragraph of a Word document. @param style the name of a heading's style */
export function wordParagraph(text: string, style?: string): string {
  const properties = style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : '';
  return `<w:p>${properties}<w:r><w:t>${text}</w:t></w:r></w:p>`;
}

/** An Excel workbook. @param sheets cells by address, by the sheet's name; numbers stay numbers */
export function excelFile(sheets: Record<string, Record<string, string | number>>): Uint8Array {
  const names = Object.keys(sheets);
  const id = (index: number) => `r${index + 1}`;
  const part = (index: number) => `worksheets/sheet${index + 1}.xml`;
  const named = names.map(
    (name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="${id(index)}"/>`,
  );
  return archive({
    '[Content_Types].xml': contentTypes({
      'xl/workbook.xml': 'spreadsheetml.sheet.main',
      ...Object.fromEntries(names.map((_, index) => [`xl/${part(index)}`, 'spreadsheetml.worksheet'])),
    }),
    '_rels/.rels': relationships([{ id: 'r1', type: 'officeDocument', target: 'xl/workbook.xml' }]),
    'xl/workbook.xml': `${HEAD}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}"><sheets>${named.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      names.map((_, index) => ({ id: id(index), type: 'worksheet', target: part(index) })),
    ),
    ...Object.fromEntries(
      Object.values(sheets).map((cells, index) => [`xl/${part(index)}`, worksheet(cells)]),
    ),
  });
}

function worksheet(cells: Record<string, string | number>): string {
  const rows = Map.groupBy(Object.entries(cells), ([address]) => Number(address.replace(/\D/g, '')));
  const lines = [...rows].map(
    ([row, entries]) =>
      `<row r="${row}">${entries.map(([address, value]) => cell(address, value)).join('')}</row>`,
  );
  return `${HEAD}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

function cell(address: string, value: string | number): string {
  return typeof value === 'number'
    ? `<c r="${address}"><v>${value}</v></c>`
    : `<c r="${address}" t="inlineStr"><is><t>${value}</t></is></c>`;
}

/** A PowerPoint presentation. @param slides lines by slide, the title first */
export function powerPointFile(slides: readonly (readonly string[])[]): Uint8Array {
  const id = (index: number) => `r${index + 1}`;
  const part = (index: number) => `slides/slide${index + 1}.xml`;
  const spaces =
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
  return archive({
    '[Content_Types].xml': contentTypes({
      'ppt/presentation.xml': 'presentationml.presentation.main',
      ...Object.fromEntries(slides.map((_, index) => [`ppt/${part(index)}`, 'presentationml.slide'])),
    }),
    '_rels/.rels': relationships([{ id: 'r1', type: 'officeDocument', target: 'ppt/presentation.xml' }]),
    'ppt/presentation.xml': `${HEAD}<p:presentation ${spaces} xmlns:r="${OFFICE}"><p:sldIdLst>${slides
      .map((_, index) => `<p:sldId id="${256 + index}" r:id="${id(index)}"/>`)
      .join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(
      slides.map((_, index) => ({ id: id(index), type: 'slide', target: part(index) })),
    ),
    ...Object.fromEntries(
      slides.map(([title = '', ...lines], index) => [
        `ppt/${part(index)}`,
        `${HEAD}<p:sld ${spaces}><p:cSld><p:spTree>${shape(
          [title],
          '<p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr>',
        )}${shape(lines, '')}</p:spTree></p:cSld></p:sld>`,
      ]),
    ),
  });
}

function shape(lines: readonly string[], properties: string): string {
  const text = lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('');
  return `<p:sp>${properties}<p:txBody>${text}</p:txBody></p:sp>`;
}

const OPEN_DOCUMENT = 'urn:oasis:names:tc:opendocument:xmlns';

/** An OpenDocument file. @param body its content in its own XML: paragraphs, or tables of a spreadsheet */
export function openDocumentFile(body: string, kind: 'text' | 'spreadsheet' = 'text'): Uint8Array {
  const type = `application/vnd.oasis.opendocument.${kind}`;
  return archive({
    mimetype: type,
    'META-INF/manifest.xml': `${HEAD}<manifest:manifest xmlns:manifest="${OPEN_DOCUMENT}:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/></manifest:manifest>`,
    'content.xml': `${HEAD}<office:document-content xmlns:office="${OPEN_DOCUMENT}:office:1.0" xmlns:text="${OPEN_DOCUMENT}:text:1.0" xmlns:table="${OPEN_DOCUMENT}:table:1.0"><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
  });
}

/** An EPUB. @param chapters the body of each chapter in XHTML */
export function epubFile(title: string, chapters: readonly string[]): Uint8Array {
  const names = chapters.map((_, index) => `c${index + 1}`);
  return archive({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': `${HEAD}<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    'book.opf': `${HEAD}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></metadata><manifest>${names
      .map((name) => `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>`)
      .join(
        '',
      )}</manifest><spine>${names.map((name) => `<itemref idref="${name}"/>`).join('')}</spine></package>`,
    ...Object.fromEntries(
      chapters.map((chapter, index) => [
        `${names[index]}.xhtml`,
        `${HEAD}<html xmlns="http://www.w3.org/1999/xhtml"><body>${chapter}</body></html>`,
      ]),
    ),
  });
}

/** A Word document of few bytes that unpacks to many. */
export function bombFile(megabytes: number): Uint8Array {
  const { 'word/document.xml': _, ...parts } = unzipSync(wordFile(''));
  return zipSync({
    ...parts,
    'word/document.xml': [new Uint8Array(megabytes * 1024 * 1024).fill(97), { level: 1 }],
  });
}
