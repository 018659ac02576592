import { textNodesOf } from '../own-text.ts';

/** Names of the browser's own marks, painted without touching the document. */
const ALL = 'document-found';
const CURRENT = 'document-found-current';
/** More places than this are not marked. */
const MAX_PLACES = 1_000;

/** A line of a document as one text. */
interface Line {
  text: string;
  /** The stretch of the page that holds a part of it; null where that is not there. */
  rangeOf(start: number, end: number): Range | null;
}

/** The lines of the blocks in an element. */
export function* linesOf(root: Element): Generator<Line> {
  for (const line of root.querySelectorAll('.bn-inline-content, pre > code, td > p, th > p')) {
    const nodes: { node: Text; begin: number }[] = [];
    let text = '';
    for (const node of textNodesOf(line)) {
      nodes.push({ node, begin: text.length });
      text += node.data;
    }
    const rangeOf = (start: number, end: number) => {
      const first = nodes.findLast(({ begin }) => begin <= start);
      const last = nodes.findLast(({ begin }) => begin < end);
      if (!first || !last) return null;
      const range = new Range();
      range.setStart(first.node, start - first.begin);
      range.setEnd(last.node, end - last.begin);
      return range;
    };
    yield { text, rangeOf };
  }
}

/** All matches of a text in the blocks of an element, ignoring case. */
export function placesOf(root: Element, words: string): Range[] {
  const wanted = words.toLocaleLowerCase();
  if (wanted === '') return [];
  const places: Range[] = [];
  for (const { text, rangeOf } of linesOf(root)) {
    const folded = text.toLocaleLowerCase();
    // If lowercasing keeps the length, positions in both texts are the same.
    const searched = folded.length === text.length ? folded : text;
    for (let at = searched.indexOf(wanted); at >= 0; at = searched.indexOf(wanted, at + wanted.length)) {
      const range = rangeOf(at, at + wanted.length);
      if (!range) continue;
      places.push(range);
      if (places.length >= MAX_PLACES) return places;
    }
  }
  return places;
}

/** Marks places, and one of them more. */
export function markPlaces(places: readonly Range[], current: number): void {
  if (!('highlights' in CSS)) return;
  CSS.highlights.set(ALL, new Highlight(...places));
  const one = places[current];
  const mark = new Highlight(...(one ? [one] : []));
  mark.priority = 1;
  CSS.highlights.set(CURRENT, mark);
}

export function unmarkPlaces(): void {
  if (!('highlights' in CSS)) return;
  CSS.highlights.delete(ALL);
  CSS.highlights.delete(CURRENT);
}
