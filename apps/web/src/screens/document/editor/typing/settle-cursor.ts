import { createExtension } from '@blocknote/core';
import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { DocumentEditor } from '../schema.ts';

/**
 * Makes the editor read the cursor that a press or a key has just set. Browsers report it a moment later; a
 * remote change in between would reset the cursor to the last known position.
 */
export function settleCursor({ prosemirrorView: view }: DocumentEditor): void {
  if (view) settle(view);
}

/** Reads the cursor before each key: a key right after End would be written at the old cursor. */
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
