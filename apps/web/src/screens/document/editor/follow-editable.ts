import type { BlockNoteEditor } from '@blocknote/core';

/**
 * Calls `apply` now and whenever the right to edit changes, which it may while the document is open; blocks
 * do not render again for that.
 * @returns a function that ends it
 */
export function followEditable(
  // biome-ignore lint/suspicious/noExplicitAny: as the library types what renders blocks
  editor: BlockNoteEditor<any, any, any>,
  apply: (isEditable: boolean) => void,
): () => void {
  let held = editor.isEditable;
  const look = () => {
    if (editor.isEditable === held) return;
    held = editor.isEditable;
    apply(held);
  };
  apply(held);
  editor._tiptapEditor.on('update', look);
  return () => {
    editor._tiptapEditor.off('update', look);
  };
}
