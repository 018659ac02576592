import { type BlockNoteEditor, createExtension } from '@blocknote/core';
import { addRowAfter, goToNextCell, isInTable, selectedRect } from 'prosemirror-tables';

const toNext = goToNextCell(1);

/**
 * Keys that the library lacks: adding a row to a table; writing behind a table, code or image at the end;
 * continuing inside an unfolded block; leaving code from anywhere in it, and keeping its indentation. Select
 * all first selects the code at the cursor, then the whole document, which the next letter would replace.
 */
export const keys = createExtension(() => ({
  key: 'keys',
  // That extension would start each line of code at the margin.
  runsBefore: ['code-block-keyboard-shortcuts'],
  keyboardShortcuts: {
    Tab({ editor }) {
      const isInLastCell = editor.canExec((state) => isInTable(state) && !toNext(state));
      return isInLastCell && editor.exec(addRowAfter) && editor.exec(toNext);
    },

    Enter({ editor }) {
      const { $from, empty } = editor.prosemirrorState.selection;
      if (goInside(editor as never)) return true;
      if ($from.parent.type.name !== 'codeBlock' || !empty) return false;
      const before = $from.parent.textBetween(0, $from.parentOffset);
      const line = before.slice(before.lastIndexOf('\n') + 1);
      const indent = line.match(/^[ \t]*/u)?.[0] ?? '';
      const isBlank = indent === line;
      const isInIndent =
        isBlank && /^[^\n]/u.test($from.parent.textBetween($from.parentOffset, $from.parent.content.size));
      if (indent === '' || isInIndent) return false;
      // A line of nothing but space is left empty: a row of such lines ends the code.
      editor.transact((tr) => {
        if (isBlank) tr.delete($from.pos - indent.length, $from.pos);
        else tr.insertText(`\n${indent}`);
      });
      return !isBlank;
    },

    'Mod-Enter'({ editor }) {
      const { block } = editor.getTextCursorPosition();
      if (block.type !== 'codeBlock') return false;
      editor.transact(() => {
        const [made] = editor.insertBlocks([{ type: 'paragraph' }], block, 'after');
        if (made) editor.setTextCursorPosition(made, 'start');
      });
      return true;
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
      // At once, or the next typed text would go to the old cursor.
      editor.transact(() => {
        const [made] = editor.insertBlocks([{ type: 'paragraph' }], block, 'after');
        if (made) editor.setTextCursorPosition(made, 'start');
      });
      return true;
    },
  },
}));

/**
 * Starts a line inside the unfolded block at whose end the cursor is.
 * @returns whether it does
 */
// biome-ignore lint/suspicious/noExplicitAny: whatever blocks there are
function goInside(editor: BlockNoteEditor<any, any, any>): boolean {
  const { $from, empty } = editor.prosemirrorState.selection;
  if (!empty || $from.parent.content.size === 0 || $from.parentOffset < $from.parent.content.size)
    return false;
  const { block } = editor.getTextCursorPosition();
  const shown = editor.prosemirrorView.dom.querySelector(
    `.bn-block[data-id="${CSS.escape(block.id)}"] > .bn-block-content .bn-toggle-wrapper[data-show-children="true"]`,
  );
  if (!shown) return false;
  editor.transact(() => {
    const [first] = block.children;
    const line = { type: 'paragraph' as const };
    const made = first
      ? editor.insertBlocks([line], first, 'before')[0]
      : editor.updateBlock(block, { children: [line] }).children[0];
    if (made) editor.setTextCursorPosition(made, 'start');
  });
  return true;
}
