import { inlineContentToNodes } from '@blocknote/core';
import type { BlockInput, Inline } from '@tandem/shared/document/blocks';
import { yUndoPluginKey } from 'y-prosemirror';
import type { UndoManager } from 'yjs';
import type { DocumentEditor } from '../document/editor/schema.ts';
import { blocksOf, isUnchanged, type Place } from './place.ts';

type Transaction = Parameters<Parameters<DocumentEditor['transact']>[0]>[0];

/**
 * Puts a suggestion in the place of what was asked about, as one step to undo. Where that was changed meanwhile it
 * stays, and the suggestion is put below it.
 * @returns whether it took the place
 */
export function replace(editor: DocumentEditor, place: Place, blocks: readonly BlockInput[]): boolean {
  if (!isUnchanged(editor, place)) {
    insertBelow(editor, place, blocks);
    return false;
  }
  // Within a transaction the library tells of no positions.
  const range = place.kind === 'words' ? place.range() : null;
  asOneStep(editor, (tr) => {
    if (place.kind === 'words')
      range && replaceWords(editor, tr, { blockId: place.blockId, ...range }, blocks);
    else if (place.kind === 'blocks') endAt(editor, editor.replaceBlocks(place.blockIds, asPartial(blocks)));
    else if (isEmpty(editor, place.blockId))
      endAt(editor, editor.replaceBlocks([place.blockId], asPartial(blocks)));
    else endAt(editor, { insertedBlocks: insertAfter(editor, place, blocks) });
  });
  return true;
}

/** Puts a suggestion below what was asked about, as one step to undo. */
export function insertBelow(editor: DocumentEditor, place: Place, blocks: readonly BlockInput[]): void {
  asOneStep(editor, () => endAt(editor, { insertedBlocks: insertAfter(editor, place, blocks) }));
}

/** The library joins changes that follow each other soon into one step; a suggestion is one of its own. */
function asOneStep(editor: DocumentEditor, change: (tr: Transaction) => void): void {
  const undo = yUndoPluginKey.getState(editor.prosemirrorState) as { undoManager: UndoManager } | undefined;
  undo?.undoManager.stopCapturing();
  editor.transact(change);
  undo?.undoManager.stopCapturing();
}

function insertAfter(editor: DocumentEditor, place: Place, blocks: readonly BlockInput[]) {
  const last = blocksOf(editor, place)?.last ?? editor.document.at(-1)?.id;
  return last === undefined ? [] : editor.insertBlocks(asPartial(blocks), last, 'after');
}

function isEmpty(editor: DocumentEditor, blockId: string): boolean {
  const block = editor.getBlock(blockId);
  return (
    block?.type === 'paragraph' &&
    Array.isArray(block.content) &&
    block.content.length === 0 &&
    block.children.length === 0
  );
}

/** Words where they are now. */
interface Words {
  blockId: string;
  from: number;
  to: number;
}

function replaceWords(
  editor: DocumentEditor,
  tr: Transaction,
  { blockId, from, to }: Words,
  blocks: readonly BlockInput[],
): void {
  const block = editor.getBlock(blockId);
  if (!block) return;
  const $from = tr.doc.resolve(from);
  const { parent } = $from;
  const isWhole = $from.parentOffset === 0 && to - from === parent.content.size;
  if (block.type === 'table' || block.type === 'codeBlock' || isText(blocks, block.type)) {
    const { name } = block.type === 'table' ? { name: 'tableParagraph' } : parent.type;
    const nodes = inlineContentToNodes(inlinesOf(blocks) as never, editor.pmSchema, name);
    // What is said about all of the words is said about those that take their place.
    const around = (parent.nodeAt($from.parentOffset)?.marks ?? []).filter(
      (mark) => mark.type.name === 'comment' && coversAll(parent, mark, $from.parentOffset, to - from),
    );
    tr.replaceWith(
      from,
      to,
      nodes.map((node) => node.mark(around.reduce((marks, mark) => mark.addToSet(marks), node.marks))),
    );
  } else if (isWhole && block.children.length === 0) {
    endAt(editor, editor.replaceBlocks([blockId], asPartial(blocks)));
  } else if (isWhole) {
    // What hangs below stays where it hangs.
    const [first, ...rest] = blocks;
    if (!first) return;
    const { children = [], ...head } = first;
    editor.updateBlock(blockId, asPartial([head])[0] as never);
    editor.insertBlocks(asPartial([...children, ...rest]), blockId, 'after');
  } else splitBy(editor, tr, { blockId, from, to }, blocks);
}

type Node = Transaction['doc'];

function coversAll(parent: Node, mark: Node['marks'][number], offset: number, size: number): boolean {
  let covers = true;
  parent.nodesBetween(offset, offset + size, (node) => {
    if (node.isInline && !mark.isInSet(node.marks)) covers = false;
  });
  return covers;
}

/** Takes words out of the middle of a block, and puts blocks between what stood before and behind them. */
function splitBy(
  editor: DocumentEditor,
  tr: Transaction,
  { blockId, from, to }: Words,
  blocks: readonly BlockInput[],
): void {
  tr.delete(from, to);
  const $from = tr.doc.resolve(from);
  const { parentOffset, parent, depth } = $from;
  if (parentOffset < parent.content.size) {
    const container = $from.node(depth - 1);
    const attrs = { ...container.attrs, id: null };
    tr.split(from, 2, [
      { type: container.type, attrs },
      { type: parent.type, attrs: parent.attrs },
    ]);
  }
  const inserted = editor.insertBlocks(asPartial(blocks), blockId, 'after');
  if (parentOffset === 0) editor.removeBlocks([blockId]);
  endAt(editor, { insertedBlocks: inserted });
}

/** Whether blocks are a text that a block of this type can hold by itself. */
function isText(blocks: readonly BlockInput[], type: string): boolean {
  const [only] = blocks;
  if (blocks.length !== 1 || !only || (only.children ?? []).length > 0) return false;
  return Array.isArray(only.content) && (only.type === 'paragraph' || only.type === type);
}

/** The text of blocks on end, a line for each. */
function inlinesOf(blocks: readonly BlockInput[]): Inline[] {
  return blocks
    .flatMap(linesOf)
    .flatMap((line, index): Inline[] =>
      index === 0 ? line : [{ type: 'text', text: '\n', styles: {} }, ...line],
    );
}

function linesOf({ content, children = [] }: BlockInput): Inline[][] {
  const own = Array.isArray(content)
    ? [content]
    : (content?.rows ?? []).flatMap(({ cells }) => cells.map((cell) => cell.content));
  return [...own, ...children.flatMap(linesOf)];
}

/** The cursor goes on behind what was put in. */
function endAt(
  editor: DocumentEditor,
  { insertedBlocks }: { insertedBlocks: readonly { id: string }[] },
): void {
  const last = insertedBlocks.at(-1);
  if (last) editor.setTextCursorPosition(last.id, 'end');
}

/** The server answers blocks in the editor's own form. */
function asPartial(blocks: readonly BlockInput[]): Parameters<DocumentEditor['insertBlocks']>[0] {
  return blocks as never;
}
