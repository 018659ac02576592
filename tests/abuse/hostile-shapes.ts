import type { BlockInput } from '@tandem/shared/document/blocks';

// Shapes of text and blocks that are hard to read, write or lay out, each of any size.

/** Families of shapes: nested, unclosed, repeated side by side, endless, or conflicting. */
export const families = ['nesting', 'unclosed', 'wide', 'long', 'conflicting'] as const;
export type Family = (typeof families)[number];
export type TextFormat = 'markdown' | 'html';

/** Makes a shape of about that many characters. */
type Maker = (length: number) => string;

const repeated =
  (piece: string, end = ''): Maker =>
  (length) =>
    piece.repeat(Math.max(1, Math.floor((length - end.length) / piece.length))) + end;

/** Opens as often as it closes. */
const paired =
  (open: string, close: string, within = 'x'): Maker =>
  (length) => {
    const count = Math.max(1, Math.floor(length / (open.length + close.length)));
    return open.repeat(count) + within + close.repeat(count);
  };

/** Lines, each deeper than the one before. */
const stairs =
  (step: string, line: string): Maker =>
  (length) => {
    const lines: string[] = [];
    for (let size = 0; size < length; size += (lines.at(-1)?.length ?? 0) + 1)
      lines.push(step.repeat(lines.length) + line);
    return lines.join('\n');
  };

/** A table as near to a square as may be. */
const squareTable: Maker = (length) => {
  const side = Math.max(2, Math.floor(Math.sqrt(length / 2)) - 1);
  const row = `|${'a|'.repeat(side)}\n`;
  return `${row}|${'-|'.repeat(side)}\n${row.repeat(side)}`;
};

const markdown: Record<Family, Record<string, Maker>> = {
  nesting: {
    'quotations in list items': repeated('- > '),
    'numbered lists in each other': repeated('1. '),
    'quotations in each other': repeated('>'),
    'lists by indentation': stairs('  ', '- x'),
    'brackets in each other': paired('[', ']'),
    'pictures in each other': paired('![', '](a)'),
    'emphasis in each other': paired('*_', '_*'),
  },
  unclosed: {
    brackets: repeated('['),
    pictures: repeated('!['),
    'links that begin': repeated('[a]('),
    'emphasis that begins': repeated('*a **b '),
    'code that begins': (length) => {
      const lines: string[] = [];
      for (let size = 0; size < length; size += lines.length + 2) lines.push('`'.repeat(lines.length + 1));
      return lines.join(' a ');
    },
    'elements that begin': repeated('<a '),
    comments: repeated('<!--'),
    'details that begin': repeated('<details>\n<summary>a</summary>\n\n'),
  },
  wide: {
    'a square table': squareTable,
    'a table of one row': (length) => {
      const cells = Math.floor(length / 4);
      return `|${'a|'.repeat(cells)}\n|${'-|'.repeat(cells)}`;
    },
    'a long first row and many short ones': (length) => {
      const cells = Math.floor(Math.sqrt(length));
      return `|${'a|'.repeat(cells)}\n|${'-|'.repeat(cells)}\n${'a\n'.repeat(cells)}`;
    },
    'empty items': repeated('-\n'),
    footnotes: repeated('[^a]: b\n\n'),
    'definitions and uses': repeated('[a]: b\n\n[a] '),
    headings: repeated('# a\n'),
  },
  long: {
    'one word': repeated('a'),
    'one line of words': repeated('word '),
    'line breaks': repeated('a  \n'),
    'blank lines': repeated('\n'),
    tabs: repeated('\t'),
    entities: repeated('&amp;'),
    addresses: repeated('www.a.b '),
    'mail addresses': repeated('a@b.c_'),
    escapes: repeated('\\'),
    'marks on letters': repeated('a\u0301\u0316'),
  },
  conflicting: {
    'stars and underscores': repeated('*_**__'),
    'brackets and stars': repeated('[*a](*b)'),
    'code across links': repeated('[`a](`b)'),
    'tables in lists': repeated('- |a|\n  |-|\n'),
    'setext underlines': repeated('a\n=\n-\n'),
    strikes: repeated('~a ~~b '),
    'html in words': repeated('a<b>c<i>d</b>e'),
  },
};

