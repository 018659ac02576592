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

/** A comment of a Word document, by the paragraphs of its text. */
export interface DocxComment {
  id: number;
  author?: string;
  date?: string;
  text: string | readonly string[];
  /** Id of the comment that it answers. */
  answers?: number;
  isDone?: boolean;
}

/** The mark of Word that a comment begins, ends or is named there. */
export const commentStart = (id: number) => `<w:commentRangeStart w:id="${id}"/>`;
export const commentEnd = (id: number) => `<w:commentRangeEnd w:id="${id}"/>`;
export const commentName = (id: number) => `<w:r><w:commentReference w:id="${id}"/></w:r>`;
export const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;

/** Words with a comment on them. */
export function commented(id: number, text: string): string {
  return `${commentStart(id)}${run(text)}${commentEnd(id)}${commentName(id)}`;
}

/** The parts of a Word document that hold its comments. */
export function commentParts(comments: readonly DocxComment[]): Record<string, string> {
  const w14 = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"';
  const w15 = 'xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"';
  const markOf = (id: number) => (0x1000_0000 + id).toString(16).toUpperCase();
  const bodies = comments.map(({ id, author, date, text }) => {
    const lines = typeof text === 'string' ? [text] : text;
    const paragraphs = lines.map((line, i) => {
      const mark = i === lines.length - 1 ? ` w14:paraId="${markOf(id)}"` : '';
      return `<w:p${mark}>${run(line)}</w:p>`;
    });
    const about = `${author === undefined ? '' : ` w:author="${author}"`}${date === undefined ? '' : ` w:date="${date}"`}`;
    return `<w:comment w:id="${id}"${about}>${paragraphs.join('')}</w:comment>`;
  });
  const links = comments.map(({ id, answers, isDone = false }) => {
    const above = answers === undefined ? '' : ` w15:paraIdParent="${markOf(answers)}"`;
    return `<w15:commentEx w15:paraId="${markOf(id)}"${above} w15:done="${isDone ? 1 : 0}"/>`;
  });
  return {
    'word/comments.xml': `<w:comments ${NAMES} ${w14}>${bodies.join('')}</w:comments>`,
    'word/commentsExtended.xml': `<w15:commentsEx ${w15}>${links.join('')}</w15:commentsEx>`,
  };
}
