import { marksIn } from '@tandem/shared/search/marks';
import { seekPlace } from '@tandem/shared/search/place';
import type { DocumentEditor } from '../editor/schema.ts';
import { linesOf, placesOf } from '../find/find.ts';

/** The name of the marks on words that somebody was led to. */
const ASKED = 'document-asked';

/** The block with most of the searched words, chosen as the search does; null without any. */
export function blockWithWords(editor: DocumentEditor, words: string): string | null {
  const blocks: { id: string; begin: number }[] = [];
  let text = '';
  editor.prosemirrorState.doc.descendants((node) => {
    if (node.type.name !== 'blockContainer') return true;
    blocks.push({ id: String(node.attrs.id), begin: text.length });
    const content = node.firstChild;
    if (content) {
      const { name = '', caption = '' } = content.attrs as { name?: string; caption?: string };
      const inside = content.textBetween(0, content.content.size, '\t', ({ attrs }) =>
        String(attrs.label ?? ''),
      );
      text += `${inside || `${name} ${caption}`}\n`;
    }
    return true;
  });
  const seeking = seekPlace(text, words);
  let step = seeking.next();
  while (!step.done) step = seeking.next();
  const at = step.value;
  return at === null ? null : (blocks.findLast(({ begin }) => begin <= at)?.id ?? null);
}

/**
 * Marks the words in a block without touching the document, and brings the first of them into view.
 * @returns takes the marks away
 */
export function markWords(blockId: string, words: string): () => void {
  const block = document.querySelector(
    `[data-document-page] .bn-block[data-id="${CSS.escape(blockId)}"] > .bn-block-content`,
  );
  if (!block || !('highlights' in CSS)) return () => {};
  // All of them where they stand together, else each of them.
  const ranges = /\s/u.test(words) ? placesOf(block, words).slice(0, 1) : [];
  for (const { text, rangeOf } of ranges.length > 0 ? [] : linesOf(block))
    for (const [start, end] of marksIn(text, words)) {
      const range = rangeOf(start, end);
      if (range) ranges.push(range);
    }
  // For a block taller than the screen, its middle was scrolled into view.
  const box = ranges[0]?.getBoundingClientRect();
  if (box && (box.top < 0 || box.bottom > innerHeight))
    ranges[0]?.startContainer.parentElement?.scrollIntoView({ block: 'center' });
  CSS.highlights.set(ASKED, new Highlight(...ranges));
  return () => void CSS.highlights.delete(ASKED);
}
