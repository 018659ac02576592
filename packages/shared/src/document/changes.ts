import { diffArrays } from 'diff';
import { tokensOf } from '../text/words.ts';

/** Differences between two texts past which they count as different throughout: finding them takes the square. */
const MAX_EDITS = 1_500;

/** A stretch that both texts have, or that one has lost or the other has more. */
export interface Change<Item> {
  kind: 'kept' | 'removed' | 'added';
  items: Item[];
}

/** Returns the edits that turn one list into another. */
export function changesBetween<Item>(before: readonly Item[], after: readonly Item[]): Change<Item>[] {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const old = before.slice(head, before.length - tail);
  const wanted = after.slice(head, after.length - tail);
  const parts = diffArrays(old, wanted, { maxEditLength: MAX_EDITS });
  const between: Change<Item>[] = parts
    ? parts.map(({ added, removed, value }) => ({
        kind: added ? 'added' : removed ? 'removed' : 'kept',
        items: value,
      }))
    : [
        { kind: 'removed', items: old },
        { kind: 'added', items: wanted },
      ];
  return [
    { kind: 'kept' as const, items: before.slice(0, head) },
    ...between,
    { kind: 'kept' as const, items: before.slice(before.length - tail) },
  ].filter(({ items }) => items.length > 0);
}

/** Returns the edits that turn one text into another, by word. */
export function wordChanges(before: string, after: string): { kind: Change<string>['kind']; text: string }[] {
  return changesBetween(tokensOf(before), tokensOf(after)).map(({ kind, items }) => ({
    kind,
    text: items.join(''),
  }));
}
