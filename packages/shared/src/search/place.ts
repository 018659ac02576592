import { marksIn } from './marks.ts';
import { fold, pairsOf, stretchesOf } from './words.ts';

/** Characters searched at once. */
const WINDOW = 4_096;
/** Overlap of windows: more than the longest word. */
const SHARED = 256;
/** Matches within this many characters count together. */
const NEAR = 160;

/**
 * Finds the first place in a text with most of a query's words close together. It yields between windows, so
 * that other work can run.
 * @returns the offset of the first of them; null for none
 */
export function* seekPlace(text: string, query: string): Generator<void, number | null> {
  const asked = askedIn(query);
  const most = asked.length;
  let best: { at: number; count: number } | null = null;
  let near: { at: number; word: string }[] = [];
  for (let from = 0; from < text.length; from += WINDOW - SHARED) {
    if (from > 0) yield;
    const part = text.slice(from, from + WINDOW);
    // Skips windows without any match cheaply.
    const folded = fold(part);
    const present = asked.filter((pieces) => pieces.some((piece) => folded.includes(piece))).length;
    if (present <= (best?.count ?? 0)) continue;
    for (const [start, end] of marksIn(part, query, part.length)) {
      // A word at the start of a window may have started before it, and was then seen there.
      const at = from + start;
      if ((start === 0 && from > 0) || at <= (near.at(-1)?.at ?? -1)) continue;
      const word = fold(part.slice(start, end));
      // Keeps the last occurrence of each word, which is the nearest to what follows.
      near = [...near.filter((each) => at - each.at < NEAR && each.word !== word), { at, word }];
      if (near.length <= (best?.count ?? 0)) continue;
      best = { at: near[0]?.at ?? at, count: near.length };
      if (best.count >= most) return best.at;
    }
  }
  return best?.at ?? null;
}

/** Returns, for each query word, the pieces a matching text must contain. */
function askedIn(query: string): string[][] {
  const pieces = new Map<string, string[]>();
  for (const { text, unspaced } of stretchesOf(query)) {
    const characters = [...text];
    pieces.set(text, unspaced && characters.length > 2 ? pairsOf(characters) : [text]);
  }
  return [...pieces.values()];
}
