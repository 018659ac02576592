import { randomUUID } from 'node:crypto';
import { FRAGMENT } from '@tandem/shared/document/schema';
import * as Y from 'yjs';

/**
 * What every document begins with, as a change: one empty paragraph that already holds its text. Without either, two
 * editors that open a new document at once would each make their own, and one's first letters would go.
 */
export function firstUpdate(): Uint8Array {
  const doc = new Y.Doc();
  const group = new Y.XmlElement('blockGroup');
  const container = new Y.XmlElement('blockContainer');
  const paragraph = new Y.XmlElement('paragraph');
  doc.getXmlFragment(FRAGMENT).insert(0, [group]);
  group.insert(0, [container]);
  container.setAttribute('id', randomUUID());
  container.insert(0, [paragraph]);
  for (const [name, value] of [
    ['backgroundColor', 'default'],
    ['textColor', 'default'],
    ['textAlignment', 'left'],
  ] as const)
    paragraph.setAttribute(name, value);
  paragraph.insert(0, [new Y.XmlText()]);
  return Y.encodeStateAsUpdate(doc);
}