const html: Record<Family, Record<string, Maker>> = {
  nesting: {
    'links in each other': repeated('<a>'),
    'lines that do not break': repeated('<nobr>'),
    divisions: repeated('<div>'),
    'bold letters': repeated('<b>'),
    lists: repeated('<ul><li>'),
    quotations: repeated('<blockquote>'),
    tables: repeated('<table><tr><td>'),
    'closed divisions': paired('<div>', '</div>'),
  },
  unclosed: {
    'bold paragraphs': repeated('<b><p>'),
    'formats that open again': repeated('<i><b><u><s><p>'),
    buttons: repeated('<button>'),
    attributes: repeated('<a b="'),
    comments: repeated('<!--'),
    cells: repeated('<table><td>'),
    options: repeated('<select><option>'),
  },
  wide: {
    'empty links': repeated('<a></a>'),
    'empty formats': repeated('<b> </b>'),
    comments: repeated('<!---->'),
    breaks: repeated('<br>'),
    'possible breaks': repeated('<wbr>'),
    scripts: repeated('<script>a</script>'),
    'a square table': (length) => {
      const side = Math.max(2, Math.floor(Math.sqrt(length / 5)) - 1);
      return `<table>${`<tr>${'<td>a'.repeat(side)}`.repeat(side)}</table>`;
    },
    items: repeated('<li>a'),
  },
  long: {
    'one word': repeated('a'),
    spaces: repeated(' '),
    entities: repeated('&amp;'),
    'one attribute': (length) => `<a href="${'a'.repeat(Math.max(1, length - 13))}">b</a>`,
    'many attributes': (length) => {
      const attributes = Array.from({ length: Math.floor(length / 9) }, (_, n) => `a${n}=b`);
      return `<p ${attributes.join(' ')}>c`;
    },
  },
  conflicting: {
    'formats that cross': repeated('<b><i></b></i>'),
    'links in paragraphs that end': repeated('<p><a></p>'),
    'cells without a table': repeated('<td><tr><table>'),
    'text in tables': repeated('<table>a'),
    'spans that overlap': (length) =>
      `<table>${'<tr><td rowspan=9 colspan=2>a<td>b'.repeat(Math.max(1, Math.floor(length / 35)))}</table>`,
    'formats in headings': repeated('<h1><b><h2><i>'),
  },
};

export const textShapes: Record<TextFormat, Record<Family, Record<string, Maker>>> = { markdown, html };

const said = (text: string) => [{ type: 'text' as const, text, styles: {} }];
const paragraph = (text: string): BlockInput => ({ type: 'paragraph', content: said(text) });

/** Blocks of about `count` pieces. */
export const blockShapes: Record<Family, Record<string, (count: number) => BlockInput[]>> = {
  nesting: {
    'lists as deep as they may be': (count) =>
      Array.from({ length: Math.ceil(count / 30) }, () => {
        let block = paragraph('x');
        for (let depth = 0; depth < 29; depth += 1)
          block = { type: 'bulletListItem', content: said('x'), children: [block] };
        return block;
      }),
  },
  unclosed: {
    'blocks without anything': (count) => Array.from({ length: count }, () => ({ type: 'paragraph' })),
  },
  wide: {
    'one table': (count) => {
      const side = Math.max(1, Math.min(200, Math.floor(Math.sqrt(count))));
      const cells = Array.from({ length: side }, () => ({
        type: 'tableCell' as const,
        content: said('a'),
        props: {},
      }));
      const rows = Array.from({ length: Math.max(1, Math.floor(count / side)) }, () => ({ cells }));
      return [{ type: 'table', content: { type: 'tableContent', columnWidths: [], rows } }];
    },
    'many lines': (count) => Array.from({ length: count }, (_, n) => paragraph(`line ${n}`)),
  },
  long: {
    'one word': (count) => [paragraph('a'.repeat(count * 10))],
    'many pieces of text': (count) => [
      {
        type: 'paragraph',
        content: Array.from({ length: count }, (_, n) => ({
          type: 'text' as const,
          text: 'a',
          styles: n % 2 === 0 ? { bold: true as const } : {},
        })),
      },
    ],
  },
  conflicting: {
    'lines that are all the same': (count) => Array.from({ length: count }, () => paragraph('the same')),
    'the same id for all': (count) =>
      Array.from({ length: count }, (_, n) => ({ ...paragraph(`line ${n}`), id: 'same' })),
  },
};
