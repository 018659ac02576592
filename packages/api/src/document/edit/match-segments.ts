import { changesBetween } from '@tandem/shared/document/changes';
import { tokensOf } from '@tandem/shared/text/words';
import { likeness, longestRise, type WordCounts, wordCountsOf } from '../compare/likeness.ts';

/** A piece of a document, described by the properties that identify it in another state. */
export interface Segment {
  /** Only segments of the same kind are matched. */
  kind: string;
  /** Identifies a segment in both states, whatever its content; '' if unknown. */
  id: string;
  /** Equal for segments with equal content. */
  key: string;
  text: string;
}

/** Beyond this many comparisons segments are paired in order. */
const MAX_COMPARED = 20_000;
/** Characters of a segment that are compared. */
const COMPARED_TEXT = 2_000;

/**
 * Matches the segments of two lists in order: by id, else by content, else by the share of common words, else by
 * position.
 * @param isAsked whether the other state has that id, possibly in another list
 * @returns pairs of positions, increasing in both
 */
export function matchSegments(
  before: readonly Segment[],
  after: readonly Segment[],
  isAsked: (id: string) => boolean = () => false,
): [number, number][] {
  const named = byId(before, after);
  // A segment with an id in the other state belongs to that only; a new id is new.
  const isFree = {
    before: ({ id }: Segment) => id === '' || !isAsked(id),
    after: ({ id }: Segment) => id === '',
  };
  const kept = longestRise(named.map(([place]) => place)).map((at) => named[at] as [number, number]);
  const pairs: [number, number][] = [];
  let from: [number, number] = [0, 0];
  for (const end of [...kept, [before.length, after.length] as [number, number]]) {
    const old = placesOf(before, from[0], end[0], isFree.before);
    const wanted = placesOf(after, from[1], end[1], isFree.after);
    pairs.push(...byContent(before, after, old, wanted));
    if (end[0] < before.length || end[1] < after.length) pairs.push(end);
    from = [end[0] + 1, end[1] + 1];
  }
  return pairs;
}

function placesOf(
  segments: readonly Segment[],
  from: number,
  to: number,
  isFree: (segment: Segment) => boolean,
): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i).filter((i) =>
    isFree(segments[i] as Segment),
  );
}

function byId(before: readonly Segment[], after: readonly Segment[]): [number, number][] {
  const places = new Map<string, number>();
  before.forEach(({ id }, i) => {
    if (id !== '' && !places.has(id)) places.set(id, i);
  });
  return after.flatMap(({ id }, to): [number, number][] => {
    const place = id === '' ? undefined : places.get(id);
    if (place === undefined) return [];
    places.delete(id);
    return [[place, to]];
  });
}

function byContent(
  before: readonly Segment[],
  after: readonly Segment[],
  old: readonly number[],
  wanted: readonly number[],
): [number, number][] {
  const keys = (segments: readonly Segment[], places: readonly number[]) =>
    places.map((i) => (segments[i] as Segment).key);
  const pairs: [number, number][] = [];
  const gap: { old: number[]; wanted: number[] } = { old: [], wanted: [] };
  const close = () => {
    pairs.push(...byLikeness(before, after, gap.old.splice(0), gap.wanted.splice(0)));
  };
  let i = 0;
  let j = 0;
  for (const { kind, items } of changesBetween(keys(before, old), keys(after, wanted)))
    for (let n = 0; n < items.length; n += 1) {
      if (kind === 'removed') gap.old.push(old[i++] as number);
      else if (kind === 'added') gap.wanted.push(wanted[j++] as number);
      else {
        close();
        pairs.push([old[i++] as number, wanted[j++] as number]);
      }
    }
  close();
  return pairs;
}

/** Returns the ordered pairing that keeps most words in place. */
function byLikeness(
  before: readonly Segment[],
  after: readonly Segment[],
  old: readonly number[],
  wanted: readonly number[],
): [number, number][] {
  const rows = old.map((i) => before[i] as Segment);
  const columns = wanted.map((i) => after[i] as Segment);
  if (rows.length * columns.length > MAX_COMPARED) return inOrder(before, after, old, wanted);
  const counts = { rows: rows.map(countsOf), columns: columns.map(countsOf) };
  const worth = rows.map((row, i) =>
    columns.map((column, j) =>
      row.kind === column.kind
        ? 0.1 + likeness(counts.rows[i] as WordCounts, counts.columns[j] as WordCounts)
        : -1,
    ),
  );
  const best = Array.from({ length: rows.length + 1 }, () => new Float64Array(columns.length + 1));
  const value = (i: number, j: number) => best[i]?.[j] ?? 0;
  for (let i = rows.length - 1; i >= 0; i -= 1)
    for (let j = columns.length - 1; j >= 0; j -= 1) {
      const paired = (worth[i]?.[j] ?? -1) + value(i + 1, j + 1);
      (best[i] as Float64Array)[j] = Math.max(paired, value(i + 1, j), value(i, j + 1));
    }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < rows.length && j < columns.length; ) {
    const gain = worth[i]?.[j] ?? -1;
    if (gain > 0 && value(i, j) === gain + value(i + 1, j + 1))
      pairs.push([old[i++] as number, wanted[j++] as number]);
    else if (value(i, j) === value(i + 1, j)) i += 1;
    else j += 1;
  }
  return pairs;
}

function inOrder(
  before: readonly Segment[],
  after: readonly Segment[],
  old: readonly number[],
  wanted: readonly number[],
): [number, number][] {
  return old.flatMap((i, n): [number, number][] => {
    const j = wanted[n];
    return j !== undefined && before[i]?.kind === after[j]?.kind ? [[i, j]] : [];
  });
}

function countsOf({ text }: Segment): WordCounts {
  const tokens = tokensOf(text.slice(0, COMPARED_TEXT));
  return wordCountsOf(tokens.filter((token) => token.trim() !== ''));
}
