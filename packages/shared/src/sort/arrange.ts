import { placeAfter, type Sorted } from './place.ts';

/** Position among siblings: after another (null for first), at an index, or by a key. */
export type Position = { after: string | null } | { at: number } | { key: string };

/**
 * Inserts nodes among their siblings in order of their places or keys, so that a complete list of places has
 * the intended effect.
 * @param siblings the others, in order, without the placed ones
 * @returns rows with a new key; null when an `after` is not among the siblings
 */
export function arrange(
  siblings: readonly Sorted[],
  placed: readonly { id: string; position: Position }[],
): Sorted[] | null {
  const list = [...siblings];
  const changed = new Map<string, Sorted>();
  for (const { id, position } of placed.toSorted((a, b) => compare(a.position, b.position))) {
    const before = previousOf(list, position);
    const rows = before === undefined ? null : placeAfter(list, id, before);
    if (!rows) return null;
    const sorts = new Map(rows.map((row) => [row.id, row]));
    for (const row of rows) changed.set(row.id, row);
    list.forEach((each, index) => {
      list[index] = sorts.get(each.id) ?? each;
    });
    const own = sorts.get(id);
    if (own) list.splice(list.findIndex((each) => each.id === before) + 1, 0, own);
  }
  return [...changed.values()];
}

function compare(a: Position, b: Position): number {
  if ('at' in a && 'at' in b) return a.at - b.at;
  if ('key' in a && 'key' in b) return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
  return 0;
}

/** Returns the preceding sibling; null for first; undefined when there is no such sibling. */
function previousOf(list: readonly Sorted[], position: Position): string | null | undefined {
  if ('at' in position) return list[Math.min(position.at, list.length) - 1]?.id ?? null;
  if ('key' in position) return list.findLast(({ sort }) => sort < position.key)?.id ?? null;
  if (position.after === null) return null;
  return list.find(({ id }) => id === position.after)?.id;
}
