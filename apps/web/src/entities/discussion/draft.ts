import type { BlockNoteEditor } from '@blocknote/core';
import {
  type Anchor,
  MAX_ANCHOR_BLOCKS,
  MAX_QUOTE_LENGTH,
  type Stretch,
} from '@tandem/shared/discussion/schema';

/** The part of the editor used here, whatever its blocks are. */
// biome-ignore lint/suspicious/noExplicitAny: as the library types editors of any schema
export type AnyEditor = BlockNoteEditor<any, any, any>;
type Doc = AnyEditor['prosemirrorState']['doc'];

/** The words on which a new discussion is being written, and their position on the screen. */
export interface DraftAt {
  anchor: Anchor;
  range: Range;
}

/** Text of inline elements; the server reads them the same way. */
function leafText({ type, attrs }: { type: { name: string }; attrs: Record<string, unknown> }): string {
  if (type.name === 'mention') return `@${attrs.label ?? ''}`;
  return type.name === 'hardBreak' ? '\n' : '';
}

/** A selection as an anchor: the selected words of each block, in order. Null if there are none. */
export function anchorAt(doc: Doc, from: number, to: number): Anchor | null {
  const stretches: Stretch[] = [];
  doc.nodesBetween(from, to, (node, at) => {
    if (node.type.name !== 'blockContainer') return true;
    const stretch = stretchIn(node, from - at, to - at);
    if (stretch) stretches.push(stretch);
    return true;
  });
  const [first, ...further] = stretches.slice(0, MAX_ANCHOR_BLOCKS);
  if (!first) return null;
  return { ...first, ...(further.length > 0 && { further }) };
}

/** The selected words of a block itself, without nested blocks. */
function stretchIn(block: Doc, from: number, to: number): Stretch | null {
  const content = block.firstChild;
  if (!content) return null;
  // Behind the container's opening, and the content's.
  const first = Math.max(from - 2, 0);
  const last = Math.min(to - 2, content.content.size);
  if (last <= first) return null;
  const read = (a: number, b: number) => content.textBetween(a, b, '', leafText);
  const said = read(first, last);
  const quote = said.trim().slice(0, MAX_QUOTE_LENGTH);
  if (quote === '') return null;
  const start = read(0, first).length + said.length - said.trimStart().length;
  return { blockId: String(block.attrs.id), quote, start };
}

/** The words selected in an editor, whether or not it can be written in; null when there are none. */
export function selectedWords(editor: AnyEditor): DraftAt | null {
  const selection = getSelection();
  const view = editor.prosemirrorView;
  if (!view || !selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0).cloneRange();
  if (!view.dom.contains(range.commonAncestorContainer)) return null;
  try {
    const from = view.posAtDOM(range.startContainer, range.startOffset);
    const to = view.posAtDOM(range.endContainer, range.endOffset);
    const anchor = anchorAt(view.state.doc, from, to);
    return anchor && { anchor, range };
  } catch {
    // A part of the page that the document knows nothing of.
    return null;
  }
}
