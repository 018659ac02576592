import { zipOf } from './exchange.ts';

const NAMES = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
].join(' ');
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A paragraph of a Word document, in one of its styles. */
export function paragraph(text: string, style = ''): string {
  const styled = style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : '';
  return `<w:p>${styled}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

/** A picture of a Word document, by the id of a relationship; `r:link` is one that lies elsewhere. */
export function picture(id: string, by: 'r:embed' | 'r:link' = 'r:embed'): string {
  return (
    '<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="p" descr="A picture"/><a:graphic><a:graphicData>' +
    `<pic:pic><pic:blipFill><a:blip ${by}="${id}"/></pic:blipFill></pic:pic>` +
    '</a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>'
  );
}

interface DocxParts {
  body: string;
  /** Stands before the document's element. */
  prolog?: string;
  /** Relationships of the document, as XML. */
  relationships?: string;
  files?: Record<string, string | Uint8Array>;
}

/** A Word document. */
export function docxOf({ body, prolog = '', relationships = '', files = {} }: DocxParts): Uint8Array {
  const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  return zipOf({
    '[Content_Types].xml': `${xml}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/></Types>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `${xml}<Relationships xmlns="${PACKAGE}/relationships">${relationships}</Relationships>`,
    'word/styles.xml': `${xml}<w:styles ${NAMES}><w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style><w:style w:type="paragraph" w:styleId="Heading2"><w:name w:val="heading 2"/></w:style></w:styles>`,
    'word/document.xml': `${xml}${prolog}<w:document ${NAMES}><w:body>${body}</w:body></w:document>`,
    ...files,
  });
}

/** A relationship of a document to a picture. */
export function relationship(id: string, target: string, mode = ''): string {
  const external = mode ? ` TargetMode="${mode}"` : '';
  return `<Relationship Id="${id}" Type="${OFFICE}/image" Target="${target}"${external}/>`;
}

/** A relationship of a document to its styles. */
export const stylesRelationship = `<Relationship Id="rIdS" Type="${OFFICE}/styles" Target="styles.xml"/>`;
