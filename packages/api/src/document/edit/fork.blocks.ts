import { FRAGMENT } from '@tandem/shared/document/schema';
import * as Y from 'yjs';
import { joined, withoutComments } from './text.ts';
import { CONTAINER, GROUP, type Stretches, stretchesOf, type Tree, textsOf, treeOfElement } from './tree.ts';

/** A text of a block, as it was when it was looked at. */
export interface HeldText {
  item: Y.Item;
  stretches: Stretches;
}

/** A preceding block, and its own predecessor. */
export interface Anchor {
  id: string;
  before: Anchor | null;
}

/** A block of a document, as it was when it was looked at. */
export interface HeldBlock {
  id: string;
  container: Y.XmlElement;
  /** The element with its own content. */
  content: Y.XmlElement;
  /** Its content, without child blocks. */
  tree: Tree;
  texts: HeldText[];
  /** All its texts. */
  text: Stretches;
  /** The preceding or parent block; null when there is none. */
  anchor: Anchor | null;
  /** The same for blocks that hold the same at the same place. */
  key: string;
}

export type HeldBlocks = ReadonlyMap<string, HeldBlock>;

/** The blocks of a document by their ids, in its order; of several with one id the first. */
export function heldBlocks(doc: Y.Doc | Y.XmlElement): Map<string, HeldBlock> {
  const found = new Map<string, HeldBlock>();
  const group = doc instanceof Y.XmlElement ? doc : firstGroup(doc);
  if (group) collect(group, { anchor: null, place: '' }, found);
  return found;
}

function firstGroup(doc: Y.Doc): Y.XmlElement | null {
  const [group] = doc.getXmlFragment(FRAGMENT).toArray();
  return group instanceof Y.XmlElement ? group : null;
}

function collect(
  group: Y.XmlElement,
  { anchor, place }: { anchor: Anchor | null; place: string },
  found: Map<string, HeldBlock>,
): void {
  let before = anchor;
  for (const container of group.toArray()) {
    if (!(container instanceof Y.XmlElement) || container.nodeName !== CONTAINER) continue;
    const id = String(container.getAttribute('id') ?? '');
    const elements = container.toArray().filter((child) => child instanceof Y.XmlElement);
    const content = elements.find(({ nodeName }) => nodeName !== GROUP);
    const below = elements.find(({ nodeName }) => nodeName === GROUP);
    if (id !== '' && content && !found.has(id)) {
      const tree = treeOfElement(content);
      const texts = textsOf(content).flatMap((text) =>
        text._item ? [{ item: text._item, stretches: stretchesOf(text) }] : [],
      );
      const text = joined(texts.map(({ stretches }) => stretches));
      const { id: made } = container._item as Y.Item;
      const key = JSON.stringify([place, made.client, made.clock, plain(tree)]);
      found.set(id, { id, container, content, tree, texts, text, anchor: before, key });
    }
    const own = { id, before };
    if (below) collect(below, { anchor: own, place: id }, found);
    before = own;
  }
}

/** Returns an element as a reader of its text sees it. */
function plain({ name, attributes, children }: Tree): unknown {
  const shown = children.map((child) =>
    Array.isArray(child)
      ? withoutComments(child).map(({ insert, attributes: formats }, i, all) => [
          i === all.length - 1 ? insert.trimEnd() : insert,
          Object.entries(formats).sort(([a], [b]) => (a < b ? -1 : 1)),
        ])
      : plain(child),
  );
  return [name, Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1)), shown];
}

/** Ids of the blocks that hold something else in two states, stand elsewhere, or are in one of them alone. */
export function changedBlocks(before: HeldBlocks, after: HeldBlocks): Set<string> {
  const changed = new Set<string>();
  for (const { id, key } of before.values()) if (after.get(id)?.key !== key) changed.add(id);
  for (const id of after.keys()) if (!before.has(id)) changed.add(id);
  return changed;
}
