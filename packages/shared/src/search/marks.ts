import { fold, MARKS, pairsOf, type Stretch, stretchesOf } from './words.ts';

/** A marked stretch: UTF-16 offsets, the second exclusive. */
export type Mark = [start: number, end: number];

/** A letter with everything it may combine with: folding these one by one equals folding the text. */
const CLUSTER = new RegExp(`[^][${MARKS}\\u1160-\\u11ff]*`, 'gu');

/**
 * Finds a query's matches in a text: whole words, prefixes for the query's last word, and characters of
 * scripts without spaces anywhere. In order, without overlap, in linear time.
 * @param most maximum number
 */
export function marksIn(text: string, query: string, most = 20): Mark[] {
  const asked = [...stretchesOf(query)];
  const words = spacedOf(asked);
  const inside = new Set(asked.filter(({ unspaced }) => unspaced).map((stretch) => stretch.text));
  const marks: Mark[] = [];
  let until = 0;
  for (const stretch of stretchesOf(text)) {
    if (marks.length >= most) break;
    // Folding may turn one position into several words.
    if (stretch.start < until) continue;
    if (stretch.unspaced) {
      marks.push(...marksInside(text, stretch, inside, most));
      until = stretch.end;
      continue;
    }
    const length = longestMatch(stretch.text, words);
    if (length === 0) continue;
    marks.push([stretch.start, stretch.start + prefixLength(text, stretch, length)]);
    until = stretch.end;
  }
  return joined(marks).slice(0, most);
}

interface AskedWords {
  /** Each as a whole. */
  whole: ReadonlySet<string>;
  /** Prefix that matches the beginning of a word; "" when the query ends otherwise. */
  beginning: string;
}

function spacedOf(asked: readonly Stretch[]): AskedWords {
  const last = asked.at(-1);
  return {
    whole: new Set(asked.filter(({ unspaced }) => !unspaced).map((stretch) => stretch.text)),
    beginning: last && !last.unspaced ? last.text : '',
  };
}

/** Returns how many folded characters of a word match; 0 for none. */
function longestMatch(word: string, { whole, beginning }: AskedWords): number {
  if (whole.has(word)) return word.length;
  return beginning !== '' && word.startsWith(beginning) ? beginning.length : 0;
}

/** Returns how much of the original makes up the first `length` folded characters. */
function prefixLength(text: string, { start, end, text: folded }: Stretch, length: number): number {
  if (length >= folded.length) return end - start;
  let reached = 0;
  for (const { 0: cluster, index } of text.slice(start, end).matchAll(CLUSTER)) {
    reached += fold(cluster).length;
    if (reached >= length) return index + cluster.length;
  }
  return end - start;
}

function marksInside(
  text: string,
  { start, end }: Stretch,
  asked: ReadonlySet<string>,
  most: number,
): Mark[] {
  const original = text.slice(start, end);
  const folded = fold(original);
  const placed = folded === original ? null : placesIn(original);
  const placesOf = (wanted: string): Mark[] => {
    const marks: Mark[] = [];
    const within = placed?.folded ?? folded;
    for (let i = within.indexOf(wanted); i >= 0; i = within.indexOf(wanted, i + 1)) {
      const last = i + wanted.length - 1;
      const from = start + (placed ? (placed.starts[i] ?? 0) : i);
      const to = start + (placed ? (placed.ends[last] ?? 0) : last + 1);
      const before = marks.at(-1);
      if (before && from <= before[1]) before[1] = to;
      else if (marks.length === most) break;
      else marks.push([from, to]);
    }
    return marks;
  };
  return [...asked].flatMap((wanted) => {
    const whole = placesOf(wanted);
    const characters = [...wanted];
    // Messages are found by pairs, which need not stand together.
    return whole.length > 0 || characters.length < 3
      ? whole
      : [...new Set(pairsOf(characters))].flatMap(placesOf);
  });
}

/** A text folded, and for each of its units which stretch of the original it came from. */
function placesIn(original: string): { folded: string; starts: number[]; ends: number[] } {
  const pieces: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const known = new Map<string, string>();
  for (const { 0: cluster, index } of original.matchAll(CLUSTER)) {
    const piece = known.get(cluster) ?? fold(cluster);
    known.set(cluster, piece);
    pieces.push(piece);
    for (let i = 0; i < piece.length; i++) {
      starts.push(index);
      ends.push(index + cluster.length);
    }
  }
  return { folded: pieces.join(''), starts, ends };
}

function joined(marks: Mark[]): Mark[] {
  const result: Mark[] = [];
  for (const [start, end] of marks.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const before = result.at(-1);
    if (before && start <= before[1]) before[1] = Math.max(before[1], end);
    else result.push([start, end]);
  }
  return result;
}
