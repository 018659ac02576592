import { FRAGMENT } from '@tandem/shared/document/schema';
import * as encoding from 'lib0/encoding';
import type WebSocket from 'ws';
import * as Y from 'yjs';
import type { TestEditor } from './editor.ts';

/** The text of a new document's first paragraph. */
export function firstText(doc: Y.Doc): Y.XmlText {
  let node: unknown = doc.getXmlFragment(FRAGMENT);
  while (node instanceof Y.XmlFragment) node = node.get(0);
  return node as Y.XmlText;
}

/** A copy of a document, and what it changes in it, as it goes over the wire. */
export function changeOf(doc: Y.Doc, work: (copy: Y.Doc) => void): Uint8Array {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  const before = Y.encodeStateVector(copy);
  copy.transact(() => work(copy));
  return Y.encodeStateAsUpdate(copy, before);
}

/** Appends an item to a client's text. */
function put(
  doc: Y.Doc,
  client: number,
  { left, right, parent }: { left: Y.Item | null; right: Y.Item | null; parent: unknown },
  content: Y.ContentString | Y.ContentType | Y.ContentFormat,
): Y.Item {
  const id = Y.createID(client, Y.getState(doc.store, client));
  const item = new Y.Item(
    ...[id, left, left?.lastId ?? null, right, right?.id ?? null, parent as never, null, content],
  );
  doc.transact((transaction) => item.integrate(transaction, 0));
  return item;
}

/** A chain of one-letter items, each by the other of two clients, at the end of the text. */
export function chain(doc: Y.Doc, length: number): Uint8Array {
  return changeOf(doc, (copy) => {
    const parent = firstText(copy);
    let left: Y.Item | null = null;
    for (let n = 0; n < length; n += 1)
      left = put(copy, 1_000 + (n % 2), { left, right: null, parent }, new Y.ContentString('x'));
  });
}

/** Letters without neighbours, by the client whose letters sort after those of all others. */
export function rootless(doc: Y.Doc, count: number, client = 4_294_967_295): Uint8Array {
  const alone = new Y.Doc();
  const state = Y.encodeStateAsUpdate(doc);
  Y.applyUpdate(alone, state);
  // In an otherwise empty document they merge quickly.
  const parent = firstText(alone);
  let last = parent._start;
  while (last?.right) last = last.right;
  parent._start = null;
  const before = Y.encodeStateVector(alone);
  // The first claims to follow all existing text, so that it is never inserted before that.
  if (last) {
    const id = Y.createID(client, 0);
    const item = new Y.Item(id, null, last.lastId, null, null, parent, null, new Y.ContentString('y'));
    alone.transact((transaction) => item.integrate(transaction, 0));
  }
  for (let n = 1; n < count; n += 1)
    put(alone, client, { left: null, right: null, parent }, new Y.ContentString('y'));
  return Y.encodeStateAsUpdate(alone, before);
}

/** Families of changes that are small and may be much work, by size. */
export const families: Record<string, (doc: Y.Doc, size: number) => Uint8Array> = {
  chain,
  'conflicting origins': rootless,
  'deep nesting': (doc, size) =>
    changeOf(doc, (copy) => {
      let at = copy.getXmlFragment(FRAGMENT).get(0) as Y.XmlElement;
      for (let n = 0; n < Math.min(size, 2_000); n += 1) {
        const child = new Y.XmlElement('blockGroup');
        at.insert(0, [child]);
        at = child;
      }
    }),
  'many deletions': (doc, size) =>
    changeOf(doc, (copy) => {
      const text = firstText(copy);
      for (let at = Math.min(text.length, size * 3) - 1; at > 0; at -= 3) text.delete(at, 1);
    }),
  'huge formatting': (doc, size) =>
    changeOf(doc, (copy) => {
      const text = firstText(copy);
      for (let n = 0; n < Math.min(size, 3_000); n += 1)
        text.format(n % Math.max(1, text.length), 1, { [`comment--${n}`]: { threadId: `${n}` } });
    }),
  'long words': (doc, size) => changeOf(doc, (copy) => firstText(copy).insert(0, 'x'.repeat(size * 16))),
};

/** Sends a change on an editor's own socket: kind 0, sync; message 2, update. */
export function sendChange(editor: TestEditor, documentId: string, update: Uint8Array): void {
  const encoder = encoding.createEncoder();
  encoding.writeVarString(encoder, documentId);
  encoding.writeVarUint(encoder, 0);
  encoding.writeVarUint(encoder, 2);
  encoding.writeVarUint8Array(encoder, update);
  const socket = editor.provider.configuration.websocketProvider.webSocket as unknown as WebSocket;
  socket.send(encoding.toUint8Array(encoder));
}
