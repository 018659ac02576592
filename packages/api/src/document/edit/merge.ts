import { randomUUID } from 'node:crypto';
import * as Y from 'yjs';
import { matchSegments, type Segment } from './match-segments.ts';
import { joined, mergeText, withComments, withoutComments, withSpaceOf } from './text.ts';
import {
  CONTAINER,
  elementOf,
  GROUP,
  isStretches,
  type Stretches,
  stretchesIn,
  stretchesOf,
  type Tree,
  textFrom,
  textsOf,
} from './tree.ts';

/** Definitions of document elements. */
export interface Kinds {
  /** Attributes of an element when they are left out. */
  defaultsOf(name: string): Record<string, unknown>;
  /** Whether it contains text. */
  isWritten(name: string): boolean;
}

type Node = Y.XmlElement | Y.XmlText | Y.XmlHook;

/** Merges wanted blocks into current ones by minimal changes. */
export class Merge {
  private readonly kinds: Kinds;
  /** Ids that blocks should have. */
  private readonly asked: ReadonlySet<string>;
  private readonly keepsUnseen: boolean;
  /** Current texts of blocks by id, for those that move. */
  private readonly standing = new Map<string, Stretches>();

  /**
   * @param group the element with all blocks
   * @param tree the wanted content; new blocks have the `id` ''
   * @param keepsUnseen keeps what texts omit: empty paragraphs, and spaces around a block's words
   */
  static apply(kinds: Kinds, group: Y.XmlElement, tree: Tree, { keepsUnseen = false } = {}): void {
    const hasWords = textsOf(group).some(({ length }) => length > 0);
    const merge = new Merge(kinds, idsIn(tree), keepsUnseen && hasWords);
    merge.note(group);
    merge.group(group, tree);
  }

  /** Appends blocks, before an empty last paragraph; changes nothing else. */
  static append(kinds: Kinds, group: Y.XmlElement, tree: Tree): void {
    const merge = new Merge(kinds, new Set(), false);
    merge.note(group);
    const last = elementsOf(group).at(-1);
    const isSpare = last !== undefined && elementsOf(last)[0]?.nodeName === 'paragraph' && isEmpty(last);
    const made = tree.children.map((child) => merge.made(merge.fresh(child as Tree)));
    group.insert(group.length - (isSpare ? 1 : 0), made);
  }

  private constructor(kinds: Kinds, asked: ReadonlySet<string>, keepsUnseen: boolean) {
    this.kinds = kinds;
    this.asked = asked;
    this.keepsUnseen = keepsUnseen;
  }

  /** Whether a block is invisible in the document's text form. */
  private isUnseen(node: Node): boolean {
    if (!this.keepsUnseen || !(node instanceof Y.XmlElement) || node.nodeName !== CONTAINER) return false;
    return elementsOf(node)[0]?.nodeName === 'paragraph' && isEmpty(node, { isBlankEmpty: true });
  }

  private note(group: Y.XmlElement): void {
    for (const container of elementsOf(group)) {
      const id = String(container.getAttribute('id') ?? '');
      if (!this.standing.has(id))
        this.standing.set(
          id,
          this.asked.has(id) ? joined(textsOf(container, { own: true }).map(stretchesOf)) : [],
        );
      for (const child of elementsOf(container)) if (child.nodeName === GROUP) this.note(child);
    }
  }

  private group(group: Y.XmlElement, tree: Tree): void {
    this.list(group, tree, (element, wanted) => this.container(element, wanted));
  }

  private container(container: Y.XmlElement, tree: Tree): void {
    const { id } = tree.attributes;
    if (id !== '' && id !== container.getAttribute('id')) container.setAttribute('id', String(id));
    if (id === '' && !container.getAttribute('id')) container.setAttribute('id', randomUUID());
    const wantedContent = tree.children.find((child) => !isStretches(child) && child.name !== GROUP) as Tree;
    const wantedGroup = tree.children.find((child) => !isStretches(child) && child.name === GROUP);
    const content = elementsOf(container).find(({ nodeName }) => nodeName !== GROUP);
    const group = elementsOf(container).find(({ nodeName }) => nodeName === GROUP);
    const isSame = content?.nodeName === wantedContent.name;
    const kept: Node[] = [];
    if (content && isSame) {
      this.element(content, wantedContent);
      kept.push(content);
    }
    if (group && wantedGroup) {
      this.group(group, wantedGroup as Tree);
      kept.push(group);
    }
    const carried = content && !isSame ? this.carrying(wantedContent, content) : wantedContent;
    for (let i = container.length - 1; i >= 0; i -= 1)
      if (!kept.includes(container.get(i) as Node)) container.delete(i, 1);
    if (!isSame) container.insert(0, [this.made(carried)]);
    if (wantedGroup && !group) container.insert(container.length, [this.made(wantedGroup as Tree)]);
  }

