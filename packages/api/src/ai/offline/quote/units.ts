import { recogniseLanguage } from '../../../core/words/language.ts';

/** A page that is quoted from. */
export interface QuotedFrom {
  /** By which it is cited. */
  id: string;
  /** Name of its file or source. */
  name: string;
  /** As readers know the page; null for a text without pages. */
  label: string | null;
  text: string;
}

/** A sentence, an entry of a list or a row, which can be quoted alone. */
export interface Unit extends Omit<QuotedFrom, 'text'> {
  /** Word by word as it stands on the page, in lines that were wrapped for paper joined again. */
  sentence: string;
  kind: 'sentence' | 'item' | 'row';
  /** The line that it stands under; empty without one. */
  heading: string;
  /** Two-letter code of its source's language; null when unknown. */
  language: string | null;
}

/** Characters that are searched. */
const MAX_SEARCHED = 400_000;
/** Characters by which the language of a source is recognised. */
const LANGUAGE_SAMPLE = 4_000;
/** Longest quote; a marker has room for little more. */
const MAX_SENTENCE = 500;
/** Longest line that may be a heading, or the head or foot of a printed page. */
const MAX_HEADING = 80;
const MAX_HEADING_WORDS = 10;
/** Pages on which a line stands that is the head or foot of each. */
const LEAST_REPEATED = 3;
/** Lines at the edges of a page that may be its head and foot. */
const EDGE = 2;

const ITEM = /^(?:[-*•+–]|\(?\d{1,3}[.)]|\(?[a-z][.)]) +(?=\S)/u;
const ENDS_SENTENCE = /[.!?…:;。！？：；]["”')\]]?$/u;
const PAGE_NUMBER =
  /^(?:(?:page|seite|pagina|página|p\.|第)? ?\d{1,5}(?: ?(?:of|von|de|sur|\/|共) ?\d{1,5})? ?页?|[ivxlc]{1,7})$/iu;
const LABELLED = /^\p{Lu}[\p{L} ]{1,24}: \S/u;
const NUMBERED = /^(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|§ ?\d+|[IVX]{1,5}\.|第.{1,4}[章节条部]) */u;

/** The units of pages in their order. */
export function unitsOf(pages: readonly QuotedFrom[]): Unit[] {
  const units: Unit[] = [];
  let left = MAX_SEARCHED;
  for (const [name, own] of Map.groupBy(pages, (page) => page.name)) {
    const read = own.map((page) => {
      const text = page.text.slice(0, Math.max(0, left));
      left -= text.length;
      return { ...page, text };
    });
    const language = recogniseLanguage(
      read
        .map(({ text }) => text)
        .join('\n')
        .slice(0, LANGUAGE_SAMPLE),
    );
    const furniture = repeatedLines(read);
    for (const { text, id, label } of read)
      for (const unit of unitsIn(text, furniture)) units.push({ ...unit, id, name, label, language });
  }
  return units;
}

/** Lines at the edges of many pages that are no sentences, with their numbers left out. */
function repeatedLines(pages: readonly QuotedFrom[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { text } of pages) {
    const lines = linesOf(text);
    for (const line of new Set([...lines.slice(0, EDGE), ...lines.slice(-EDGE)].map(withoutNumbers)))
      counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count >= LEAST_REPEATED).map(([line]) => line));
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line.length <= MAX_HEADING && !ENDS_SENTENCE.test(line));
const withoutNumbers = (line: string): string => line.replace(/\d+/g, '#');

function unitsIn(
  text: string,
  furniture: ReadonlySet<string>,
): Pick<Unit, 'sentence' | 'kind' | 'heading'>[] {
  const units: Pick<Unit, 'sentence' | 'kind' | 'heading'>[] = [];
  let heading = '';
  for (const { text: block, kind } of blocksOf(text, furniture)) {
    if (kind === 'heading') {
      heading = block;
      continue;
    }
    if (kind === 'row') {
      units.push({ sentence: withinLength(block), kind, heading });
      continue;
    }
    for (const sentence of sentencesOf(block))
      units.push({ sentence: withinLength(sentence), kind, heading });
  }
  return units;
}

interface Block {
  text: string;
  kind: Unit['kind'] | 'heading';
}

