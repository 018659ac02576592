import { marksIn } from './marks.ts';
import { fold, pairsOf, stretchesOf } from './words.ts';

/** Looked through at once, in characters. */
const WINDOW = 4_096;
/** What windows share: more than the longest word. */
const SHARED = 256;
/** What stands this near is read together, in characters. */
const NEAR = 160;

/**
 * Where in a text most of the words that a query asks for stand together, the first such place. It yields between
 * stretches of the text, so that others can have their turn.
 * @returns where the first of them begins; null without any
 */
export function* seekPlace(text: string, query: string): Generator<void, number | null> {
  const asked = askedIn(query);
  const most = asked.length;
  let best: { at: number; count: number } | null = null;
  let near: { at: number; word: string }[] = [];
  for (let from = 0; from < text.length; from += WINDOW - SHARED) {
    if (from > 0) yield;
    const part = text.slice(from, from + WINDOW);
    // Most of a long text has nothing to do with the query: that is seen at a glance.
    const folded = fold(part);
    const present = asked.filter((pieces) => pieces.some((piece) => folded.includes(piece))).length;
    if (present <= (best?.count ?? 0)) continue;
    for (const [start, end] of marksIn(part, query, part.length)) {
      // A word that a window begins with may have begun before it, and was then seen there.
      const at = from + start;
      if ((start === 0 && from > 0) || at <= (near.at(-1)?.at ?? -1)) continue;
      const word = fold(part.slice(start, end));
      // Of the same word the last one is the nearest to what comes.
      near = [...near.filter((each) => at - each.at < NEAR && each.word !== word), { at, word }];
      if (near.length <= (best?.count ?? 0)) continue;
      best = { at: near[0]?.at ?? at, count: near.length };
      if (best.count >= most) return best.at;
    }
  }
  return best?.at ?? null;
}

/** For each word that is asked for, what a text with a mark of it holds of it at least. */
function askedIn(query: string): string[][] {
  const pieces = new Map<string, string[]>();
  for (const { text, unspaced } of stretchesOf(query)) {
    const characters = [...text];
    pieces.set(text, unspaced && characters.length > 2 ? pairsOf(characters) : [text]);
  }
  return [...pieces.values()];
}
