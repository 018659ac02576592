import type { BlockNoteEditor } from '@blocknote/core';
import type { TFunction } from 'i18next';
import { Fragment, type Node } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';
import { isInTable } from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import { toast } from '../../../../lib/toasts.ts';

/** Lines of plain text that become blocks at once. More would keep the page busy for long; files are imported. */
const MAX_LINES = 5_000;
/** Longest text that is pasted, in characters; a document holds four times as much. */
const MAX_TEXT = 500_000;
/** Lines that are read for signs within them: the library takes milliseconds for each. */
const MAX_SIGNED_LINES = 300;

const LINE_OF_MARKDOWN = [
  /^ {0,3}#{1,6} +\S/,
  /^ {0,3}(?:```|~~~)/,
  /^ {0,3}> ?\S/,
  /^ {0,3}(?:-{3,}|\*{3,}|_{3,}) *$/,
  /^ {0,5}[-*+] \[[ xX]\] /,
  /^ *\|? *:?-+:? *\|(?: *:?-+:? *\|)*(?: *:?-+:?)? *$/,
];
const ITEM = /^ {0,5}(?:[-*+]|\d{1,9}[.)]) +\S/;
/** Signs at the edges of words only, so that names with underscores are none. */
const WITHIN_LINE = [
  /(?:^|[\s(])(\*\*|\*|__|_|~~|`)(?![\s*_~`])[^\n]{0,200}?\1(?=$|[\s).,;:!?])/m,
  /\[[^\][\n]{0,300}\]\((?:https?:\/\/|mailto:|\/)[^\s)]{1,2000}\)/,
];

/** The Markdown found in plain text: blocks, inline marks only, or none. */
export function formOf(text: string): 'blocks' | 'inline' | 'plain' {
  let items = 0;
  for (const line of text.split('\n')) {
    // Longer lines are words, whatever they begin with.
    if (line.length > 2_000) continue;
    if (ITEM.test(line)) items += 1;
    if (items > 1 || LINE_OF_MARKDOWN.some((sign) => sign.test(line))) return 'blocks';
  }
  return WITHIN_LINE.some((sign) => sign.test(text)) ? 'inline' : 'plain';
}

interface Paste {
  event: ClipboardEvent;
  // biome-ignore lint/suspicious/noExplicitAny: as the library types it
  editor: BlockNoteEditor<any, any, any>;
  defaultPasteHandler(options?: { prioritizeMarkdownOverHTML?: boolean }): boolean | undefined;
}

/** Clipboard formats richer than plain text. */
const RICHER = ['vscode-editor-data', 'blocknote/html', 'text/markdown', 'text/html'];

/**
 * Pastes plain text line by line, as it was written: each line is a paragraph, spaces and tabs stay. Text in Markdown
 * is read as such. Everything else is the library's.
 */
export const pasteInto =
  (t: TFunction<'document'>) =>
  ({ event, editor, defaultPasteHandler }: Paste): boolean | undefined => {
    const types = event.clipboardData?.types ?? [];
    const text = (event.clipboardData?.getData('text/plain') ?? '').replaceAll(/\r\n?/g, '\n');
    const form = formOf(text.slice(0, MAX_TEXT));
    // The library's own look for Markdown can take for ever.
    const byLibrary = () => defaultPasteHandler({ prioritizeMarkdownOverHTML: form !== 'plain' });
    if (RICHER.some((type) => types.includes(type)) || !types.includes('text/plain')) return byLibrary();
    const { selection } = editor.prosemirrorState;
    if (selection.$from.parent.type.spec.code || isInTable(editor.prosemirrorState)) return byLibrary();
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    if (lines.length > MAX_LINES || text.length > MAX_TEXT) {
      toast.error(t('paste.tooLong'), { description: t('paste.tooLongTip') });
      return true;
    }
    if (form === 'blocks') editor.pasteMarkdown(text);
    // With room between its lines each of them is a paragraph there too.
    else if (form === 'inline' && lines.length <= MAX_SIGNED_LINES && !/^ {4}|\t/m.test(text))
      editor.pasteMarkdown(lines.join('\n\n'));
    else if (lines.length < 2 || !pasteLines(editor.prosemirrorView, lines)) editor.pasteText(text);
    return true;
  };

/**
 * Replaces the selection with lines, in one step: the first continues at the cursor, each further one is a
 * paragraph, and the text behind the cursor ends the last. Through HTML, thousands of lines take many
 * seconds.
 * @returns whether they could be inserted
 */
function pasteLines(view: EditorView, lines: readonly string[]): boolean {
  const { state } = view;
  const tr = state.tr.deleteSelection();
  const { $from } = tr.selection;
  const container = $from.node(-1);
  const { blockContainer, paragraph } = state.schema.nodes;
  const [first = '', ...others] = lines;
  const last = others.at(-1);
  if (!blockContainer || !paragraph || last === undefined) return false;
  if (!$from.parent.inlineContent || container?.type !== blockContainer) return false;

  const behind = $from.parent.content.cut($from.parentOffset);
  const lineOf = (text: string, rest: Fragment = Fragment.empty): Node =>
    blockContainer.create(
      { id: crypto.randomUUID() },
      paragraph.create(null, Fragment.from(state.schema.text(text)).append(rest)),
    );
  const nodes = [...others.slice(0, -1).map((text) => lineOf(text)), lineOf(last, behind)];
  tr.delete($from.pos, $from.end()).insertText(first, $from.pos);
  const end = tr.mapping.map($from.after(-1));
  tr.insert(end, nodes);
  const cursor = end + nodes.reduce((size, { nodeSize }) => size + nodeSize, 0) - 2 - behind.size;
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, cursor)).scrollIntoView());
  return true;
}