  /** Merges the content of a block without child blocks. */
  private element(element: Y.XmlElement, tree: Tree): void {
    const defaults = this.kinds.defaultsOf(tree.name);
    const attributes = element.getAttributes() as Record<string, unknown>;
    for (const [name, value] of Object.entries(tree.attributes)) {
      const wanted = value ?? defaults[name];
      if (JSON.stringify(attributes[name] ?? defaults[name]) === JSON.stringify(wanted)) continue;
      if (wanted === null || wanted === undefined) element.removeAttribute(name);
      else element.setAttribute(name, wanted as string);
    }
    // A text was split, or two were joined: words keep their marks wherever they move.
    const isParted = this.kinds.isWritten(tree.name) && textsOf(element).length !== stretchesIn(tree).length;
    const wanted = isParted ? this.carrying(tree, element) : tree;
    this.list(element, wanted, (child, part) => this.element(child, part));
  }

  private list(
    parent: Y.XmlElement,
    tree: Tree,
    change: (element: Y.XmlElement, wanted: Tree) => void,
  ): void {
    const standing = parent.toArray() as Node[];
    // Trailing empty blocks stay after new content: somebody may be about to write in them.
    const lastSeen = standing.findLastIndex((node) => !this.isUnseen(node));
    const pairs = matchSegments(
      standing.map((node, i) =>
        this.isUnseen(node) ? { kind: 'unseen', id: '', key: `unseen ${i}`, text: '' } : this.segmentOf(node),
      ),
      tree.children.map((child) => this.segmentOfTree(child)),
      (id) => this.asked.has(id),
    );
    let at = 0;
    let next = 0;
    const insertUntil = (end: number) => {
      for (; next < end; next += 1, at += 1)
        parent.insert(at, [this.made(tree.children[next] as Tree | Stretches)]);
    };
    const paired = new Map(pairs);
    standing.forEach((node, i) => {
      const to = paired.get(i);
      if (to === undefined) {
        if (i > lastSeen) insertUntil(tree.children.length);
        at += this.isUnseen(node) ? 1 : this.left(parent, at, node);
        return;
      }
      insertUntil(to);
      const wanted = tree.children[to] as Tree | Stretches;
      if (isStretches(wanted)) {
        const text = node as Y.XmlText;
        const isLoose = this.keepsUnseen && parent.nodeName !== 'codeBlock';
        mergeText(text, isLoose ? withSpaceOf(stretchesOf(text), wanted) : wanted);
      } else change(node as Y.XmlElement, wanted);
      next = to + 1;
      at += 1;
    });
    insertUntil(tree.children.length);
  }

  /**
   * Removes an unwanted node; a text is emptied instead, because somebody may be writing in it.
   * @returns how many remain
   */
  private left(parent: Y.XmlElement, at: number, node: Node): number {
    if (node instanceof Y.XmlText) {
      if (node.length > 0) node.delete(0, node.length);
      return 1;
    }
    parent.delete(at, 1);
    return 0;
  }

  private made(child: Tree | Stretches): Y.XmlElement | Y.XmlText {
    if (isStretches(child)) return textFrom(child);
    return elementOf(this.named(child), (name) => this.kinds.isWritten(name));
  }

  /** Blocks with ids; those that stood elsewhere come with the marks of their discussions. */
  private named(tree: Tree): Tree {
    if (tree.name !== CONTAINER && tree.name !== GROUP) return tree;
    const children = tree.children.map((child) => (isStretches(child) ? child : this.named(child)));
    if (tree.name === GROUP) return { ...tree, children };
    const id = String(tree.attributes.id ?? '');
    const named = { ...tree, attributes: { ...tree.attributes, id: id || randomUUID() }, children };
    const standing = id === '' ? undefined : this.standing.get(id);
    return standing ? withComments(named, standing) : named;
  }

