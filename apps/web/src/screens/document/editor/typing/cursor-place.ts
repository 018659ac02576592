import type { DocumentEditor } from '../schema.ts';

/** Position of a cursor. */
export interface CursorPlace {
  blockId: string;
  /** Positions of the editor's document behind the beginning of the block. */
  offset: number;
}

/**
 * The position of an editor's cursor, to restore it after the document is reopened; null without the focus.
 */
export function placeOf({ prosemirrorView: view }: DocumentEditor): CursorPlace | null {
  if (!view?.hasFocus()) return null;
  const { $head } = view.state.selection;
  for (let depth = $head.depth; depth > 0; depth -= 1) {
    const { id } = $head.node(depth).attrs;
    if (typeof id === 'string') return { blockId: id, offset: $head.pos - $head.before(depth) };
  }
  return null;
}

/** Restores the cursor, unless its block is gone or something else has taken the focus. */
export function returnTo(editor: DocumentEditor, place: CursorPlace): void {
  const focused = document.activeElement;
  if (focused?.matches('input, textarea, [contenteditable=true]')) return;
  let position: number | null = null;
  editor.prosemirrorState.doc.descendants((node, start) => {
    if (node.attrs.id === place.blockId) position = start + Math.min(place.offset, node.nodeSize - 1);
    return position === null;
  });
  if (position === null) return;
  editor._tiptapEditor.commands.setTextSelection(position);
  editor._tiptapEditor.commands.scrollIntoView();
  editor.focus();
}
