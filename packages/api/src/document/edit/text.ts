import { wordChanges } from '@tandem/shared/document/changes';
import { tokensOf } from '@tandem/shared/text/words';
import type * as Y from 'yjs';
import {
  type Formats,
  isCommentFormat,
  isStretches,
  type Stretches,
  stretchesIn,
  stretchesOf,
  type Tree,
} from './tree.ts';

/**
 * Merges a wanted text word by word, so that concurrent typing stays in place. Discussion marks stay with
 * their words.
 */
export function mergeText(text: Y.XmlText, wanted: Stretches): void {
  const before = stretchesOf(text);
  let from = 0;
  let at = 0;
  let to = 0;
  for (const change of wordChanges(wordsOf(before), wordsOf(wanted))) {
    const { length } = change.text;
    if (change.kind === 'removed') {
      text.delete(at, length);
      from += length;
      continue;
    }
    const after = slice(wanted, to, to + length);
    if (change.kind === 'added') {
      const comments = commentsAround(before, from);
      for (const { insert, attributes } of after) {
        text.insert(at, insert, { ...attributes, ...comments });
        at += insert.length;
      }
    } else {
      format(text, at, slice(before, from, from + length), after);
      from += length;
      at += length;
    }
    to += length;
  }
}

/** Separates texts that are compared as one, so that no words join. */
const BETWEEN: Stretches = [{ insert: '\ufffc', attributes: {} }];

/** Texts as one. */
export function joined(texts: readonly Stretches[]): Stretches {
  return texts.flatMap((text, i) => (i === 0 ? text : [...BETWEEN, ...text]));
}

/**
 * Adds the previous discussion marks of the same words to an element.
 * @param before its texts, `joined`
 */
export function withComments(tree: Tree, before: Stretches): Tree {
  if (!before.some(({ attributes }) => Object.keys(attributes).some(isCommentFormat))) return tree;
  const marked = marks(before, joined(stretchesIn(tree, { own: true })));
  let at = 0;
  const replace = (element: Tree): Tree => ({
    ...element,
    children: element.children.map((child) => {
      if (!isStretches(child)) return child.name === 'blockGroup' ? child : replace(child);
      const length = wordsOf(child).length;
      at += length + 1;
      return slice(marked, at - length - 1, at - 1);
    }),
  });
  return replace(tree);
}

function marks(before: Stretches, wanted: Stretches): Stretches {
  const result: Stretches = [];
  let from = 0;
  let to = 0;
  for (const { kind, text } of wordChanges(wordsOf(before), wordsOf(wanted))) {
    if (kind !== 'added') from += text.length;
    if (kind === 'removed') continue;
    if (kind === 'added') result.push(...slice(wanted, to, to + text.length));
    else
      for (const piece of together(
        slice(before, from - text.length, from),
        slice(wanted, to, to + text.length),
      ))
        result.push({
          insert: piece.insert,
          attributes: { ...piece.after, ...commentsOf(piece.before) },
        });
    to += text.length;
  }
  return result;
}

function format(text: Y.XmlText, at: number, before: Stretches, after: Stretches): void {
  let place = at;
  for (const piece of together(before, after)) {
    const changes: Formats = {};
    for (const name of Object.keys(piece.before))
      if (!isCommentFormat(name) && !Object.hasOwn(piece.after, name)) changes[name] = null;
    for (const [name, value] of Object.entries(piece.after))
      if (JSON.stringify(piece.before[name]) !== JSON.stringify(value)) changes[name] = value;
    if (Object.keys(changes).length > 0) text.format(place, piece.insert.length, changes);
    place += piece.insert.length;
  }
}

/** Cuts the same text with two formats into pieces that have one of each. */
function together(
  before: Stretches,
  after: Stretches,
): { insert: string; before: Formats; after: Formats }[] {
  const pieces: { insert: string; before: Formats; after: Formats }[] = [];
  let i = 0;
  let used = 0;
  for (const { insert, attributes } of after)
    for (let at = 0; at < insert.length; ) {
      const old = before[i];
      const length = Math.min(insert.length - at, (old?.insert.length ?? insert.length) - used);
      pieces.push({
        insert: insert.slice(at, at + length),
        before: old?.attributes ?? {},
        after: attributes,
      });
      at += length;
      used += length;
      if (old && used === old.insert.length) {
        i += 1;
        used = 0;
      }
    }
  return pieces;
}

