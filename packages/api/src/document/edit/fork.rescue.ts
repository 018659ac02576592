import { randomUUID } from 'node:crypto';
import { changesBetween } from '@tandem/shared/document/changes';
import { tokensOf } from '@tandem/shared/text/words';
import * as Y from 'yjs';
import { kinds } from './editor.ts';
import { type Anchor, type HeldBlock, type HeldBlocks, heldBlocks } from './fork.blocks.ts';
import { bothChanges, mergeText } from './text.ts';
import { CONTAINER, elementOf, isStretches, type Stretches, type Tree } from './tree.ts';

/** The blocks of a document in three states. */
export interface States {
  base: HeldBlocks;
  /** As others made it since. */
  ours: HeldBlocks;
  /** The state as the later writer made it from the base. */
  theirs: HeldBlocks;
}

/**
 * Restores words lost in a merge because one side removed, moved or changed the type of the block in which
 * the other wrote them. The block returns with those of its words that are nowhere else.
 * @param group all blocks, with the changes of both
 */
export function rescue(group: Y.XmlElement, states: States): void {
  for (const [side, other] of [
    [states.ours, states.theirs],
    [states.theirs, states.ours],
  ] as const) {
    const lost = [...side.values()].filter((block) => hasLost(group, block, states.base.get(block.id)));
    if (lost.length === 0) continue;
    const counts = { base: countsOf(states.base), other: countsOf(other) };
    const now = heldBlocks(group);
    for (const block of lost) restore(group, block, { states, counts, now });
  }
}

interface Counts {
  base: ReadonlyMap<string, number>;
  other: ReadonlyMap<string, number>;
}

/** Whether words written into a block since the base are gone. */
function hasLost(group: Y.XmlElement, block: HeldBlock, before: HeldBlock | undefined): boolean {
  if (block.texts.length === 0) {
    const isChanged = JSON.stringify(before?.tree) !== JSON.stringify(block.tree);
    return (
      isChanged && !isAlive(group, block.content._item) && wordsOf(block.text) === '' && !isEmptyKind(block)
    );
  }
  return lostTexts(group, block, before).length > 0;
}

/** A block that is written in but holds no text is empty. */
function isEmptyKind({ content }: HeldBlock): boolean {
  return kinds.isWritten(content.nodeName);
}

/** Returns words written into texts of a block that are gone. */
function lostTexts(group: Y.XmlElement, { texts }: HeldBlock, before: HeldBlock | undefined): string[] {
  return texts.flatMap(({ item, stretches }) => {
    if (isAlive(group, item)) return [];
    const known = before?.texts.find(
      (text) => text.item.id.client === item.id.client && text.item.id.clock === item.id.clock,
    );
    // A recreated element contains its former words.
    const old = known ? wordsOf(known.stretches) : before ? wordsOf(before.text) : '';
    const words = addedWords(old, wordsOf(stretches));
    return words.trim() === '' ? [] : [words];
  });
}

function restore(
  group: Y.XmlElement,
  block: HeldBlock,
  { states, counts, now }: { states: States; counts: Counts; now: Map<string, HeldBlock> },
): void {
  const before = states.base.get(block.id);
  const standing = now.get(block.id);
  if (!standing) {
    const tree = withoutMoved(block.tree, before, counts);
    const container = containerOf(block.id, tree);
    insertAfter(group, block.anchor, now, container);
    // Later blocks can refer to it.
    now.set(block.id, { ...block, container });
    return;
  }
  const [text, ...others] = standing.content.toArray();
  if (text instanceof Y.XmlText && others.length === 0 && block.texts.length === 1) {
    mergeText(text, bothChanges(before?.text ?? [], standing.text, block.text));
    return;
  }
  // A cell of a table, say: its words come behind it.
  const words = lostTexts(group, block, before);
  words.reverse().forEach((each) => {
    const tree = { name: 'paragraph', attributes: {}, children: [[{ insert: each.trim(), attributes: {} }]] };
    insertAfter(group, { id: block.id, before: null }, now, containerOf(randomUUID(), tree));
  });
}

function containerOf(id: string, content: Tree): Y.XmlElement {
  return elementOf({ name: CONTAINER, attributes: { id }, children: [content] }, kinds.isWritten);
}

function insertAfter(
  group: Y.XmlElement,
  anchor: Anchor | null,
  now: HeldBlocks,
  container: Y.XmlElement,
): void {
  let place = anchor;
  while (place && !now.has(place.id)) place = place.before;
  const beside = place && now.get(place.id)?.container;
  const parent = beside?.parent;
  if (!beside || !(parent instanceof Y.XmlElement)) group.insert(0, [container]);
  else parent.insert(parent.toArray().indexOf(beside) + 1, [container]);
}

/** Returns a block without words the other side moved elsewhere. */
function withoutMoved(tree: Tree, before: HeldBlock | undefined, counts: Counts): Tree {
  if (!before) return tree;
  const old = new Set(tokensOf(wordsOf(before.text)));
  const strip = (stretches: Stretches): Stretches => {
    let isAfterMoved = false;
    return stretches.map(({ insert, attributes }) => ({
      attributes,
      insert: tokensOf(insert)
        .filter((token) => {
          const isSpace = token.trim() === '';
          const isMoved = !isSpace && old.has(token) && isHeldElsewhere(token, counts);
          const isLeft = !isMoved && !(isSpace && isAfterMoved);
          isAfterMoved = isMoved || (isSpace && isAfterMoved);
          return isLeft;
        })
        .join(''),
    }));
  };
  const visit = (element: Tree): Tree => ({
    ...element,
    children: element.children.map((child) => (isStretches(child) ? strip(child) : visit(child))),
  });
  return visit(tree);
}

function isHeldElsewhere(token: string, { base, other }: Counts): boolean {
  return (other.get(token) ?? 0) >= (base.get(token) ?? 0);
}

function countsOf(blocks: HeldBlocks): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of blocks.values())
    for (const token of tokensOf(wordsOf(text))) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

function addedWords(before: string, after: string): string {
  return changesBetween(tokensOf(before), tokensOf(after))
    .filter(({ kind }) => kind === 'added')
    .map(({ items }) => items.join(''))
    .join(' ');
}

/** Whether an item still exists in the document with both sides' changes. */
function isAlive(group: Y.XmlElement, item: Y.Item | null): boolean {
  const { doc } = group;
  if (!item || !doc) return false;
  const found = Y.getItem(doc.store, item.id);
  return found instanceof Y.Item && !found.deleted;
}

function wordsOf(stretches: Stretches): string {
  return stretches.map(({ insert }) => insert).join('');
}
