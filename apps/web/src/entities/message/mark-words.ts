import { marksIn } from '@tandem/shared/search/marks';
import './mark-words.css';

/** The name of the marks on words of a message that somebody was led to. */
const ASKED = 'message-asked';

/**
 * Marks words in a message without touching it, until the reader moves on: all of them where they stand together, else
 * each of them.
 */
export function markWordsIn(message: Element, words: string): void {
  if (!('highlights' in CSS)) return;
  const text = textOf(message);
  const together = phraseIn(text.whole, words);
  const places = together ? [together] : marksIn(text.whole, words);
  const ranges = places.flatMap(([start, end]) => text.rangeOf(start, end) ?? []);
  CSS.highlights.set(ASKED, new Highlight(...ranges));
  const end = () => {
    CSS.highlights.delete(ASKED);
    for (const type of moves) window.removeEventListener(type, end, { capture: true });
  };
  for (const type of moves) window.addEventListener(type, end, { capture: true });
}

const moves = ['pointerdown', 'keydown'] as const;

/** The stretch where several words stand together, whatever white space is between them. */
function phraseIn(text: string, words: string): [number, number] | null {
  const pieces = words.trim().split(/\s+/u);
  if (pieces.length < 2) return null;
  const pattern = pieces.map((piece) => piece.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('\\s+');
  const found = new RegExp(pattern, 'iu').exec(text);
  return found && [found.index, found.index + found[0].length];
}

/** The words of a message as one text, which is long only where the message is. */
function textOf(message: Element) {
  const walker = document.createTreeWalker(message, NodeFilter.SHOW_TEXT);
  const nodes: { node: Text; begin: number }[] = [];
  let whole = '';
  let block: Element | null = null;
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    // The end of a paragraph ends a word.
    const around = node.parentElement?.closest('p, li, td, th, h1, h2, h3, h4, h5, h6, pre, div') ?? null;
    if (around !== block) whole += '\n';
    block = around;
    nodes.push({ node, begin: whole.length });
    whole += node.data;
  }
  const rangeOf = (start: number, end: number): Range | null => {
    const first = nodes.findLast(({ begin }) => begin <= start);
    const last = nodes.findLast(({ begin }) => begin < end);
    if (!first || !last) return null;
    const range = new Range();
    range.setStart(first.node, Math.min(first.node.length, start - first.begin));
    range.setEnd(last.node, Math.min(last.node.length, end - last.begin));
    return range;
  };
  return { whole, rangeOf };
}
