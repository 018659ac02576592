import { marksIn } from './marks.ts';
import { fold, stretchesOf } from './words.ts';

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
  const most = new Set([...stretchesOf(query)].map((stretch) => stretch.text)).size;
  let best: { at: number; count: number } | null = null;
  let near: { at: number; word: string }[] = [];
  for (let from = 0; from < text.length; from += WINDOW - SHARED) {
    if (from > 0) yield;
    const part = text.slice(from, from + WINDOW);
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
