import { FRAGMENT } from '@tandem/shared/document/schema';
import * as Y from 'yjs';
import { countWords } from '../document/document.plain.ts';

/** A document's state as it is kept. */
export interface KeptState {
  /** The newest change in it. */
  seq: number;
  /** The whole document as one change in the encoding of Yjs, version 1. */
  state: Buffer;
  wordCount: number;
}

/** Takes the state of a document; what happens to that later is not in it. */
export function keptStateOf({ seq, doc }: { seq: number; doc: Y.Doc }): KeptState {
  return { seq, state: Buffer.from(Y.encodeStateAsUpdate(doc)), wordCount: countStored(doc) };
}

/** A document with nothing in it but a kept state. */
export function documentFrom(state: Uint8Array): Y.Doc {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  return doc;
}

/** How many words a document has, without the editor that knows what they mean. */
function countStored(doc: Y.Doc): number {
  let count = 0;
  const left: unknown[] = doc.getXmlFragment(FRAGMENT).toArray();
  for (let node = left.pop(); node; node = left.pop()) {
    if (node instanceof Y.XmlText) count += countWords(textIn(node));
    if (!(node instanceof Y.XmlElement)) continue;
    left.push(...node.toArray());
    // Whom it mentions, and what its files are called.
    for (const name of ['label', 'name', 'caption'])
      count += countWords(String(node.getAttribute(name) ?? ''));
  }
  return count;
}

function textIn(text: Y.XmlText): string {
  const stretches: { insert?: unknown }[] = text.toDelta();
  return stretches.map(({ insert }) => (typeof insert === 'string' ? insert : ' ')).join('');
}
