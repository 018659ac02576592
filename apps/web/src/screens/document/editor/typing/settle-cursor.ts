import { createExtension } from '@blocknote/core';
import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { DocumentEditor } from '../schema.ts';

/**
 * Has the editor take the cursor from where a press or a key has just put it. Browsers tell that a moment later; what
 * others write in between would put the cursor back to where the editor last knew it.
 */
export function settleCursor({ prosemirrorView: view }: DocumentEditor): void {
  if (view) settle(view);
}

/** Takes the cursor before each key: a key that follows End at once would be written where the cursor was before. */
export const settledKeys = createExtension(() => ({
  key: 'settled-keys',
  prosemirrorPlugins: [
    new Plugin({
      props: {
        handleDOMEvents: {
          keydown(view) {
            settle(view);
            return false;
          },
        },
      },
    }),
  ],
}));

function settle(view: EditorView): void {
  if (!view.hasFocus() || view.composing) return;
  view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
}
