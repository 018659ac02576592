import { inlineContentToNodes } from '@blocknote/core';
import type { BlockInput, Inline } from '@tandem/shared/document/blocks';
import { yUndoPluginKey } from 'y-prosemirror';
import type { UndoManager } from 'yjs';
import type { DocumentEditor } from '../../screens/document/editor/schema.ts';
import { keepComments, lettersIn } from './comments.ts';
import { blocksOf, isUnchanged, type Place } from './place.ts';

type Transaction = Parameters<Parameters<DocumentEditor['transact']>[0]>[0];

/**
 * Replaces the text asked about with a suggestion, in one undo step. If that text changed meanwhile it stays,
 * and the suggestion is inserted below it.
 * @returns whether it was replaced
 */
export function replace(editor: DocumentEditor, place: Place, blocks: readonly BlockInput[]): boolean {
  if (!isUnchanged(editor, place)) {
    insertBelow(editor, place, blocks);
    return false;
  }
  // Within a transaction the library reports no positions.
  const range = place.kind === 'words' ? place.range() : null;
  asOneStep(editor, (tr) => {
    const whole = place.kind === 'cursor' ? null : (range ?? spanOf(tr.doc, place));
    const before = whole && lettersIn(tr.doc, whole.from, whole.to);
    if (place.kind === 'words')
      range && replaceWords(editor, tr, { blockId: place.blockId, ...range }, blocks);
    else if (place.kind === 'blocks') endAt(editor, editor.replaceBlocks(place.blockIds, asPartial(blocks)));
    else if (isEmpty(editor, place.blockId))
      endAt(editor, editor.replaceBlocks([place.blockId], asPartial(blocks)));
    else endAt(editor, { insertedBlocks: insertAfter(editor, place, blocks) });
    if (whole && before)
      keepComments(tr, before, tr.mapping.map(whole.from, -1), tr.mapping.map(whole.to, 1));
  });
  return true;
}

/** Start and end of the blocks of a place. */
function spanOf(doc: Transaction['doc'], place: Place): { from: number; to: number } | null {
  if (place.kind !== 'blocks') return null;
  const wanted = new Set(place.blockIds);
  let span: { from: number; to: number } | null = null;
  doc.descendants((node, at) => {
    if (!wanted.has(String(node.attrs.id))) return true;
    span = { from: span?.from ?? at, to: at + node.nodeSize };
    return true;
  });
  return span;
}

/** Inserts a suggestion below the text asked about, in one undo step. */
export function insertBelow(editor: DocumentEditor, place: Place, blocks: readonly BlockInput[]): void {
  asOneStep(editor, () => endAt(editor, { insertedBlocks: insertAfter(editor, place, blocks) }));
}

/**
 * The library merges changes in quick succession into one undo step; a suggestion needs its own. Undoing it
 * restores the selection, which the library loses with its blocks.
 */
function asOneStep(editor: DocumentEditor, change: (tr: Transaction) => void): void {
  const undo = yUndoPluginKey.getState(editor.prosemirrorState) as { undoManager: UndoManager } | undefined;
  const { from, to } = editor.prosemirrorState.selection;
  const words = editor.prosemirrorState.doc.textBetween(from, to, '\n');
  undo?.undoManager.stopCapturing();
  editor.transact(change);
  undo?.undoManager.stopCapturing();
  const step = undo?.undoManager.undoStack.at(-1);
  if (!undo || !step) return;
  const select = ({ stackItem }: { stackItem: unknown }) => {
    if (stackItem !== step) return;
    undo.undoManager.off('stack-item-popped', select);
    const { doc } = editor.prosemirrorState;
    // Others may have written before them meanwhile.
    if (to > doc.content.size || doc.textBetween(from, to, '\n') !== words) return;
    editor._tiptapEditor.commands.setTextSelection({ from, to });
  };
  undo.undoManager.on('stack-item-popped', select);
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
    tr.replaceWith(from, to, nodes);
  } else if (isWhole && block.children.length === 0) {
    endAt(editor, editor.replaceBlocks([blockId], asPartial(blocks)));
  } else if (isWhole) {
    // Nested blocks stay where they are.
    const [first, ...rest] = blocks;
    if (!first) return;
    const { children = [], ...head } = first;
    editor.updateBlock(blockId, asPartial([head])[0] as never);
    editor.insertBlocks(asPartial([...children, ...rest]), blockId, 'after');
  } else splitBy(editor, tr, { blockId, from, to }, blocks);
}

/** Removes words from the middle of a block, and inserts blocks between the text before and after them. */
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

/** Whether the blocks are plain text that fits into a block of this type. */
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

/** The cursor moves behind the inserted text. */
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
