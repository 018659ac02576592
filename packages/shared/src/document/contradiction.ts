import * as Y from 'yjs';

type Struct = Y.Item | Y.GC | Y.Skip;

/**
 * Finds the first item of a change that contradicts a known item of the same client id and clock. Yjs would
 * keep the known one and silently drop the other.
 * @param structs of the change; each writer's in the order of their clocks
 */
export function contradictionIn(doc: Y.Doc, structs: readonly Struct[]): Y.ID | null {
  for (const struct of structs) {
    if (!(struct instanceof Y.Item)) continue;
    const { client, clock } = struct.id;
    const end = Math.min(clock + struct.length, Y.getState(doc.store, client));
    for (let at = clock; at < end; ) {
      const known = Y.getItem(doc.store, Y.createID(client, at));
      const until = Math.min(end, known.id.clock + known.length);
      const same = known instanceof Y.Item ? sameUntil(known, struct, at, until) : until;
      if (same < until) return Y.createID(client, same);
      at = until;
    }
  }
  return null;
}

/** Returns the clock up to which two items agree, as far as the known one is not deleted. */
function sameUntil(known: Y.Item, sent: Y.Item, from: number, until: number): number {
  if (!Y.compareIDs(originAt(known, from), originAt(sent, from))) return from;
  if (known.deleted || known.content instanceof Y.ContentDeleted) return until;
  if (sent.content instanceof Y.ContentDeleted) return until;
  if (known.content.constructor !== sent.content.constructor) return from;
  const [before, after] = [partOf(known, from, until), partOf(sent, from, until)];
  if (before === after) return until;
  if (!(known.content instanceof Y.ContentString)) return from;
  let length = 0;
  while (before[length] === after[length]) length += 1;
  return from + length;
}

/** Returns the origin of an item's part. */
function originAt({ id, origin }: Y.Item, clock: number): Y.ID | null {
  return clock === id.clock ? origin : Y.createID(id.client, clock - 1);
}

/** An item's part as text, to be compared. */
function partOf({ id, content }: Y.Item, from: number, until: number): string {
  const [start, end] = [from - id.clock, until - id.clock];
  if (content instanceof Y.ContentString) return content.str.slice(start, end);
  if (content instanceof Y.ContentType) {
    const { type } = content;
    return `${type.constructor.name} ${type instanceof Y.XmlElement ? type.nodeName : ''}`;
  }
  if (content instanceof Y.ContentFormat) return JSON.stringify([content.key, content.value]);
  return JSON.stringify(content.getContent().slice(start, end));
}
