import { FRAGMENT } from '@tandem/shared/document/schema';
import { countWords } from '@tandem/shared/text/words';
import * as Y from 'yjs';

/** A document's stored state. */
export interface KeptState {
  /** The newest change in it. */
  seq: number;
  /** The whole document as one change in the encoding of Yjs, version 1. */
  state: Uint8Array;
  wordCount: number;
}

/** Counts the words of a document without loading the editor. */
export function countStored(doc: Y.Doc): number {
  let count = 0;
  const left: unknown[] = doc.getXmlFragment(FRAGMENT).toArray();
  for (let node = left.pop(); node; node = left.pop()) {
    if (node instanceof Y.XmlText) count += countWords(textIn(node));
    if (!(node instanceof Y.XmlElement)) continue;
    left.push(...node.toArray());
    // The people it mentions, and the names of its files.
    for (const name of ['label', 'name', 'caption'])
      count += countWords(String(node.getAttribute(name) ?? ''));
  }
  return count;
}

function textIn(text: Y.XmlText): string {
  const stretches: { insert?: unknown }[] = text.toDelta();
  return stretches.map(({ insert }) => (typeof insert === 'string' ? insert : ' ')).join('');
}
