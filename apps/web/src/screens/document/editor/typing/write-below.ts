import { createExtension } from '@blocknote/core';
import type { Node } from 'prosemirror-model';
import { type EditorState, NodeSelection, Plugin, TextSelection, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { ySyncPluginKey } from 'y-prosemirror';

/** Key names for which an input method, or a phone's keyboard, does not report the actual key. */
const COMPOSING = new Set(['Dead', 'Process', 'Unidentified']);

/**
 * Makes a paragraph for typed text when the selection is a block without text, such as a divider or an image:
 * below it. The library would ignore the keys, and replace the block by composed, pasted or dictated text. If
 * such a block has just appeared at the cursor, or below it by pasting a file, the cursor moves below it at
 * once.
 */
export const writeBelow = createExtension(() => {
  /** Whether a file is being pasted: the library puts its block in before the event is over. */
  let pastesFile = false;
  return {
    key: 'write-below',
    // That extension would handle the keys first.
    runsBefore: ['nodeSelectionKeyboard'],
    prosemirrorPlugins: [
      new Plugin({
        appendTransaction(transactions, before, state) {
          if (!transactions.some(isWritten)) return null;
          const at =
            becameThing(transactions, before, state) ?? (pastesFile ? newThingBelow(before, state) : null);
          return at === null ? null : below(state.tr.setSelection(NodeSelection.create(state.doc, at)));
        },
        props: {
          handleKeyDown(view, event) {
            if (writes(event)) goBelow(view);
            // The key goes to the new cursor.
            return false;
          },
          handleTextInput(view, _from, _to, text) {
            if (!goBelow(view)) return false;
            view.dispatch(view.state.tr.insertText(text));
            return true;
          },
          handleDrop(view, event) {
            const text = view.dragging ? '' : (event.dataTransfer?.getData('text/plain') ?? '');
            const at = text === '' ? null : view.posAtCoords({ left: event.clientX, top: event.clientY });
            const thing = at && thingAt(view.state, at);
            if (!thing) return false;
            event.preventDefault();
            view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, thing)));
            goBelow(view);
            view.pasteText(text);
            view.focus();
            return true;
          },
          handleDOMEvents: {
            compositionstart(view) {
              goBelow(view);
              return false;
            },
            beforeinput(view, event) {
              // Dictation and emoji pickers press no key.
              const { data, inputType, isComposing } = event;
              if (isComposing || inputType !== 'insertText' || !data || !goBelow(view)) return false;
              event.preventDefault();
              view.dispatch(view.state.tr.insertText(data));
              return true;
            },
            paste(view, event) {
              pastesFile = isFile(event.clipboardData);
              if (!pastesFile) goBelow(view);
              queueMicrotask(() => {
                pastesFile = false;
              });
              return false;
            },
          },
        },
      }),
    ],
  };
});

/** Formats that the library prefers to an accompanying file, since browsers copy an image with its markup. */
const BEFORE_FILES = ['blocknote/html', 'text/markdown', 'text/html', 'text/plain'];

/** Whether pasted data becomes a file block. */
function isFile(data: DataTransfer | null): boolean {
  const types = data?.types ?? [];
  return types.includes('Files') && !BEFORE_FILES.some((type) => types.includes(type));
}

/** Whether a key writes something, rather than doing something. */
function writes(event: KeyboardEvent): boolean {
  if (event.isComposing || COMPOSING.has(event.key)) return true;
  const isLevel = event.getModifierState('AltGraph');
  return event.key.length === 1 && (isLevel || !(event.ctrlKey || event.metaKey));
}

/** Whether a change was made here, and not by others nor by going back. */
function isWritten(tr: Transaction): boolean {
  return tr.docChanged && tr.getMeta(ySyncPluginKey) === undefined;
}

function isBlock(node: Node): boolean {
  return node.isBlock && !node.isInline;
}

/** Start of the cursor's block, if it has become one without text; else null. */
function becameThing(
  transactions: readonly Transaction[],
  { selection: { $from } }: EditorState,
  { doc }: EditorState,
): number | null {
  if (!$from.parent.inlineContent || $from.depth === 0) return null;
  const before = $from.node($from.depth - 1);
  const at = transactions.reduce((pos, { mapping }) => mapping.map(pos, -1), $from.before($from.depth - 1));
  const now = at < doc.content.size ? doc.nodeAt(at) : null;
  const content = now?.type === before.type && now.attrs.id === before.attrs.id ? now.firstChild : null;
  return content && isThing(content) ? at + 1 : null;
}

/** Start of a block without text that was just inserted below the cursor's block; null if there is none. */
function newThingBelow(before: EditorState, { selection: { $from }, doc }: EditorState): number | null {
  for (let { depth } = $from; depth > 0; depth -= 1) {
    if ($from.node(depth).type.name !== 'blockContainer') continue;
    const end = $from.after(depth);
    const [now, was] = [doc, before.doc].map((each) => (end < each.content.size ? each.nodeAt(end) : null));
    const content = now && now.attrs.id !== was?.attrs.id ? now.firstChild : null;
    return content && isThing(content) ? end + 1 : null;
  }
  return null;
}

/** Whether a node is a block that holds no text, and no cells that do. */
function isThing(node: Node): boolean {
  return isBlock(node) && node.isAtom && !node.inlineContent;
}

/** Moves the cursor into an empty paragraph below the selected block. @returns whether one is selected */
function goBelow(view: EditorView): boolean {
  const tr = view.editable ? below(view.state.tr) : null;
  if (tr) view.dispatch(tr.scrollIntoView());
  return tr !== null;
}

/** Puts the cursor into an empty paragraph below the selected block; null if none is selected. */
function below(tr: Transaction): Transaction | null {
  const { selection } = tr;
  if (!(selection instanceof NodeSelection)) return null;
  const { node, $from, to } = selection;
  const { nodes } = node.type.schema;
  // For inline nodes, such as a mention, the text goes behind them.
  if (!isBlock(node)) return tr.setSelection(TextSelection.create(tr.doc, to));
  const isContainer = node.type.name === 'blockContainer';
  const end = isContainer ? to : $from.after();
  const next = tr.doc.nodeAt(end);
  const isSpare =
    next?.childCount === 1 &&
    next.firstChild?.type.name === 'paragraph' &&
    next.firstChild.content.size === 0;
  if (!isSpare) {
    const made = nodes.blockContainer?.createAndFill(null, nodes.paragraph?.create());
    if (!made) return null;
    tr.insert(end, made);
  }
  return tr.setSelection(TextSelection.create(tr.doc, end + 2));
}

/** Start of the block without text at a position; null if there is none. */
function thingAt({ doc }: EditorState, { pos, inside }: { pos: number; inside: number }): number | null {
  const at = inside >= 0 ? inside : pos;
  const node = doc.nodeAt(at);
  if (!node) return null;
  if (node.type.name === 'blockContainer') {
    const content = node.firstChild;
    return content && isThing(content) ? at + 1 : null;
  }
  return isThing(node) ? at : null;
}
