import type { DocumentEditor } from './schema.ts';

/**
 * Has the editor take the cursor from where a press or a key has just put it. Browsers tell that a moment later; what
 * others write in between would put the cursor back to where the editor last knew it.
 */
export function settleCursor({ prosemirrorView: view }: DocumentEditor): void {
  if (!view?.hasFocus() || view.composing) return;
  view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
}
