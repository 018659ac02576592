import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';

/** Keys longer than this are made short again by renumbering the siblings. */
const MAX_KEY_LENGTH = 64;

export interface Sorted {
  id: string;
  sort: string;
}

/**
 * Returns keys that put `id` after the sibling `afterId` (null for first). Usually one new key; where keys
 * are equal or long, every sibling gets a new one.
 * @param siblings the others, in order, without the placed one
 * @returns rows with a new key; null when `afterId` is not among the siblings
 */
export function placeAfter(siblings: readonly Sorted[], id: string, afterId: string | null): Sorted[] | null {
  const index = afterId === null ? -1 : siblings.findIndex((sibling) => sibling.id === afterId);
  if (afterId !== null && index === -1) return null;
  const before = siblings[index]?.sort ?? null;
  const behind = siblings[index + 1]?.sort ?? null;
  if (before === null || behind === null || before < behind) {
    const sort = generateKeyBetween(before, behind);
    if (sort.length <= MAX_KEY_LENGTH) return [{ id, sort }];
  }
  const order = siblings.map((sibling) => sibling.id).toSpliced(index + 1, 0, id);
  const keys = generateNKeysBetween(null, null, order.length);
  return order.map((each, position) => ({ id: each, sort: keys[position] as string }));
}

/** A key before all others; `first` is the lowest so far. */
export function keyBefore(first: string | null): string {
  return generateKeyBetween(null, first);
}

/** A key behind all others; `last` is the highest so far. */
export function keyAfter(last: string | null): string {
  return generateKeyBetween(last, null);
}
