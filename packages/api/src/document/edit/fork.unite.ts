import { randomUUID } from 'node:crypto';
import * as Y from 'yjs';
import { kinds } from './editor.ts';
import type { States } from './fork.rescue.ts';
import { bothChanges, mergeText } from './text.ts';
import { CONTAINER, elementOf, GROUP, type Tree, treeOfElement } from './tree.ts';

/**
 * Merges duplicates of both sides: a block both moved is in two places, one whose type both changed has two
 * contents, and one that both gave its first children has two groups.
 * @param group all blocks, with the changes of both
 * @param writer the client id of `theirs`
 */
export function unite(group: Y.XmlElement, states: States, writer: number): void {
  const isTheirs = (element: Y.XmlElement) => element._item?.id.client === writer;
  const places = new Map<string, Y.XmlElement[]>();
  for (const container of containersIn(group)) {
    const id = String(container.getAttribute('id') ?? '');
    places.set(id, [...(places.get(id) ?? []), container]);
    const contents = elementsOf(container).filter(({ nodeName }) => nodeName !== GROUP);
    const content = contents.find((each) => !isTheirs(each));
    const second = contents.find((each) => each !== content);
    if (content && second) {
      writeBoth(content, id, states);
      remove(second);
    }
    const groups = elementsOf(container).filter(({ nodeName }) => nodeName === GROUP);
    for (const other of groups.slice(1)) {
      groups[0]?.push(
        other.toArray().flatMap((each) => (each instanceof Y.XmlElement ? [copyOf(each)] : [])),
      );
      remove(other);
    }
  }
  // Children come first.
  for (const [id, containers] of [...places].reverse()) {
    const second = containers.find(isTheirs);
    const first = containers.find((each) => each !== second);
    const content = first && contentOf(first);
    if (!first || !second || !content) continue;
    writeBoth(content, id, states);
    if (elementsOf(second).some(({ nodeName, length }) => nodeName === GROUP && length > 0)) {
      // Others are below it, which stand nowhere else.
      second.setAttribute('id', randomUUID());
      second.delete(0, 1);
      second.insert(0, [elementOf({ name: 'paragraph', attributes: {}, children: [] }, kinds.isWritten)]);
    } else remove(second);
  }
}

/** Merges both sides' versions of a block's text into the one that stays. */
function writeBoth(content: Y.XmlElement, id: string, { base, ours, theirs }: States): void {
  const [text, ...others] = content.toArray();
  const wanted = theirs.get(id);
  if (text instanceof Y.XmlText && others.length === 0 && wanted?.texts.length === 1)
    mergeText(text, bothChanges(base.get(id)?.text ?? [], ours.get(id)?.text ?? [], wanted.text));
}

function copyOf(element: Y.XmlElement): Y.XmlElement {
  const treeOf = (node: Y.XmlElement): Tree => {
    const tree = treeOfElement(node);
    const below = elementsOf(node).filter(({ nodeName }) => nodeName === GROUP);
    return { ...tree, children: [...tree.children, ...below.map(deep)] };
  };
  const deep = (node: Y.XmlElement): Tree => ({
    name: node.nodeName,
    attributes: {},
    children: elementsOf(node).map(treeOf),
  });
  return elementOf(treeOf(element), kinds.isWritten);
}

function containersIn(group: Y.XmlElement): Y.XmlElement[] {
  return elementsOf(group).flatMap((container) =>
    container.nodeName === CONTAINER
      ? [
          container,
          ...elementsOf(container).flatMap((each) => (each.nodeName === GROUP ? containersIn(each) : [])),
        ]
      : [],
  );
}

function contentOf(container: Y.XmlElement): Y.XmlElement | undefined {
  return elementsOf(container).find(({ nodeName }) => nodeName !== GROUP);
}

function elementsOf(node: Y.XmlElement): Y.XmlElement[] {
  return node.toArray().filter((child) => child instanceof Y.XmlElement);
}

function remove(element: Y.XmlElement): void {
  const parent = element.parent as Y.XmlElement;
  parent.delete(parent.toArray().indexOf(element), 1);
}
