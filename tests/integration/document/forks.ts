import type { BlockInput, BlockType } from '@tandem/shared/document/blocks';
import { FRAGMENT } from '@tandem/shared/document/schema';
import * as Y from 'yjs';

/** Numbers below 1 that are the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Chooses by a source of numbers. */
export class Chance {
  private readonly next: () => number;
  constructor(seed: number) {
    this.next = seeded(seed);
  }
  below(count: number): number {
    return Math.floor(this.next() * count);
  }
  of<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }
}

export function groupIn(doc: Y.Doc): Y.XmlElement {
  return doc.getXmlFragment(FRAGMENT).get(0) as Y.XmlElement;
}

export function elementsIn(node: Y.XmlElement | Y.XmlFragment): Y.XmlElement[] {
  return node.toArray().filter((child) => child instanceof Y.XmlElement);
}

export function containersIn(group: Y.XmlElement): Y.XmlElement[] {
  return elementsIn(group).flatMap((container) => [
    container,
    ...elementsIn(container).flatMap((each) => (each.nodeName === 'blockGroup' ? containersIn(each) : [])),
  ]);
}

export function textsIn(node: Y.XmlElement | Y.XmlFragment): Y.XmlText[] {
  return node
    .toArray()
    .flatMap((child) =>
      child instanceof Y.XmlText ? [child] : child instanceof Y.XmlElement ? textsIn(child) : [],
    );
}

export function plainText(text: Y.XmlText): string {
  return (text.toDelta() as { insert: unknown }[]).map(({ insert }) => String(insert)).join('');
}

/** Counts each word in a document. */
export function wordsIn(doc: Y.Doc): Map<string, number> {
  return countOf(textsIn(doc.getXmlFragment(FRAGMENT)).map(plainText).join('\n'));
}

export function countOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.match(/\w+/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** A block with some words, as an editor makes it. */
export function madeContainer(id: string, text: string, name = 'paragraph'): Y.XmlElement {
  const container = new Y.XmlElement('blockContainer');
  const content = new Y.XmlElement(name);
  container.setAttribute('id', id);
  container.insert(0, [content]);
  if (name === 'heading') content.setAttribute('level', 2 as never);
  content.insert(0, [new Y.XmlText(text)]);
  return container;
}

/** Places in a text at which a word may begin, with the space that it needs. */
export function typeWord(text: Y.XmlText, word: string, chance: Chance): void {
  const plain = plainText(text);
  const places = [0, ...[...plain.matchAll(/ /gu)].map(({ index }) => index + 1), plain.length];
  const at = chance.of(places);
  if (at < plain.length) text.insert(at, `${word} `, {});
  else text.insert(at, /\w$/u.test(plain) ? ` ${word}` : word, {});
}

/** One thing that a person does in an editor: types, or takes blocks apart, together, elsewhere or away. */
export function edit(doc: Y.Doc, word: string, chance: Chance): void {
  doc.transact(() => {
    const containers = containersIn(groupIn(doc));
    const container = chance.of(containers);
    const parent = container.parent as Y.XmlElement;
    const at = parent.toArray().indexOf(container);
    const content = elementsIn(container)[0] as Y.XmlElement;
    const [text] = content.toArray();
    const isPlain = text instanceof Y.XmlText && content.length === 1;
    const remove = () => {
      if (
        containersIn(groupIn(doc)).length > containersIn(container.parent as Y.XmlElement).length ||
        parent.length > 1
      )
        parent.delete(parent.toArray().indexOf(container), 1);
    };
    const kind = chance.below(12);
    if (kind < 5) {
      const texts = textsIn(content);
      if (texts.length > 0) typeWord(chance.of(texts), word, chance);
    } else if (kind === 5) parent.insert(at + 1, [madeContainer(crypto.randomUUID(), word)]);
    else if (kind === 6) remove();
    else if (kind === 7 && isPlain) {
      const plain = plainText(text);
      const gone = chance.of([...plain.matchAll(/\w+ ?/gu)]);
      if (gone) text.delete(gone.index, gone[0].length);
    } else if (kind === 8 && isPlain && elementsIn(container).length === 1 && parent.length > 1) {
      // Dragged elsewhere.
      const made = madeContainer(String(container.getAttribute('id')), plainText(text), content.nodeName);
      remove();
      parent.insert(chance.below(parent.length + 1), [made]);
    } else if (kind === 9 && isPlain) {
      // Another kind of block.
      const made = new Y.XmlElement(content.nodeName === 'quote' ? 'paragraph' : 'quote');
      made.insert(0, [new Y.XmlText(plainText(text))]);
      container.delete(0, 1);
      container.insert(0, [made]);
    } else if (kind === 10 && isPlain) {
      // Enter in the middle.
      const plain = plainText(text);
      const cut = plain.indexOf(' ', chance.below(plain.length + 1));
      if (cut < 0) return;
      text.delete(cut, plain.length - cut);
      parent.insert(at + 1, [madeContainer(crypto.randomUUID(), plain.slice(cut + 1))]);
    } else if (kind === 11) {
      const rows = elementsIn(content).filter(({ nodeName }) => nodeName === 'tableRow');
      if (rows.length > 1) content.delete(chance.below(content.length), 1);
    }
  });
}

const types: BlockType[] = ['paragraph', 'heading', 'quote', 'bulletListItem'];

/** One thing that a program does with the blocks it read. */
export function rework(blocks: BlockInput[], word: string, chance: Chance): BlockInput[] {
  const result = structuredClone(blocks);
  const at = chance.below(result.length);
  const block = result[at];
  const kind = chance.below(9);
  const inlines = block && Array.isArray(block.content) ? block.content : null;
  if (kind < 2 && inlines) inlines.push({ type: 'text', text: ` ${word}`, styles: {} });
  else if (kind === 2 && inlines) inlines.unshift({ type: 'text', text: `${word} `, styles: {} });
  else if (kind === 3 && result.length > 1) result.splice(at, 1);
  else if (kind === 4 && block) result.splice(chance.below(result.length), 0, ...result.splice(at, 1));
  else if (kind === 5 && inlines && types.includes(block?.type as BlockType)) {
    (block as BlockInput).type = chance.of(types);
    (block as BlockInput).props = {};
  } else if (kind === 6 && inlines && block && at > 0 && !block.children?.length) {
    const before = result[at - 1];
    if (before && Array.isArray(before.content)) {
      before.content.push({ type: 'text', text: ' ', styles: {} }, ...inlines);
      result.splice(at, 1);
    }
  } else
    result.splice(chance.below(result.length + 1), 0, {
      type: 'paragraph',
      content: [{ type: 'text', text: word, styles: {} }],
    });
  return result;
}
