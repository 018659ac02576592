import { createExtension } from '@blocknote/core';
import { SuggestionMenu } from '@blocknote/core/extensions';
import { TextSelection } from 'prosemirror-state';

/**
 * The way out of the text by Esc, since Tab indents: it gives up a selection first, as its toolbar closes with it. The
 * library would let the focus fall to the page, where the next key is lost.
 * @param out takes the focus
 */
export const leave = (out: () => void) =>
  createExtension(() => ({
    key: 'leave',
    keyboardShortcuts: {
      Escape({ editor }) {
        if (editor.getExtension(SuggestionMenu)?.shown()) return false;
        const { selection } = editor.prosemirrorState;
        if (selection instanceof TextSelection && !selection.empty) {
          editor._tiptapEditor.commands.setTextSelection(selection.head);
        } else {
          out();
        }
        return true;
      },
    },
  }))();
