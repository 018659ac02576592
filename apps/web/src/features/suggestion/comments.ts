import { changesBetween } from '@tandem/shared/document/changes';
import { tokensOf } from '@tandem/shared/text/words';
import type { DocumentEditor } from '../../screens/document/editor/schema.ts';

type Doc = DocumentEditor['prosemirrorState']['doc'];
type Transaction = Parameters<Parameters<DocumentEditor['transact']>[0]>[0];
type Mark = Doc['marks'][number];

/** The text in a range of a document, letter by letter, and the discussions of each letter. */
export interface Letters {
  text: string;
  /** A letter's place in the document; -1 between two blocks. */
  places: number[];
  comments: (readonly Mark[])[];
}

/** Placeholder for anything that is not a letter. */
const THING = '\ufffc';

/** Reads the letters between two positions. */
export function lettersIn(doc: Doc, from: number, to: number): Letters {
  const letters: Letters = { text: '', places: [], comments: [] };
  const add = (text: string, place: (offset: number) => number, comments: readonly Mark[]) => {
    for (let offset = 0; offset < text.length; offset += 1) {
      letters.places.push(place(offset));
      letters.comments.push(comments);
    }
    letters.text += text;
  };
  doc.nodesBetween(from, to, (node, at) => {
    if (node.isTextblock && letters.text !== '') add(THING, () => -1, []);
    if (!node.isInline) return true;
    const skipped = Math.max(from - at, 0);
    const text = node.isText ? (node.text ?? '').slice(skipped, to - at) : THING;
    const comments = node.marks.filter(({ type }) => type.name === 'comment');
    add(text, (offset) => at + skipped + offset, comments);
    return false;
  });
  return letters;
}

/**
 * Restores the discussion marks that a text had before it was replaced, on the same words of the new text. A
 * mark on all words covers all of them again.
 * @param before the text before
 */
export function keepComments(tr: Transaction, before: Letters, from: number, to: number): void {
  if (!before.comments.some((marks) => marks.length > 0)) return;
  const after = lettersIn(tr.doc, from, to);
  const held = commentsAfter(before, after);
  for (let begin = 0; begin < held.length; ) {
    const marks = held[begin] ?? [];
    let end = begin + 1;
    while (isSame(held[end], marks) && after.places[end] === (after.places[end - 1] ?? 0) + 1) end += 1;
    const place = after.places[begin] ?? -1;
    if (place >= 0) for (const mark of marks) tr.addMark(place, place + end - begin, mark);
    begin = end;
  }
}

/** The discussions of each letter of the new text. */
function commentsAfter(before: Letters, after: Letters): (readonly Mark[])[] {
  const isOnAll = (mark: Mark) =>
    before.comments.every((marks, at) => before.places[at] === -1 || mark.isInSet(marks));
  const all = (before.comments.find((marks) => marks.length > 0) ?? []).filter(isOnAll);
  const result: (readonly Mark[])[] = [];
  let at = 0;
  for (const { kind, items } of changesBetween(tokensOf(before.text), tokensOf(after.text))) {
    const { length } = items.join('');
    if (kind === 'kept') result.push(...before.comments.slice(at, at + length));
    if (kind === 'added') {
      const right = before.comments[at] ?? [];
      // Text between two words of a discussion belongs to it.
      const around = (result.at(-1) ?? []).filter((mark) => mark.isInSet(right));
      result.push(...Array.from({ length }, () => around));
    } else at += length;
  }
  return all.length === 0
    ? result
    : result.map((marks) => all.reduce((held, mark) => mark.addToSet(held), marks));
}

function isSame(marks: readonly Mark[] | undefined, others: readonly Mark[]): boolean {
  return marks?.length === others.length && marks.every((mark, at) => others[at] && mark.eq(others[at]));
}
