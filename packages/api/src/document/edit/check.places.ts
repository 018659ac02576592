import { FRAGMENT } from '@tandem/shared/document/schema';
import * as Y from 'yjs';
import { MAX_SPAN } from '../convert/table-limits.ts';

/** Maximum nesting of elements; each level of blocks takes two. */
export const MAX_DEPTH = 256;

type Struct = Y.Item | Y.GC | Y.Skip;
/** The parent of an item, null when it is gone; and its key there, null for ordered children. */
type Place = { holder: Y.Item | 'root' | null; name: string | null };

/** Finds out where the items of a change would stand, without putting it together with its document. */
export class Places {
  private readonly store: Y.Doc['store'];
  /** Structs of the change, by client id, in the order of their clocks. */
  private readonly coming: ReadonlyMap<number, readonly Struct[]>;
  private readonly places = new Map<Y.Item, Place>();
  private readonly depths = new Map<Y.Item, number>();

  constructor(doc: Y.Doc, structs: readonly Struct[]) {
    this.store = doc.store;
    this.coming = Map.groupBy(structs, ({ id }) => id.client);
  }

  /** Whether an item is allowed at its place and depth. Accepts invisible items. */
  allows(item: Y.Item): boolean {
    const place = this.placeOf(item);
    if (!place) return false;
    const { holder, name } = place;
    const { content } = item;
    if (holder === null || content instanceof Y.ContentDeleted) return true;
    const isText = holder !== 'root' && typeOf(holder) instanceof Y.XmlText;
    if (isText)
      return name === null && (content instanceof Y.ContentString || content instanceof Y.ContentFormat);
    if (name !== null)
      return (
        holder !== 'root' &&
        content instanceof Y.ContentAny &&
        content.arr.every((value) => fits(name, value))
      );
    const type = typeOf(item);
    if (!(type instanceof Y.XmlElement) && !(type instanceof Y.XmlText)) return false;
    return this.depthOf(item) <= MAX_DEPTH;
  }

  /** Whether the parent of an item of the change was removed. */
  isGone(item: Y.Item): boolean {
    let holder = this.placeOf(item)?.holder;
    for (let depth = 0; holder instanceof Y.Item && depth < MAX_DEPTH; depth += 1) {
      // Removing a parent has removed everything inside it.
      if (holder.id.clock < Y.getState(this.store, holder.id.client)) return holder.deleted;
      holder = this.placeOf(holder)?.holder;
    }
    return holder === null;
  }

  /** Null when it has no parent, or depends on itself. */
  private placeOf(item: Y.Item): Place | null {
    // Items refer to their parent through their neighbours, in possibly long chains.
    const path: Y.Item[] = [];
    const seen = new Set<Y.Item>();
    let place: Place | null = null;
    for (let at: Y.Item | null = item; at && !place; ) {
      if (seen.has(at)) return null;
      seen.add(at);
      path.push(at);
      place = this.places.get(at) ?? this.ownPlace(at);
      const beside = at.origin ?? at.rightOrigin;
      if (place || !beside) break;
      const next = this.find(beside);
      if (next instanceof Y.Item) at = next;
      else place = { holder: null, name: null };
    }
    if (place) for (const each of path) this.places.set(each, place);
    return place;
  }

  private ownPlace({ parent, parentSub: name }: Y.Item): Place | null {
    if (parent === null) return null;
    if (typeof parent === 'string') return parent === FRAGMENT ? { holder: 'root', name } : null;
    if (!(parent instanceof Y.ID)) return { holder: parent._item ?? 'root', name };
    const holder = this.find(parent);
    if (!(holder instanceof Y.Item) || holder.content instanceof Y.ContentDeleted)
      return { holder: null, name };
    return typeOf(holder) ? { holder, name } : null;
  }

  private depthOf(item: Y.Item): number {
    const path: Y.Item[] = [];
    let depth = 0;
    for (let at: Y.Item | 'root' | null = item; at instanceof Y.Item; at = this.placeOf(at)?.holder ?? null) {
      const known = this.depths.get(at);
      if (known !== undefined) {
        depth = known;
        break;
      }
      path.push(at);
      // A cycle, or too deep to be read.
      if (path.length > MAX_DEPTH) return path.length;
    }
    for (const each of path.reverse()) this.depths.set(each, ++depth);
    return depth;
  }

  private find(id: Y.ID): Struct | null {
    if (id.clock < Y.getState(this.store, id.client)) return Y.getItem(this.store, id);
    const structs = this.coming.get(id.client) ?? [];
    let low = 0;
    let high = structs.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const struct = structs[middle] as Struct;
      if (id.clock < struct.id.clock) high = middle - 1;
      else if (id.clock >= struct.id.clock + struct.length) low = middle + 1;
      else return struct;
    }
    return null;
  }
}

function typeOf({ content }: Y.Item): unknown {
  return content instanceof Y.ContentType ? content.type : null;
}

/** Whether a value is a string, a number, or a list of these: all that editors store in attributes. */
function fits(name: string, value: unknown): boolean {
  if ((name === 'colspan' || name === 'rowspan') && Number(value) > MAX_SPAN) return false;
  if (Array.isArray(value)) return value.every((each) => typeof each !== 'object' || each === null);
  return typeof value !== 'object' || value === null;
}
