import { createExtension } from '@blocknote/core';
import type { Node } from 'prosemirror-model';
import { type EditorState, NodeSelection, Plugin, TextSelection, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { ySyncPluginKey } from 'y-prosemirror';

/** Keys by which an input method, or the keyboard of a phone, says no more than that something is being written. */
const COMPOSING = new Set(['Dead', 'Process', 'Unidentified']);

/**
 * Gives text a place when the selection is a block that is no text, such as a divider or a picture: a new paragraph
 * below it. The library would ignore the keys, and replace the block by what is composed, pasted or dictated. Where
 * such a block has just come to stand at the cursor, or below it by pasting a file, the cursor goes below it at once.
 */
export const writeBelow = createExtension(() => {
  /** Whether a file is being pasted: the library puts its block in before the event is over. */
  let pastesFile = false;
  return {
    key: 'write-below',
    // That one takes the keys.
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
            // What was pressed goes to where the cursor is now.
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

/** What the library pastes rather than a file that comes along, as browsers copy a picture with its markup. */
const BEFORE_FILES = ['blocknote/html', 'text/markdown', 'text/html', 'text/plain'];

/** Whether what is pasted becomes a block for a file. */
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

/** Where the block in which the cursor was begins, if it has become one that is no text; else null. */
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

/** Where a block that is no text begins that was just put below the block of the cursor; null when there is none. */
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

/** Puts the cursor into an empty paragraph below the selected block; null when none is selected. */
function below(tr: Transaction): Transaction | null {
  const { selection } = tr;
  if (!(selection instanceof NodeSelection)) return null;
  const { node, $from, to } = selection;
  const { nodes } = node.type.schema;
  // A mention, say: what is written goes behind it.
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

/** Where the block begins that is no text and stands at a place, null when there is none. */
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
