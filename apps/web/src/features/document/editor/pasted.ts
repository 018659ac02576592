import type { BlockNoteEditor } from '@blocknote/core';
import type { TFunction } from 'i18next';
import { isInTable } from 'prosemirror-tables';
import { toast } from 'sonner';

/** Lines of plain text that become blocks at once. More would keep the page busy for long; files are imported. */
const MAX_LINES = 5_000;
/** Longest text that is pasted, in characters; a document holds four times as much. */
const MAX_TEXT = 500_000;

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

/** What Markdown a plain text is written in: blocks of it, signs within lines alone, or none. */
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

/** What says more than plain text of what is pasted. */
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
    const lines = text.split('\n');
    if (lines.length > MAX_LINES || text.length > MAX_TEXT) {
      toast.error(t('paste.tooLong'), { description: t('paste.tooLongTip') });
      return true;
    }
    if (form === 'blocks') editor.pasteMarkdown(text);
    // With room between its lines each of them is a paragraph there too.
    else if (form === 'inline' && !/^(?: {4}|\t)|\t/m.test(text))
      editor.pasteMarkdown(lines.filter((line) => line.trim() !== '').join('\n\n'));
    else editor.pasteText(text);
    return true;
  };
