import { randomUUID } from 'node:crypto';
import { FRAGMENT } from '@tandem/shared/document/schema';
import * as Y from 'yjs';

/** A block that is a paragraph with these words, in no document yet. */
export function paragraphOf(words = ''): { container: Y.XmlElement; text: Y.XmlText } {
  const container = new Y.XmlElement('blockContainer');
  const paragraph = new Y.XmlElement('paragraph');
  const text = new Y.XmlText(words);
  container.setAttribute('id', randomUUID());
  container.insert(0, [paragraph]);
  for (const [name, value] of [
    ['backgroundColor', 'default'],
    ['textColor', 'default'],
    ['textAlignment', 'left'],
  ] as const)
    paragraph.setAttribute(name, value);
  paragraph.insert(0, [text]);
  return { container, text };
}

/**
 * Returns the initial change of every document: one empty paragraph with a text node. Without these, two
 * editors opening a new document at once would each create their own, and one's first letters would be lost.
 */
export function firstUpdate(): Uint8Array {
  const doc = new Y.Doc();
  const group = new Y.XmlElement('blockGroup');
  doc.getXmlFragment(FRAGMENT).insert(0, [group]);
  group.insert(0, [paragraphOf().container]);
  return Y.encodeStateAsUpdate(doc);
}