/** Returns marks on both sides of a position, which apply to an insertion there. */
function commentsAround(stretches: Stretches, at: number): Formats {
  if (at === 0) return {};
  const [left, right] = [slice(stretches, at - 1, at)[0], slice(stretches, at, at + 1)[0]];
  const after = commentsOf(right?.attributes ?? {});
  return Object.fromEntries(
    Object.entries(commentsOf(left?.attributes ?? {})).filter(([name]) => Object.hasOwn(after, name)),
  );
}

function commentsOf(formats: Formats): Formats {
  return Object.fromEntries(Object.entries(formats).filter(([name]) => isCommentFormat(name)));
}

function slice(stretches: Stretches, from: number, to: number): Stretches {
  const result: Stretches = [];
  let at = 0;
  for (const { insert, attributes } of stretches) {
    const piece = insert.slice(Math.max(0, from - at), Math.max(0, to - at));
    if (piece !== '') result.push({ insert: piece, attributes });
    at += insert.length;
    if (at >= to) break;
  }
  return result;
}

function wordsOf(stretches: Stretches): string {
  return stretches.map(({ insert }) => insert).join('');
}

/** Keeps the trailing space of the previous text, which is invisible: somebody may be typing after it. */
export function withSpaceOf(before: Stretches, wanted: Stretches): Stretches {
  const [words, wantedWords] = [wordsOf(before), wordsOf(wanted)];
  if (wantedWords === '') return wanted;
  const formats = withoutComments(before);
  const lead = /^\s+(?=\S)/u.exec(words)?.[0] ?? '';
  const isLed = lead === '' || /^\s/u.test(wantedWords);
  const begun = isLed ? wanted : [{ insert: lead, attributes: formats[0]?.attributes ?? {} }, ...wanted];
  const space = /\s+$/u.exec(words)?.[0] ?? '';
  if (space === '' || /\s$/u.test(wantedWords) || wordsOf(begun).startsWith(words)) return begun;
  return [...begun, { insert: space, attributes: formats.at(-1)?.attributes ?? {} }];
}

/**
 * Merges two writers' changes of a text word by word: removals and additions of both apply. Where both added
 * at one position, both appear, with a space between words.
 * @param ours keeps its formats where both kept the words
 */
export function bothChanges(base: Stretches, ours: Stretches, theirs: Stretches): Stretches {
  const [a, b] = [editsOf(base, ours), editsOf(base, theirs)];
  const result: Stretches = [];
  for (let at = 0; at <= a.kept.length; at += 1) {
    for (const added of [a.added[at] ?? [], b.added[at] ?? []]) {
      if (added.length > 0 && isGlued(wordsOf(result), wordsOf(added)))
        result.push({ insert: ' ', attributes: {} });
      result.push(...added);
    }
    const kept = a.kept[at];
    if (!kept || !b.kept[at]) continue;
    if ((b.added[at]?.length ?? 0) > 0 && isGlued(wordsOf(result), wordsOf(kept)))
      result.push({ insert: ' ', attributes: {} });
    result.push(...kept);
  }
  return result;
}

/** Returns what became of each word, null when removed, and the additions before each and at the end. */
function editsOf(
  base: Stretches,
  after: Stretches,
): { kept: (Stretches | null)[]; added: Record<number, Stretches> } {
  const kept: (Stretches | null)[] = [];
  const added: Record<number, Stretches> = {};
  let to = 0;
  for (const { kind, text } of wordChanges(wordsOf(base), wordsOf(after))) {
    if (kind === 'added') added[kept.length] = slice(after, to, to + text.length);
    else
      for (const token of tokensOf(text)) {
        kept.push(kind === 'kept' ? slice(after, to, to + token.length) : null);
        if (kind === 'kept') to += token.length;
      }
    if (kind === 'added') to += text.length;
  }
  return { kept, added };
}

/** Whether two texts, joined, would merge two words into one. */
export function isGlued(before: string, after: string): boolean {
  const [last = '', first = ''] = [[...before].at(-1), [...after][0]];
  return last !== '' && first !== '' && tokensOf(last + first).length === 1;
}

/** Removes discussion marks, joining runs that only they separated. */
export function withoutComments(stretches: Stretches): Stretches {
  const result: Stretches = [];
  for (const { insert, attributes } of stretches) {
    const plain = Object.fromEntries(Object.entries(attributes).filter(([name]) => !isCommentFormat(name)));
    const last = result.at(-1);
    if (last && JSON.stringify(last.attributes) === JSON.stringify(plain)) last.insert += insert;
    else result.push({ insert, attributes: plain });
  }
  return result;
}
