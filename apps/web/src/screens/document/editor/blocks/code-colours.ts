import type { HighlightResult } from '@streamdown/code';
import { coloursOf, highlighterChunk, themes } from '../../../../ui/markdown/highlighter.ts';
import { textNodesOf, textOf } from '../../own-text.ts';

type Language = Parameters<Awaited<ReturnType<typeof highlighterChunk.read>>['supportsLanguage']>[0];
type Token = HighlightResult['tokens'][number][number];

/** Code is coloured this long after its last change, in milliseconds. */
const COLOUR_AFTER_MS = 80;
/** Longer code stays without colours, in characters. */
const MAX_CODE = 20_000;

let sheet: CSSStyleSheet | null = null;

/** The set of all letters of a colour, which the browser paints without any element around them. */
function highlightOf(token: Token): Highlight | null {
  const colours = coloursOf(token);
  if (!colours) return null;
  const { light, dark } = colours;
  const name = `code-${light}-${dark}`.replaceAll(/[^\w-]/gu, '');
  const known = CSS.highlights.get(name);
  if (known) return known;
  if (!sheet) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
  }
  sheet.insertRule(`::highlight(${name}) { color: ${light}; }`);
  sheet.insertRule(`@media screen { html.dark ::highlight(${name}) { color: ${dark}; } }`, 1);
  const made = new Highlight();
  CSS.highlights.set(name, made);
  return made;
}

/**
 * Highlights an element's code without changing its content.
 * @returns a function that ends it
 */
export function colourCode(element: HTMLElement, language: string): () => void {
  if (!('highlights' in CSS) || language === 'text' || language === '') return () => {};
  let painted: { highlight: Highlight; range: Range }[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasEnded = false;

  const clear = () => {
    for (const { highlight, range } of painted) highlight.delete(range);
    painted = [];
  };
  const paint = (code: string, { tokens }: HighlightResult) => {
    if (hasEnded || textOf(element) !== code) return;
    clear();
    const nodes = textNodesOf(element);
    let node = nodes.shift();
    let begin = 0;
    for (const token of tokens.flat()) {
      const highlight = highlightOf(token);
      const end = token.offset + token.content.length;
      while (node && begin + node.data.length <= token.offset) {
        begin += node.data.length;
        node = nodes.shift();
      }
      // A token that spans two text nodes, around another writer's cursor, is highlighted up to there.
      if (!node || !highlight || token.content.trim() === '') continue;
      const range = new Range();
      range.setStart(node, token.offset - begin);
      range.setEnd(node, Math.min(end - begin, node.data.length));
      highlight.add(range);
      painted.push({ highlight, range });
    }
  };
  const colour = async () => {
    const code = textOf(element);
    if (code.length === 0 || code.length > MAX_CODE) return clear();
    const plugin = await highlighterChunk.read();
    if (hasEnded || !plugin.supportsLanguage(language as Language)) return;
    const options = { code, language: language as Language, themes, isIncomplete: true };
    const result = plugin.highlight(options, (late) => paint(code, late));
    if (result) paint(code, result);
  };
  const later = () => {
    clearTimeout(timer);
    // Code without colours is code all the same.
    timer = setTimeout(() => void colour().catch((error: unknown) => console.error(error)), COLOUR_AFTER_MS);
  };
  const watcher = new MutationObserver(later);
  watcher.observe(element, { characterData: true, childList: true, subtree: true });
  later();
  return () => {
    hasEnded = true;
    clearTimeout(timer);
    watcher.disconnect();
    clear();
  };
}
