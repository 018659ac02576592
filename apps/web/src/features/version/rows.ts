import type { DifferenceEntry } from '@tandem/shared/version/difference';

/** Unchanged blocks that are shown around a change, and how many must be left to be worth hiding. */
const AROUND = 1;
const WORTH_HIDING = 3;

/** A line of the comparison: a block, or the place of unchanged ones that are not shown. */
export type Row =
  | {
      kind: 'entry';
      index: number;
      entry: DifferenceEntry /** Index of the change that begins here, from 0. */;
      stop: number | null;
    }
  | { kind: 'gap'; index: number; count: number };

/**
 * The rows of a comparison.
 * @param opened expanded gaps, by the index of their first block
 */
export function rowsOf(entries: readonly DifferenceEntry[], opened: ReadonlySet<number>): Row[] {
  const rows: Row[] = [];
  let stop = -1;
  for (let index = 0; index < entries.length; ) {
    const end = endOfStretch(entries, index);
    const isSame = entries[index]?.change === 'same';
    if (!isSame) stop += 1;
    const from = index === 0 ? index : index + AROUND;
    const to = end === entries.length ? end : end - AROUND;
    const isHidden = isSame && to - from >= WORTH_HIDING && !opened.has(from) && stops(entries) > 0;
    for (let at = index; at < end; at += 1) {
      if (isHidden && at === from) {
        rows.push({ kind: 'gap', index: from, count: to - from });
        at = to - 1;
        continue;
      }
      const entry = entries[at] as DifferenceEntry;
      rows.push({ kind: 'entry', index: at, entry, stop: !isSame && at === index ? stop : null });
    }
    index = end;
  }
  return rows;
}

/** The end of a run of changed or of unchanged blocks. */
function endOfStretch(entries: readonly DifferenceEntry[], from: number): number {
  const isSame = entries[from]?.change === 'same';
  let end = from;
  while (end < entries.length && (entries[end]?.change === 'same') === isSame) end += 1;
  return end;
}

/** The number of changes, adjacent ones counted as one. */
export function stops(entries: readonly DifferenceEntry[]): number {
  return entries.filter(
    ({ change }, index) => change !== 'same' && (index === 0 || entries[index - 1]?.change === 'same'),
  ).length;
}

/** Numbers of the numbered items on one side, by the place of the entry. */
export function ordinals(entries: readonly DifferenceEntry[], side: 'before' | 'after'): Map<number, number> {
  const numbers = new Map<number, number>();
  const counts: number[] = [];
  entries.forEach((entry, index) => {
    const head = entry[side];
    if (!head) return;
    counts.length = Math.min(counts.length, head.depth + 1);
    if (head.type !== 'numberedListItem') {
      counts[head.depth] = 0;
      return;
    }
    const last = counts[head.depth] ?? 0;
    const next = last > 0 ? last + 1 : Number(head.props.start ?? 1);
    counts[head.depth] = next;
    numbers.set(index, next);
  });
  return numbers;
}
