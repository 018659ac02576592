import { UNSPACED } from '@tandem/shared/text/words';

/** Words of a passage, about. A character of a script without spaces counts as half a word. */
const TARGET = 120;
/** Words up to which a text stays whole. */
const WHOLE = 160;
/** Bounds of a passage, as shares of the size that is aimed at. */
const SHORTEST = 0.5;
const LONGEST = 1.8;
/** Characters that count as one word when they are longer: codes, tables of figures. */
const LONG_WORD = 24;

/** How good a place for a cut is, against being off the target by all of it. */
const goodness = { paragraph: 1, sentence: 0.6, line: 0.25, word: 0 };

const WORD = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}]){1,200}`, 'gu');
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');
const PARAGRAPH = /\n\s*\n/;
const SENTENCE = /[.!?…]['"”’»)\]]*\s|[。！？]/;
/** What belongs to the word before a cut. */
const TAIL = /^[^\s([{“„«‘「『]*/;

/** A stretch of a text; `to` is exclusive. */
export interface Stretch {
  from: number;
  to: number;
}

interface Word {
  start: number;
  end: number;
  /** Words before it, by weight. */
  before: number;
}

/**
 * Cuts a page into passages of about 120 words and at most 216, at the ends of paragraphs and sentences where those are
 * near. Passages are in order and do not overlap; white space between them belongs to none.
 */
export function passagesOf(text: string): Stretch[] {
  const { words, total } = weigh(text);
  const passages: Stretch[] = [];
  let first = 0;
  let from = 0;
  for (;;) {
    const done = words[first]?.before ?? total;
    const left = total - done;
    if (left <= WHOLE) break;
    const target = left < 2 * WHOLE ? left / 2 : TARGET;
    const next = bestCut(text, words, first, target);
    if (next === null) break;
    const cut = cutBefore(text, words, next);
    passages.push(trimmed(text, { from, to: cut }));
    from = cut;
    first = next;
  }
  passages.push(trimmed(text, { from, to: text.length }));
  return passages.filter(({ from: start, to }) => to > start);
}

function weigh(text: string): { words: Word[]; total: number } {
  const words: Word[] = [];
  let total = 0;
  for (const { 0: word, index: start } of text.matchAll(WORD)) {
    words.push({ start, end: start + word.length, before: total });
    total += IS_UNSPACED.test(word) ? 0.5 : Math.max(1, word.length / LONG_WORD);
  }
  return { words, total };
}

/** The word before which the best cut is; null where the text has none. */
function bestCut(text: string, words: readonly Word[], first: number, target: number): number | null {
  const start = words[first]?.before ?? 0;
  let best: number | null = null;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (let at = first + 1; at < words.length; at += 1) {
    const size = (words[at]?.before ?? 0) - start;
    if (size < target * SHORTEST) continue;
    if (size > target * LONGEST && best !== null) break;
    const gap = text.slice(words[at - 1]?.end, words[at]?.start);
    const score = goodness[kindOf(gap)] - Math.abs(size - target) / target;
    if (score > bestScore) {
      best = at;
      bestScore = score;
    }
  }
  return best;
}

function kindOf(gap: string): keyof typeof goodness {
  if (PARAGRAPH.test(gap)) return 'paragraph';
  if (SENTENCE.test(gap)) return 'sentence';
  return gap.includes('\n') ? 'line' : 'word';
}

/** Where the text before a word ends: behind the punctuation that follows the word before. */
function cutBefore(text: string, words: readonly Word[], next: number): number {
  const end = words[next - 1]?.end ?? 0;
  const gap = text.slice(end, words[next]?.start);
  return end + (TAIL.exec(gap)?.[0].length ?? 0);
}

function trimmed(text: string, { from, to }: Stretch): Stretch {
  const part = text.slice(from, to);
  const start = from + (part.length - part.trimStart().length);
  return { from: start, to: Math.max(start, from + part.trimEnd().length) };
}
