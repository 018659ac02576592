import { type ExtractedPage, MAX_CHARACTERS, MAX_PAGES, UnreadableFile } from '../pages.ts';

/** A paragraph, a row, or a heading of running text. */
export interface Block {
  text: string;
  isHeading: boolean;
  /** Whether a page begins with it, however short the one before is. */
  begins?: boolean;
}

/** Characters after which a section ends with the next block. */
const TARGET = 3_000;
/** Characters that one block may add to a section; longer ones are cut. */
const LONGEST = 6_000;
/** Characters of a heading that serve as a label. */
const LABEL = 80;

/**
 * Cuts running text into pages of about 3,000 characters. A page begins with a heading where one is near, and is
 * labelled by the heading that it stands under, or else by its number.
 */
export function sectionsOf(blocks: Iterable<Block>): ExtractedPage[] {
  const pages: ExtractedPage[] = [];
  let texts: string[] = [];
  let length = 0;
  let total = 0;
  let heading = '';
  let headings: string[] = [];
  let label = '';
  const close = () => {
    const text = texts.join('\n\n');
    const own = headings;
    texts = [];
    headings = [];
    length = 0;
    if (text.trim() === '') return;
    pages.push({ label: label || String(pages.length + 1), text, problem: null, headings: own });
    total += text.length;
    if (pages.length > MAX_PAGES || total > MAX_CHARACTERS) throw new UnreadableFile('tooLarge');
  };
  for (const { text: whole, isHeading, begins = false } of blocks) {
    if (begins && length > 0) close();
    for (const text of piecesOf(whole.trim())) {
      if (length + text.length > TARGET && length > 0) close();
      else if (isHeading && length > TARGET / 2) close();
      if (isHeading) {
        heading = text.replace(/\s+/g, ' ').slice(0, LABEL);
        headings.push(heading);
      }
      if (texts.length === 0) label = heading;
      texts.push(text);
      length += text.length + 2;
    }
  }
  close();
  return pages;
}

/** Cuts a block that is longer than a page, at the end of a line or sentence where one is near. */
function* piecesOf(text: string): Generator<string> {
  let start = 0;
  while (text.length - start > LONGEST) {
    const part = text.slice(start, start + LONGEST);
    const end = Math.max(part.lastIndexOf('\n'), part.lastIndexOf('. '), part.lastIndexOf('。')) + 1;
    const cut = end > LONGEST / 2 ? end : wholeCharacters(part);
    yield part.slice(0, cut);
    start += cut;
  }
  if (start < text.length) yield text.slice(start);
}

/** The length without half of a surrogate pair at the end. */
function wholeCharacters(part: string): number {
  return part.charCodeAt(part.length - 1) >>> 10 === 0b110110 ? part.length - 1 : part.length;
}
