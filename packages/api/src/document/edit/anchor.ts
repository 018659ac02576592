import type { Anchor, Stretch } from '@tandem/shared/discussion/schema';
import { FRAGMENT } from '@tandem/shared/document/schema';
import { Schema } from 'prosemirror-model';
import * as Y from 'yjs';

/** The mark that ties words of a document to a discussion, named and made as the editor knows it. */
const MARK = 'comment';
const markSchema = new Schema({
  nodes: { doc: { content: 'words' }, words: { content: 'text*' }, text: {} },
  marks: { [MARK]: { attrs: { orphan: { default: false }, threadId: { default: '' } }, excludes: '' } },
});

/**
 * Returns a discussion's mark as Yjs stores it. The name of overlapping marks contains a hash defined by the
 * binding, so the binding computes it.
 */
export async function markOf(discussionId: string): Promise<Record<string, object>> {
  const { prosemirrorToYXmlFragment } = await import('y-prosemirror');
  const mark = markSchema.mark(MARK, { orphan: false, threadId: discussionId });
  const page = markSchema.node('doc', null, [markSchema.node('words', null, [markSchema.text('x', [mark])])]);
  const fragment = prosemirrorToYXmlFragment(page, new Y.Doc().getXmlFragment(FRAGMENT));
  const text = (fragment.get(0) as Y.XmlElement).get(0) as Y.XmlText;
  return (text.toDelta() as { attributes: Record<string, object> }[])[0]?.attributes ?? {};
}

/**
 * Marks the words of a discussion.
 * @returns whether their first block exists
 */
export function placeAnchor(
  doc: Y.Doc,
  { further = [], ...first }: Anchor,
  mark: Record<string, object>,
): boolean {
  const blocks = blocksIn(doc);
  doc.transact(() => {
    for (const stretch of [first, ...further]) placeStretch(blocks.get(stretch.blockId), stretch, mark);
  });
  return blocks.has(first.blockId);
}

/** Words of a block: their offset in its text, and their length in UTF-16 units. */
export interface MarkedStretch {
  blockId: string;
  start: number;
  length: number;
}

/** The words that one discussion is about. */
export interface DiscussionMark {
  discussionId: string;
  stretches: readonly MarkedStretch[];
}

/** Marks words of many discussions in a document nobody has edited yet. */
export async function placeMarks(doc: Y.Doc, marks: readonly DiscussionMark[]): Promise<void> {
  const blocks = blocksIn(doc);
  for (const { discussionId, stretches } of marks) {
    if (stretches.length === 0) continue;
    const mark = await markOf(discussionId);
    doc.transact(() => {
      for (const { blockId, start, length } of stretches) {
        const block = blocks.get(blockId);
        if (block) markRuns(runsOf(block), start, start + length, mark);
      }
    });
  }
}

function placeStretch(
  block: Y.XmlElement | undefined,
  { quote, start = 0 }: Stretch,
  mark: Record<string, object>,
): void {
  const runs = block ? runsOf(block) : [];
  const from = nearest(runs.map(({ text }) => text).join(''), quote, start);
  if (from !== null) markRuns(runs, from, from + quote.length, mark);
}

function markRuns(runs: readonly Run[], from: number, to: number, mark: Record<string, object>): void {
  let at = 0;
  for (const { node, offset, text } of runs) {
    const begin = Math.max(from, at);
    const end = Math.min(to, at + text.length);
    if (node && end > begin) node.format(offset + begin - at, end - begin, mark);
    at += text.length;
  }
}

/** Removes a discussion's mark from all words. */
export function liftAnchor(doc: Y.Doc, discussionId: string): void {
  doc.transact(() => {
    for (const node of textsIn(doc.getXmlFragment(FRAGMENT))) {
      let at = 0;
      for (const { insert, attributes = {} } of node.toDelta() as Piece[]) {
        const length = typeof insert === 'string' ? insert.length : 1;
        const names = Object.keys(attributes).filter((name) =>
          isMarkOf(name, attributes[name], discussionId),
        );
        if (names.length > 0) node.format(at, length, Object.fromEntries(names.map((name) => [name, null])));
        at += length;
      }
    }
  });
}

interface Piece {
  insert: unknown;
  attributes?: Record<string, unknown>;
}

function isMarkOf(name: string, value: unknown, discussionId: string): boolean {
  if (name !== MARK && !name.startsWith(`${MARK}--`)) return false;
  return (value as { threadId?: unknown } | null)?.threadId === discussionId;
}

/** A run of a block's text: its position in Yjs, or none when it only displays as text. */
interface Run {
  node: Y.XmlText | null;
  offset: number;
  text: string;
}

/** Returns a block's own text, without nested blocks, as the editor counts it and readers see it. */
function runsOf(block: Y.XmlElement): Run[] {
  const content = block.get(0);
  if (!(content instanceof Y.XmlElement)) return [];
  return nodesIn(content).flatMap((node): Run[] => {
    if (node instanceof Y.XmlText) {
      let offset = 0;
      return (node.toDelta() as Piece[]).map(({ insert }) => {
        const text = typeof insert === 'string' ? insert : '\uFFFC';
        const run = { node, offset, text };
        offset += text.length;
        return run;
      });
    }
    if (node.nodeName === 'mention')
      return [{ node: null, offset: 0, text: `@${node.getAttribute('label') ?? ''}` }];
    return node.nodeName === 'hardBreak' ? [{ node: null, offset: 0, text: '\n' }] : [];
  });
}

function textsIn(root: Y.XmlFragment): Y.XmlText[] {
  return nodesIn(root).filter((node) => node instanceof Y.XmlText);
}

/** Returns all nodes below one in document order; without recursion, since nesting may be deep. */
function nodesIn(root: Y.XmlFragment): (Y.XmlElement | Y.XmlText)[] {
  const found: (Y.XmlElement | Y.XmlText)[] = [];
  const waiting: unknown[] = root.toArray().reverse();
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (node instanceof Y.XmlElement) {
      found.push(node);
      for (const child of node.toArray().reverse()) waiting.push(child);
    } else if (node instanceof Y.XmlText) found.push(node);
  }
  return found;
}

function blocksIn(doc: Y.Doc): Map<string, Y.XmlElement> {
  const blocks = new Map<string, Y.XmlElement>();
  for (const node of nodesIn(doc.getXmlFragment(FRAGMENT))) {
    if (!(node instanceof Y.XmlElement) || node.nodeName !== 'blockContainer') continue;
    const id = node.getAttribute('id');
    if (id !== undefined && !blocks.has(id)) blocks.set(id, node);
  }
  return blocks;
}

/** Finds words in a text, nearest to their expected position; null when absent. */
function nearest(text: string, words: string, expected: number): number | null {
  const before = text.lastIndexOf(words, expected);
  const after = text.indexOf(words, expected);
  if (before < 0) return after < 0 ? null : after;
  return after >= 0 && after - expected < expected - before ? after : before;
}
