import { changesBetween, tokensOf } from '@tandem/shared/document/changes';

/** A part of a document, as far as it matters for finding it again in another state. */
export interface Part {
  /** Only parts of a kind can become one another. */
  kind: string;
  /** Says the same of both states: they are one, whatever they hold. '' where it is not known. */
  id: string;
  /** The same for parts that hold the same. */
  key: string;
  text: string;
}

/** Beyond this many comparisons parts are paired in order. */
const MAX_COMPARED = 20_000;
/** Characters of a part that are compared. */
const COMPARED_TEXT = 2_000;

/**
 * Finds what became of the parts of a list, without changing their order: by id, else by what they hold, else by how
 * much of their words they share, else in order.
 * @param isAsked whether the other state has that id, be it in another list
 * @returns pairs of places, rising in both
 */
export function align(
  before: readonly Part[],
  after: readonly Part[],
  isAsked: (id: string) => boolean = () => false,
): [number, number][] {
  const named = byId(before, after);
  // What has a name in the other state belongs to that and to nothing else; a new name is new.
  const isFree = {
    before: ({ id }: Part) => id === '' || !isAsked(id),
    after: ({ id }: Part) => id === '',
  };
  const kept = rising(named);
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
  parts: readonly Part[],
  from: number,
  to: number,
  isFree: (part: Part) => boolean,
): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i).filter((i) =>
    isFree(parts[i] as Part),
  );
}

function byId(before: readonly Part[], after: readonly Part[]): [number, number][] {
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

/** The most pairs whose first places rise as well. */
function rising(pairs: readonly [number, number][]): [number, number][] {
  const last: number[] = [];
  const before: number[] = [];
  const at = (i: number) => (pairs[i] as [number, number])[0];
  pairs.forEach(([place], i) => {
    let low = 0;
    let high = last.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (at(last[middle] as number) < place) low = middle + 1;
      else high = middle;
    }
    before[i] = low > 0 ? (last[low - 1] as number) : -1;
    last[low] = i;
  });
  const found: [number, number][] = [];
  for (let i = last.at(-1) ?? -1; i >= 0; i = before[i] as number) found.push(pairs[i] as [number, number]);
  return found.reverse();
}

function byContent(
  before: readonly Part[],
  after: readonly Part[],
  old: readonly number[],
  wanted: readonly number[],
): [number, number][] {
  const keys = (parts: readonly Part[], places: readonly number[]) =>
    places.map((i) => (parts[i] as Part).key);
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

/** Of all ways to pair in order, the one that keeps most words in their place. */
function byLikeness(
  before: readonly Part[],
  after: readonly Part[],
  old: readonly number[],
  wanted: readonly number[],
): [number, number][] {
  const rows = old.map((i) => before[i] as Part);
  const columns = wanted.map((i) => after[i] as Part);
  if (rows.length * columns.length > MAX_COMPARED) return inOrder(before, after, old, wanted);
  const bags = { rows: rows.map(bagOf), columns: columns.map(bagOf) };
  const worth = rows.map((row, i) =>
    columns.map((column, j) =>
      row.kind === column.kind ? 0.1 + likeness(bags.rows[i] as Bag, bags.columns[j] as Bag) : -1,
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
  before: readonly Part[],
  after: readonly Part[],
  old: readonly number[],
  wanted: readonly number[],
): [number, number][] {
  return old.flatMap((i, n): [number, number][] => {
    const j = wanted[n];
    return j !== undefined && before[i]?.kind === after[j]?.kind ? [[i, j]] : [];
  });
}

interface Bag {
  words: Map<string, number>;
  size: number;
}

function bagOf({ text }: Part): Bag {
  const tokens = tokensOf(text.slice(0, COMPARED_TEXT)).filter((token) => token.trim() !== '');
  const words = new Map<string, number>();
  for (const token of tokens) words.set(token, (words.get(token) ?? 0) + 1);
  return { words, size: tokens.length };
}

/** Share of words that two texts have in common, 0 to 1. */
function likeness(a: Bag, b: Bag): number {
  if (a.size + b.size === 0) return 1;
  let shared = 0;
  for (const [word, count] of a.words) shared += Math.min(count, b.words.get(word) ?? 0);
  return (2 * shared) / (a.size + b.size);
}
