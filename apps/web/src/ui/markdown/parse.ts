import { Marked, type MarkedExtension, type MarkedToken, type Token, type Tokens } from 'marked';
import footnotes, { type FootnoteRef, type Footnotes } from 'marked-footnote';
import { bounds, flattenDeep, withinBounds } from './bounds.ts';
import { mathDelimiters } from './math.ts';
import { closed } from './streaming-text.ts';

/** A formula in TeX: inline, or displayed. */
export interface FormulaToken {
  type: 'formula' | 'display';
  raw: string;
  text: string;
}

/** Every token of our Markdown. */
export type Piece = MarkedToken | FormulaToken | FootnoteRef | Footnotes;

interface Parsed {
  blocks: Token[];
  /** Changes when a block may have to render again although its own text is the same. */
  surroundings: string;
}

const formulas: MarkedExtension = {
  extensions: [
    {
      name: 'formula',
      level: 'inline',
      start: (text) => indexOrNone(text.indexOf('$$')),
      tokenizer(text): FormulaToken | undefined {
        const found = /^\$\$(?!\$)((?:[^$]|\$(?!\$))+)\$\$/.exec(text);
        return found ? { type: 'formula', raw: found[0], text: found[1]?.trim() ?? '' } : undefined;
      },
    },
    {
      name: 'display',
      level: 'block',
      start: (text) => indexOrNone(text.search(/(?<=\n) {0,3}\$\$[ \t]*\n/)),
      tokenizer(text): FormulaToken | undefined {
        const found = /^ {0,3}\$\$[ \t]*\n([\s\S]*?)(?:\n {0,3}\$\$[ \t]*(?:\n|$)|$)/.exec(text);
        return found ? { type: 'display', raw: found[0], text: found[1] ?? '' } : undefined;
      },
    },
  ],
};

function indexOrNone(index: number): number | undefined {
  return index < 0 ? undefined : index;
}

const plain = new Marked(bounds);
const withFormulas = new Marked(bounds, formulas);

/** Footnotes and formulas of one text, with which reading and showing it takes a moment. */
const MAX_NOTES = 500;
const MAX_FORMULAS = 2_000;

/** Each extension costs time for every paragraph, so texts without formulas or notes are read without. */
function readerOf(text: string): Marked {
  const notes = countOf('[^', text);
  // The extension remembers the footnotes of its last text, hence one instance for each text.
  if (notes > 0 && notes <= MAX_NOTES) return new Marked(bounds, formulas, footnotes() as MarkedExtension);
  const dollars = countOf('$$', text);
  return dollars > 0 && dollars <= 2 * MAX_FORMULAS ? withFormulas : plain;
}

function countOf(sign: string, text: string): number {
  return text.split(sign).length - 1;
}

/**
 * Parses Markdown into blocks. HTML in it remains text.
 * @param streaming whether more text will come: open constructs are parsed as if they were closed
 */
export function parseMarkdown(text: string, streaming: boolean): Parsed {
  if (text.length > MAX_LENGTH || heavy.some((before) => text.startsWith(before))) return asWritten(text);
  try {
    return withinBounds(text, () => parsed(text, streaming));
  } catch (error) {
    // A text that nests thousands deep, or takes seconds, is still one to read.
    console.error(error);
    heavy.unshift(text);
    heavy.splice(MAX_HEAVY);
    return asWritten(text);
  }
}

/** Texts that were too much, so that they are not tried again with every word that is added or for every reader. */
const heavy: string[] = [];
const MAX_HEAVY = 20;
/** Characters of a text that is parsed at all: some loops of the library grow with its square. */
const MAX_LENGTH = 400_000;

function parsed(text: string, streaming: boolean): Parsed {
  const written = mathDelimiters(text);
  const source = streaming ? closed(written) : written;
  const tokens = readerOf(source).lexer(source);
  const isNotes = ({ type }: Token) => type === 'footnotes';
  const surroundings = source.includes('[^') ? source : JSON.stringify(tokens.links);
  const blocks = tokens.filter((token) => !isNotes(token) && token.type !== 'space');
  return { blocks: flattenDeep([...blocks, ...tokens.filter(isNotes)]), surroundings };
}

function asWritten(text: string): Parsed {
  const all: Tokens.Paragraph = { type: 'paragraph', raw: text, text, tokens: [] };
  return { blocks: [{ ...all, tokens: [{ type: 'escape', raw: text, text }] }], surroundings: '' };
}

/** Whether the fence of a block of code has not ended yet. */
export function isOpenFence({ raw }: Tokens.Code): boolean {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(raw)?.[1];
  if (!fence) return false;
  return !new RegExp(`\\n {0,3}${fence[0]}{${fence.length},}[ \\t]*\\n*$`).test(raw);
}