/** Headings, rows, entries of lists and paragraphs, without heads, feet and numbers of pages. */
function blocksOf(text: string, furniture: ReadonlySet<string>): Block[] {
  const lines = text
    .replace(/(?<=\p{Ll})-\n(?=\p{Ll})/gu, '')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim());
  const width = wrappedAt(lines);
  const blocks: { pieces: string[]; kind: Block['kind'] }[] = [];
  let open: (typeof blocks)[number] | null = null;
  let before = '';
  for (const [at, line] of lines.entries()) {
    const isFurniture =
      line.length <= MAX_HEADING && (PAGE_NUMBER.test(line) || furniture.has(withoutNumbers(line)));
    if (line === '' || isFurniture) {
      open = null;
      continue;
    }
    const next = lines[at + 1] ?? '';
    const kind = kindOf(line, { next, isAfterGap: open === null });
    const goesOn = open !== null && !isBeginning(line, kind) && wraps(before, line, width);
    if (goesOn && open) open.pieces.push(glue(before, line));
    else {
      const text = kind === 'item' ? line.replace(ITEM, '') : line.replace(/^(?:#{1,6}|>) /, '');
      open = { pieces: [text], kind };
      blocks.push(open);
    }
    if (open.kind === 'heading' || open.kind === 'row') open = null;
    before = line;
  }
  return blocks.map(({ pieces, kind }) => ({ text: pieces.join(''), kind }));
}

/** Whether a line begins something, however long the line before it is. */
function isBeginning(line: string, kind: Block['kind']): boolean {
  if (kind === 'row' || kind === 'item') return true;
  // "Present: Ada, Ben", and a numbered heading.
  return (
    LABELLED.test(line) || (kind === 'heading' && NUMBERED.test(line) && line.replace(NUMBERED, '') !== line)
  );
}

/** How long the lines of a page are that was wrapped for paper; 0 for text that was not. */
function wrappedAt(lines: readonly string[]): number {
  const lengths = lines
    .map(({ length }) => length)
    .filter((length) => length >= 40)
    .sort((a, b) => a - b);
  const long = lengths[Math.floor(lengths.length * 0.8)] ?? 0;
  return lengths.length >= 3 && long <= 160 ? long : 0;
}

/** Whether a line goes on with the next one. */
function wraps(line: string, next: string, width: number): boolean {
  if (/^[\p{Ll}(]/u.test(next) && /[\p{L}\p{N},;%)]$/u.test(line)) return true;
  if (/\p{Script=Han}$/u.test(line) && /^\p{Script=Han}/u.test(next) && line.length >= 20) return true;
  return width > 0 && line.length >= width * 0.75;
}

const glue = (before: string, line: string): string =>
  /\p{Script=Han}$/u.test(before.slice(-2)) && /^\p{Script=Han}/u.test(line) ? line : ` ${line}`;

function kindOf(line: string, { next, isAfterGap }: { next: string; isAfterGap: boolean }): Block['kind'] {
  if (/^\|.*\|$/.test(line)) return 'row';
  if (/^#{1,6} /.test(line)) return 'heading';
  const isShort = line.length <= MAX_HEADING && line.split(' ').length <= MAX_HEADING_WORDS;
  const bare = line.replace(NUMBERED, '');
  const looksNumbered = bare !== line && /^[\p{Lu}\p{Script=Han}]/u.test(bare);
  const ends = ENDS_SENTENCE.test(line) || /[,，、]$/u.test(line);
  // A heading is no line that the next one goes on with.
  if (isShort && !ends && /\p{L}/u.test(line) && !/^\p{Ll}/u.test(next)) {
    if (looksNumbered) return 'heading';
    if (isAfterGap && !ITEM.test(line) && !line.includes(': ')) return 'heading';
  }
  // A question above its answer.
  if (isShort && isAfterGap && next === '' && /[?？]$/u.test(line)) return 'heading';
  return ITEM.test(line) ? 'item' : 'sentence';
}

/** Words before a full stop that end no sentence. */
const SHORTENED =
  /(?:^|[\s(])(?:\p{L}|mr|mrs|ms|dr|prof|st|no|nos|vs|etc|e\.g|i\.e|ltd|inc|co|fig|vol|art|approx|bzw|ca|nr|abs|bsp|usw|vgl|z\. ?b|d\. ?h|u\. ?a)\.$/iu;
/** A number whose full stop makes it an ordinal. */
const ORDINAL = /(?:^|\s)\d{1,2}\.$/u;

/** Characters at the end of a text that these need; all that came before would be read again for each piece. */
const TAIL = 16;

/** The sentences of a paragraph as they stand there. */
export function sentencesOf(text: string): string[] {
  const pieces = text.split(/(?<=[.!?…]["”’')\]]?)\s+|(?<=[。！？]["”’'）)\]]?)(?!["”’'）)\]])\s*/u);
  const sentences: string[] = [];
  let open: string[] = [];
  let length = 0;
  let tail = '';
  for (const piece of pieces) {
    open.push(piece);
    length += piece.length + 1;
    tail = `${tail} ${piece.slice(-TAIL)}`.slice(-TAIL);
    // A sentence that is too long for a quote ends here: nobody means it as one.
    if (length <= MAX_SENTENCE && (SHORTENED.test(tail) || ORDINAL.test(tail))) continue;
    sentences.push(open.join(' ').trim());
    open = [];
    length = 0;
    tail = '';
  }
  if (open.length > 0) sentences.push(open.join(' ').trim());
  return sentences.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

function withinLength(sentence: string): string {
  if (sentence.length <= MAX_SENTENCE) return sentence;
  const cut = sentence.slice(0, MAX_SENTENCE).toWellFormed();
  return cut.replace(/\s+\S*$/, '') || cut;
}
