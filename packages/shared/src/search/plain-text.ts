import type { Mark } from './marks.ts';

/** Lines that only draw: fences of code, rules, and the line below the head of a table. */
const DRAWN = /^(?:[^\S\n]{0,20}(?:```|~~~)[^\n]*|(?=[^\n]*--)[|:\-\t ]+|={3,}|\*{3,})$\n?/gm;
/** What begins a line: signs of headings, quotations, lists and tasks. */
const BEGINNING = /^[^\S\n]{0,40}(?:(?:#{1,6}|>{1,20}|[-*+])[^\S\n]{1,20}(?:\[[ xX]\][^\S\n]{1,20})?)+/gm;
/** A link or picture: its words, and what follows them. */
const LINK =
  /(!?\[)([^[\]\n]{0,2000})(\]\((?:[^()\s]|\([^()\s]{0,200}\)){0,2000}(?:\s{1,20}"[^"\n]{0,500}")?\))/g;
const CITATION = '](#citation=';
/** One of which the text holds only the end, or only the beginning. */
const LINK_END = /^[^[\]\n]*(\]\([^)\s]*\))/;
const LINK_BEGINNING = /(!?\[)[^[\]\n]{0,2000}(\]\([^()\s]{0,2000})$/;
const SIGNS = /\*{2,}|~{2,}|`+|(?<![\p{L}\p{N}_])_{2,}|_{2,}(?![\p{L}\p{N}_])/gu;
const SLANTED = /(?<![\p{L}\p{N}*_])([*_])(?=\S)[^*_\n]*(?<=\S)\1(?![\p{L}\p{N}*_])/gu;
const TAG =
  /<\/?(?:a|b|br|code|del|details|div|em|i|img|kbd|mark|p|s|span|strong|sub|summary|sup|u)(?:\s[^<>\n]{0,200})?\/?>/gi;
const ESCAPE = /\\(?=[\\`*_{}[\]()#+\-.!|<>~])/g;
/** The outer lines of a table's row, and those between its cells. */
const EDGE = /^[^\S\n]{0,20}\|[^\S\n]{0,20}|[^\S\n]{0,20}\|[^\S\n]{0,20}$/gm;
const BETWEEN = /[^\S\n]{0,20}\|[^\S\n]{0,20}/g;
/** Two cells of a row stand apart. */
const CELL = '  ';

/**
 * Returns a text without the signs of Markdown, line by line, and marks on the same words as before. A text that is
 * cut out of a longer one may begin or end within a link.
 * @param marks of the text, in order; a mark on signs alone is gone
 */
export function plainText(text: string, marks: readonly Mark[] = []): { text: string; marks: Mark[] } {
  // A code unit each; what stands for none of the text is ''.
  const units = text.split('');
  const drop = (from: number, length: number) => units.fill('', from, from + length);
  const each = (pattern: RegExp, act: (at: number, groups: readonly (string | undefined)[]) => void) => {
    for (const found of text.matchAll(pattern)) act(found.index, found);
  };
  const escaped = new Set<number>();
  each(ESCAPE, (at) => {
    // Of two, the first one makes the second a sign of the text.
    if (escaped.has(at)) return;
    escaped.add(at + 1);
    drop(at, 1);
  });
  each(DRAWN, (at, [line = '']) => drop(at, line.length));
  each(BEGINNING, (at, [signs = '']) => drop(at, signs.length));
  each(TAG, (at, [tag = '']) => drop(at, tag.length));
  each(LINK, (at, [whole = '', open = '', words = '', close = '']) => {
    if (escaped.has(at)) return;
    if (close.startsWith(CITATION)) drop(at, whole.length);
    else {
      drop(at, open.length);
      drop(at + open.length + words.length, close.length);
    }
  });
  const [ended = '', end = ''] = LINK_END.exec(text) ?? [];
  drop(ended.length - end.length, end.length);
  const begun = LINK_BEGINNING.exec(text);
  if (begun) {
    const [whole, open = '', rest = ''] = begun;
    drop(begun.index, open.length);
    drop(begun.index + whole.length - rest.length, rest.length);
  }
  each(SIGNS, (at, [signs = '']) => {
    if (!escaped.has(at)) drop(at, signs.length);
  });
  each(SLANTED, (at, [words = '']) => {
    if (escaped.has(at)) return;
    drop(at, 1);
    drop(at + words.length - 1, 1);
  });
  each(EDGE, (at, [edge = '']) => {
    if (!escaped.has(at)) drop(at, edge.length);
  });
  each(BETWEEN, (at, [between = '']) => {
    const bar = at + between.indexOf('|');
    if (escaped.has(bar) || units[bar] === '') return;
    drop(at, between.length);
    units[bar] = CELL;
  });
  const starts = new Uint32Array(units.length + 1);
  for (const [index, unit] of units.entries()) starts[index + 1] = (starts[index] ?? 0) + unit.length;
  return {
    text: units.join(''),
    marks: marks
      .map(([from, to]): Mark => [starts[from] ?? 0, starts[to] ?? 0])
      .filter(([from, to]) => from < to),
  };
}