  /** Returns blocks whose ids the document lacks. */
  private fresh(tree: Tree): Tree {
    const isKnown = tree.name === CONTAINER && this.standing.has(String(tree.attributes.id));
    return {
      ...tree,
      attributes: isKnown ? { ...tree.attributes, id: '' } : tree.attributes,
      children: tree.children.map((child) => (isStretches(child) ? child : this.fresh(child))),
    };
  }

  /** An element with the marks of discussions that another one has on the same words. */
  private carrying(tree: Tree, from: Y.XmlElement): Tree {
    return withComments(tree, joined(textsOf(from, { own: true }).map(stretchesOf)));
  }

  private segmentOf(node: Node): Segment {
    if (node instanceof Y.XmlText) return textSegment(stretchesOf(node));
    if (!(node instanceof Y.XmlElement)) return { kind: 'hook', id: '', key: '', text: '' };
    const content = node.nodeName === CONTAINER ? elementsOf(node)[0] : undefined;
    return {
      kind: `${node.nodeName} ${content?.nodeName ?? ''}`,
      id: node.nodeName === CONTAINER ? String(node.getAttribute('id') ?? '') : '',
      key: JSON.stringify(this.held(node)),
      text: textsOf(node)
        .flatMap(stretchesOf)
        .map(({ insert }) => insert)
        .join(''),
    };
  }

  private segmentOfTree(child: Tree | Stretches): Segment {
    if (isStretches(child)) return textSegment(child);
    const [content] = child.name === CONTAINER ? child.children : [];
    return {
      kind: `${child.name} ${content && !isStretches(content) ? content.name : ''}`,
      id: child.name === CONTAINER ? String(child.attributes.id ?? '') : '',
      key: JSON.stringify(this.heldBy(child)),
      text: stretchesIn(child)
        .flat()
        .map(({ insert }) => insert)
        .join(''),
    };
  }

  /** Returns an element's content, without ids, discussion marks and defaults. */
  private held(element: Y.XmlElement): unknown {
    const children = element.toArray().flatMap((child) => {
      if (child instanceof Y.XmlText) return plainText(stretchesOf(child));
      return child instanceof Y.XmlElement ? [this.held(child)] : [];
    });
    return [element.nodeName, this.said(element.nodeName, element.getAttributes()), children];
  }

  private heldBy(tree: Tree): unknown {
    const children = tree.children.flatMap((child) =>
      isStretches(child) ? plainText(child) : [this.heldBy(child)],
    );
    return [tree.name, this.said(tree.name, tree.attributes), children];
  }

  private said(name: string, attributes: Record<string, unknown>): unknown {
    if (name === CONTAINER) return [];
    const defaults = this.kinds.defaultsOf(name);
    return Object.entries(attributes)
      .filter(([key, value]) => (value ?? null) !== null && value !== defaults[key])
      .sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

function textSegment(stretches: Stretches): Segment {
  const text = stretches.map(({ insert }) => insert).join('');
  return { kind: 'text', id: '', key: JSON.stringify(plainText(stretches)), text };
}

function plainText(stretches: Stretches): unknown[] {
  return withoutComments(stretches).map(({ insert, attributes }) => [
    insert,
    Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
}

/** @param isBlankEmpty ignores spaces, as texts do */
function isEmpty(container: Y.XmlElement, { isBlankEmpty = false } = {}): boolean {
  const isNothing = (text: Y.XmlText) =>
    text.length === 0 || (isBlankEmpty && stretchesOf(text).every(({ insert }) => insert.trim() === ''));
  return container.length === 1 && textsOf(container).every(isNothing);
}

function elementsOf(node: Y.XmlElement): Y.XmlElement[] {
  return node.toArray().filter((child) => child instanceof Y.XmlElement);
}

function idsIn(tree: Tree): Set<string> {
  const ids = new Set<string>();
  const visit = ({ name, attributes, children }: Tree) => {
    if (name === CONTAINER && attributes.id !== '') ids.add(String(attributes.id));
    for (const child of children) if (!isStretches(child)) visit(child);
  };
  visit(tree);
  return ids;
}
