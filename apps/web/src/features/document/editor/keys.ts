import { createExtension } from '@blocknote/core';
import { addRowAfter, goToNextCell, isInTable, selectedRect } from 'prosemirror-tables';

const toNext = goToNextCell(1);

/**
 * What the library leaves to pointers: to add a row to a table, and to write behind a table, code or a picture at the
 * end. And to select all of the code that one is in before the whole document, which the next letter would replace.
 */
export const keys = createExtension(() => ({
  key: 'keys',
  keyboardShortcuts: {
    Tab({ editor }) {
      const isInLastCell = editor.canExec((state) => isInTable(state) && !toNext(state));
      return isInLastCell && editor.exec(addRowAfter) && editor.exec(toNext);
    },

    'Mod-a'({ editor }) {
      const { $from, $to, from, to } = editor.prosemirrorState.selection;
      const isInCode = $from.parent.type.name === 'codeBlock' && $from.sameParent($to);
      if (!isInCode || (from === $from.start() && to === $from.end())) return false;
      return editor._tiptapEditor.commands.setTextSelection({ from: $from.start(), to: $from.end() });
    },

    ArrowDown({ editor }) {
      const { block, nextBlock, parentBlock } = editor.getTextCursorPosition();
      if (nextBlock || parentBlock) return false;
      const state = editor.prosemirrorState;
      const { $head, empty } = state.selection;
      const isAtEnd = isInTable(state)
        ? selectedRect(state).bottom === selectedRect(state).map.height
        : block.type === 'codeBlock' && empty && $head.parentOffset === $head.parent.content.size;
      // A picture, or what else holds no words.
      const isThing = block.content === undefined;
      if (!isAtEnd && !isThing) return false;
      // At once, or what is typed next would go where the cursor was.
      editor.transact(() => {
        const [made] = editor.insertBlocks([{ type: 'paragraph' }], block, 'after');
        if (made) editor.setTextCursorPosition(made, 'start');
      });
      return true;
    },
  },
}));
