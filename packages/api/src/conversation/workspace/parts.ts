/** Characters of a part of a document, and of a passage in it, which end with a line where they can. */
const PART = 6_000;
const PASSAGE = 800;

/** A stretch of a document that is cited by its index, from 1, as a page of a source is. */
export interface DocumentPart {
  index: number;
  /** As readers know it: documents have no pages. */
  label: '';
  text: string;
}

/** The parts of a document's text. */
export function partsOf(text: string): DocumentPart[] {
  return cut(text, PART).map((part, at) => ({ index: at + 1, label: '', text: part }));
}

/** The passages of a part. */
export const passagesOf = (part: string): string[] => cut(part, PASSAGE).filter((text) => text.trim() !== '');

/** Cuts a text at the ends of lines, else between words. */
function cut(text: string, longest: number): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + longest);
    if (to < text.length) {
      const line = text.lastIndexOf('\n', to - 1);
      const space = text.lastIndexOf(' ', to - 1);
      if (line > from) to = line + 1;
      else if (space > from) to = space + 1;
    }
    pieces.push(text.slice(from, to).toWellFormed());
    from = to;
  }
  return pieces;
}
