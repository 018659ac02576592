import { trackPosition } from '@blocknote/core';
import type { BlockInput } from '@tandem/shared/document/blocks';
import type { DocumentEditor } from '../../screens/document/editor/schema.ts';

type State = DocumentEditor['prosemirrorState'];
type Doc = State['doc'];

/** Words within one block. */
export interface WordsPlace {
  kind: 'words';
  blockId: string;
  /** The current range; null if the block is gone. */
  range(): { from: number; to: number } | null;
  /** The original text, for comparison. */
  was: string;
  selection: BlockInput[];
}

/** Several blocks, whole. */
export interface BlocksPlace {
  kind: 'blocks';
  blockIds: string[];
  was: string;
  selection: BlockInput[];
}

/** The cursor, with nothing selected. */
export interface CursorPlace {
  kind: 'cursor';
  blockId: string;
}

/** The place asked about. Names and positions that survive other people's edits identify it. */
export type Place = WordsPlace | BlocksPlace | CursorPlace;

/** The place that an editor's selection means. A part of several blocks means all of them, whole. */
export function placeOf(editor: DocumentEditor): Place {
  const { doc, selection } = editor.prosemirrorState;
  const { $from, $to, from, to } = selection;
  const blocks = editor.getSelection()?.blocks ?? [];
  const [first] = blocks;
  if (!first) return { kind: 'cursor', blockId: editor.getTextCursorPosition().block.id };
  if (!$from.sameParent($to) || !$from.parent.inlineContent) {
    const blockIds = blocks.map(({ id }) => id);
    return { kind: 'blocks', blockIds, was: JSON.stringify(blocks), selection: plain(blocks) };
  }
  // A position belongs to the letter before it: the first of the words must not be left out, nor text typed
  // before them be included.
  const begin = trackPosition(editor, from + 1);
  const end = trackPosition(editor, to);
  const isWhole = $from.parentOffset === 0 && to - from === $from.parent.content.size;
  return {
    kind: 'words',
    blockId: first.id,
    range() {
      try {
        const found = { from: begin() - 1, to: end() };
        return found.from < found.to ? found : null;
      } catch {
        return null;
      }
    },
    was: wordsIn(doc, from, to),
    selection: isWhole && first.type !== 'table' ? plain([{ ...first, children: [] }]) : cutOf(editor, first),
  };
}

/** Whether the text asked about is unchanged; discussion marks do not count. */
export function isUnchanged(editor: DocumentEditor, place: Place): boolean {
  if (place.kind === 'cursor') return editor.getBlock(place.blockId) !== undefined;
  if (place.kind === 'blocks') {
    return JSON.stringify(place.blockIds.map((id) => editor.getBlock(id))) === place.was;
  }
  const range = place.range();
  return range !== null && wordsIn(editor.prosemirrorState.doc, range.from, range.to) === place.was;
}

/** The first and last blocks of a place that still exist. */
export function blocksOf(editor: DocumentEditor, place: Place): { first: string; last: string } | null {
  const ids = place.kind === 'blocks' ? place.blockIds : [place.blockId];
  const left = ids.filter((id) => editor.getBlock(id) !== undefined);
  const [first] = left;
  const last = left.at(-1);
  return first !== undefined && last !== undefined ? { first, last } : null;
}

/** The position of a place on the page; null if nothing of it is left. */
export function rangeIn(editor: DocumentEditor, place: Place): Range | null {
  const view = editor.prosemirrorView;
  if (!view) return null;
  const range = document.createRange();
  const words = place.kind === 'words' ? place.range() : null;
  if (words) {
    const from = view.domAtPos(words.from);
    const to = view.domAtPos(words.to);
    range.setStart(from.node, from.offset);
    range.setEnd(to.node, to.offset);
    return range;
  }
  const blocks = blocksOf(editor, place);
  const elementOf = (id: string) => view.dom.querySelector(`.bn-block-outer[data-id="${CSS.escape(id)}"]`);
  const first = blocks && elementOf(blocks.first);
  const last = blocks && elementOf(blocks.last);
  if (!first || !last) return null;
  range.setStartBefore(first);
  range.setEndAfter(last);
  return range;
}

/** Words with their formatting, but without discussion marks, which change independently. */
function wordsIn(doc: Doc, from: number, to: number): string {
  if (to > doc.content.size) return '';
  const runs: [form: string, words: string][] = [];
  doc.slice(from, to).content.forEach((node) => {
    const marks = node.marks.filter(({ type }) => type.name !== 'comment').map((mark) => mark.toJSON());
    const form = JSON.stringify(marks);
    const words = node.text ?? JSON.stringify({ ...node.toJSON(), marks: [] });
    const last = runs.at(-1);
    if (last?.[0] === form) last[1] += words;
    else runs.push([form, words]);
  });
  return JSON.stringify(runs);
}

/** The selected part of one block, as a paragraph: what the block is concerns only who takes all of it. */
function cutOf(editor: DocumentEditor, { type }: { type: string }): BlockInput[] {
  const [cut] = type === 'table' ? [] : editor.getSelectionCutBlocks().blocks;
  if (Array.isArray(cut?.content)) return plain([{ type: 'paragraph', content: cut.content }]);
  const { doc, selection } = editor.prosemirrorState;
  const text = doc.textBetween(selection.from, selection.to, '\n');
  return [{ type: 'paragraph', content: [{ type: 'text', text, styles: {} }] }];
}

/** Blocks as the server takes them: plain data, without undefined values. */
function plain(blocks: readonly object[]): BlockInput[] {
  return JSON.parse(JSON.stringify(blocks)) as BlockInput[];
}
