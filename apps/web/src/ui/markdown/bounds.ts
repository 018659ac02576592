import { type MarkedExtension, type Token, Tokenizer, type Tokens } from 'marked';

/** Characters that emphasis may span: each opener looks for its closer, and text can be full of openers. */
const MAX_EMPHASIS = 2_000;
/** Cells of a table. Short rows are filled up, so that few words can make millions. */
const MAX_CELLS = 20_000;
/** Constructs within each other; a browser lays out thousands of them slowly or not at all. */
const MAX_DEPTH = 100;

/** Characters that openers of one text look through in vain, after which it has no more emphasis. */
const MAX_SEARCHED = 1_000_000;
/** Milliseconds for one text, after which it is shown as it is written; short ones never take as long. */
const MAX_MS = 800;
const SHORT = 5_000;

/** The budget left for the text that is being parsed. Parsing waits for nothing, so that there is one at a time. */
const left = { searched: 0, until: 0 };

/** Parses one text within bounds. @throws Error when it takes too long */
export function withinBounds<T>(text: string, parse: () => T): T {
  left.searched = MAX_SEARCHED;
  left.until = text.length > SHORT ? performance.now() + MAX_MS : Number.POSITIVE_INFINITY;
  return parse();
}

function assertInTime(): void {
  if (performance.now() > left.until) throw new Error('this text takes too long to parse');
}

/** Keeps parsing within time that grows with the text; what is beyond it stays as it is written. */
export const bounds: MarkedExtension = {
  tokenizer: {
    emStrong(source, masked, before) {
      if (left.searched <= 0) return undefined;
      const near = masked.slice(-source.length).slice(0, MAX_EMPHASIS);
      const found = original('emStrong').call(this, source.slice(0, MAX_EMPHASIS), near, before);
      if (!found && /^[*_]/.test(source)) left.searched -= near.length;
      return found;
    },
    table(source) {
      const [raw = '', header = '', , rows = ''] = this.rules.block.table.exec(source) ?? [];
      const columns = header.split('|').length;
      if (columns * rows.split('\n').length <= MAX_CELLS) return original('table').call(this, source);
      // Taken whole: otherwise each of its lines would be tried as the head of a table.
      return { type: 'code', raw, text: raw } as Tokens.Generic as Tokens.Table;
    },
    // The first that are tried at each place, of blocks and within them.
    space(source) {
      assertInTime();
      return original('space').call(this, source);
    },
    escape(source) {
      assertInTime();
      return original('escape').call(this, source);
    },
  },
};

/** The library's own way to read a construct. */
function original<Name extends 'emStrong' | 'table' | 'space' | 'escape'>(name: Name): Tokenizer[Name] {
  return Tokenizer.prototype[name];
}

/** Replaces constructs that are nested too deeply by their text. */
export function flattenDeep(tokens: readonly Token[], depth = 0): Token[] {
  return tokens.map((token) => {
    if (depth > MAX_DEPTH) return { type: 'escape', raw: token.raw, text: token.raw } satisfies Tokens.Escape;
    if (token.type === 'list') {
      const list = token as Tokens.List;
      return {
        ...list,
        items: list.items.map((item) => ({ ...item, tokens: flattenDeep(item.tokens, depth + 1) })),
      };
    }
    return 'tokens' in token && token.tokens
      ? { ...token, tokens: flattenDeep(token.tokens, depth + 1) }
      : token;
  });
}
