import { randomBytes } from 'node:crypto';

/** Maximum comments located in one document; many times what one may keep. */
const MAX_IDS = 20_000;
const MAX_ID_LENGTH = 32;

/** A tag with a comment's position; values contain no `<`, so an unclosed quote ends at the next tag. */
const TAG =
  /<(\/?)((?:[\w.-]{1,40}:)?)(p|commentRangeStart|commentRangeEnd|commentReference)(?=[\s/>])((?:"[^"<]*"|'[^'<]*'|[^<>"']){0,1000})>/gu;

export type MarkKind = 'start' | 'end' | 'name';
const KINDS: Record<string, MarkKind> = {
  commentRangeStart: 'start',
  commentRangeEnd: 'end',
  commentReference: 'name',
};
const LETTERS: Record<MarkKind, string> = { start: 's', end: 'e', name: 'n' };
const KIND_OF = new Map(Object.entries(LETTERS).map(([kind, letter]) => [letter, kind as MarkKind]));

/** A comment's start, end or reference in a text without its marks. */
export interface FoundMark {
  /** The comment's id in its file. */
  id: string;
  kind: MarkKind;
  /** In UTF-16 units. */
  at: number;
}

/**
 * Carries comment positions through the conversion of a Word document, which ignores comments: each becomes a
 * short word in the text, unguessable for the file's author, and is removed from the blocks afterwards.
 */
export class CommentMarks {
  private readonly secret = randomBytes(8).toString('hex');
  private readonly pattern = new RegExp(`\uE000${this.secret}([sen])(\\d{1,6})\uE001`, 'gu');
  private readonly numbers = new Map<string, number>();
  private readonly ids: string[] = [];
  private readonly put = new Set<string>();

  /** Inserts a word at every comment position in the XML of a document part. */
  into(xml: string): string {
    if (!/:?commentR(?:ange|eference)/u.test(xml)) return xml;
    const edits: { at: number; text: string }[] = [];
    /** Marks before the next paragraph go into it. */
    let waiting: string[] = [];
    let depth = 0;
    let lastEnd: number | null = null;
    for (const { 0: tag, 1: slash, 2: prefix = '', 3: name = '', 4: rest = '', index } of xml.matchAll(TAG)) {
      const end = index + tag.length;
      if (name !== 'p') {
        const word = slash ? null : this.wordFor(name, rest);
        if (word === null) continue;
        const text = `<${prefix}t>${word}</${prefix}t>`;
        if (depth > 0) edits.push({ at: index, text });
        else if (name === 'commentRangeStart' || lastEnd === null) waiting.push(text);
        else edits.push({ at: lastEnd, text });
      } else if (slash) {
        depth = Math.max(0, depth - 1);
        if (depth === 0) lastEnd = index;
      } else if (!rest.endsWith('/')) {
        if (depth === 0 && waiting.length > 0) {
          edits.push({ at: end, text: waiting.join('') });
          waiting = [];
        }
        depth += 1;
      }
    }
    if (lastEnd !== null) edits.push({ at: lastEnd, text: waiting.join('') });
    return edited(xml, edits);
  }

  /** A text without the marks in it, and where they were. */
  takenFrom(marked: string): { text: string; marks: FoundMark[] } {
    const marks: FoundMark[] = [];
    let text = '';
    let from = 0;
    for (const { 0: word, 1: letter = '', 2: number, index } of marked.matchAll(this.pattern)) {
      text += marked.slice(from, index);
      from = index + word.length;
      const id = this.ids[Number(number)];
      const kind = KIND_OF.get(letter);
      if (id !== undefined && kind !== undefined) marks.push({ id, kind, at: text.length });
    }
    return { text: text + marked.slice(from), marks };
  }

  /** Returns the word for a tag; null for a redundant one. */
  private wordFor(name: string, attributes: string): string | null {
    const kind = KINDS[name] as MarkKind;
    const id = attributeOf(attributes, 'id');
    if (id === null || id.length > MAX_ID_LENGTH || this.put.has(`${kind} ${id}`)) return null;
    const number = this.numbers.get(id) ?? this.ids.length;
    if (number >= MAX_IDS) return null;
    if (number === this.ids.length) this.ids.push(id);
    this.numbers.set(id, number);
    this.put.add(`${kind} ${id}`);
    return `\uE000${this.secret}${LETTERS[kind]}${number}\uE001`;
  }
}

/** An attribute of a tag, whatever its namespace is called there. */
export function attributeOf(attributes: string, name: string): string | null {
  const found = new RegExp(`(?:^|[\\s:])${name}\\s{0,9}=\\s{0,9}(?:"([^"]*)"|'([^']*)')`, 'u').exec(
    attributes,
  );
  return found?.[1] ?? found?.[2] ?? null;
}

function edited(xml: string, edits: { at: number; text: string }[]): string {
  let from = 0;
  const pieces: string[] = [];
  for (const { at, text } of edits.sort((a, b) => a.at - b.at)) {
    pieces.push(xml.slice(from, at), text);
    from = at;
  }
  return pieces.join('') + xml.slice(from);
}
