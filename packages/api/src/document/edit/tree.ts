import * as Y from 'yjs';

/** Formats of a run of text in Yjs: each mark with its attributes. */
export type Formats = Record<string, unknown>;

/** Text with its formats, in stretches. */
export type Stretches = { insert: string; attributes: Formats }[];

/** An element as it should be in a document of Yjs. */
export interface Tree {
  name: string;
  attributes: Record<string, unknown>;
  children: (Tree | Stretches)[];
}

/** Name of the element that holds a block, and of the one that holds blocks. */
export const CONTAINER = 'blockContainer';
export const GROUP = 'blockGroup';
/** Represents a non-text item in a text, with the length Yjs counts. */
const THING = '\ufffc';

/** Marks of discussions: theirs alone to set and to remove. */
export function isCommentFormat(name: string): boolean {
  return name.startsWith('comment');
}

export function isStretches(child: Tree | Stretches): child is Stretches {
  return Array.isArray(child);
}

/** Returns the current runs of a text. */
export function stretchesOf(text: Y.XmlText): Stretches {
  return (text.toDelta() as { insert: unknown; attributes?: Formats }[]).map(({ insert, attributes }) => ({
    insert: typeof insert === 'string' ? insert : THING,
    attributes: attributes ?? {},
  }));
}

/** Returns all texts of an element, in order; without nested blocks if `own`. */
export function textsOf(node: Y.XmlElement, { own = false } = {}): Y.XmlText[] {
  return node.toArray().flatMap((child) => {
    if (child instanceof Y.XmlText) return [child];
    if (!(child instanceof Y.XmlElement) || (own && child.nodeName === GROUP)) return [];
    return textsOf(child, { own });
  });
}

/** The same of an element as it should be. */
export function stretchesIn(tree: Tree, { own = false } = {}): Stretches[] {
  return tree.children.flatMap((child) => {
    if (isStretches(child)) return [child];
    return own && child.name === GROUP ? [] : stretchesIn(child, { own });
  });
}

/** Returns an element without its child blocks. */
export function treeOfElement(element: Y.XmlElement): Tree {
  const children = element.toArray().flatMap((child): (Tree | Stretches)[] => {
    if (child instanceof Y.XmlText) return [stretchesOf(child)];
    return child instanceof Y.XmlElement && child.nodeName !== GROUP ? [treeOfElement(child)] : [];
  });
  return { name: element.nodeName, attributes: element.getAttributes() as Record<string, unknown>, children };
}

/**
 * Creates an element with its text. A text element gets a text node even if it is empty: see `firstUpdate`.
 */
export function elementOf(
  { name, attributes, children }: Tree,
  isWritten: (name: string) => boolean,
): Y.XmlElement {
  const element = new Y.XmlElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== null && value !== undefined) element.setAttribute(key, value as string);
  const made = children.map((child) => (isStretches(child) ? textFrom(child) : elementOf(child, isWritten)));
  element.insert(0, made.length === 0 && isWritten(name) ? [new Y.XmlText()] : made);
  return element;
}

export function textFrom(stretches: Stretches): Y.XmlText {
  const text = new Y.XmlText();
  text.applyDelta(stretches);
  return text;
}
