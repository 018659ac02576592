import * as Y from 'yjs';
import type { Change } from '../../edit/check.ts';

/** Items that are moved in memory at the price of one step. */
const MOVED_PER_STEP = 256;

/**
 * Whether applying a change may be expensive: how far each item must be compared with others between the same
 * neighbours, and how much its deletions move.
 * @param most steps that are still cheap; stops counting there
 */
export function isCostly(doc: Y.Doc, { structs, ds }: Change, most: number): boolean {
  let steps = 0;
  for (const [client, ranges] of ds.clients)
    steps += (ranges.length * (doc.store.clients.get(client)?.length ?? 0)) / MOVED_PER_STEP;
  const gaps = new Map<string, { length: number; coming: number }>();
  for (const item of structs) {
    if (steps > most) return true;
    if (!(item instanceof Y.Item)) continue;
    const { client, clock } = item.id;
    if (clock + item.length <= Y.getState(doc.store, client)) continue;
    const key = keyOf(item);
    let gap = gaps.get(key);
    if (!gap) {
      gap = { length: lengthOf(doc, item, most - steps), coming: 0 };
      steps += gap.length;
      gaps.set(key, gap);
    }
    steps += gap.length + gap.coming;
    gap.coming += 1;
  }
  return steps > most;
}

/** The same for items that belong between the same two. */
function keyOf({ origin, rightOrigin, parent, parentSub }: Y.Item): string {
  const place = (id: Y.ID | null) => (id ? `${id.client}-${id.clock}` : '');
  const within = parent instanceof Y.ID ? place(parent) : String(parent);
  return `${place(origin)} ${place(rightOrigin)} ${origin || rightOrigin ? '' : within} ${parentSub ?? ''}`;
}

/** Items that stand between the two that an item belongs between, up to `most`. */
function lengthOf(doc: Y.Doc, item: Y.Item, most: number): number {
  const { origin, rightOrigin } = item;
  const right = rightOrigin && find(doc, rightOrigin);
  let at: Y.Item | null = null;
  if (origin) {
    const left = find(doc, origin);
    // An item beside another one of the same change has no competitors yet.
    if (!left || left === right) return 0;
    at = left.right;
  } else at = startOf(doc, item, right);
  let length = 0;
  for (; at && at !== right && length < most; at = at.right) length += 1;
  return length;
}

function startOf(doc: Y.Doc, { parent, parentSub }: Y.Item, right: Y.Item | null): Y.Item | null {
  const holder = parent instanceof Y.ID ? find(doc, parent)?.content : null;
  let type = holder instanceof Y.ContentType ? holder.type : null;
  if (typeof parent === 'string') type = doc.share.get(parent) ?? null;
  // An item without an own parent has that of its neighbour.
  if (right?.parent instanceof Y.AbstractType) type = right.parent;
  if (!type) return null;
  const name = parentSub ?? right?.parentSub ?? null;
  let at = name === null ? type._start : (type._map.get(name) ?? null);
  while (name !== null && at?.left) at = at.left;
  return at;
}

function find(doc: Y.Doc, id: Y.ID): Y.Item | null {
  if (id.clock >= Y.getState(doc.store, id.client)) return null;
  const found = Y.getItem(doc.store, id);
  return found instanceof Y.Item ? found : null;
}
