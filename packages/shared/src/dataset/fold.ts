/** A text in which spellings of the same words are equal, with the place of each character in the original. */
export interface FoldedText {
  text: string;
  /** Where the character of each UTF-16 unit of `text` begins and ends in the original. */
  starts: number[];
  ends: number[];
}

/** Soft hyphens, characters of no width, and marks of Markdown, which readers do not see. */
const INVISIBLE = /^(?:[\u00ad\u200b-\u200f\u2060\ufeff*`\\]|\p{Variation_Selector})$/u;
/** Longest spelling that one character is replaced by: some stand for whole sentences. */
const MAX_SPELLING = 8;
/** Cells of a row are told apart by bars. */
const SPACE = /^[\s|]$/u;
const DASH = /^[\p{Pd}\u2212\u2043]$/u;
const SINGLE_QUOTE = /^[‘’‚‛′´`]$/u;
const DOUBLE_QUOTE = /^[“”„‟″«»‹›「」『』〝〞]$/u;
const LETTER = /^\p{L}$/u;
/** Scripts written without spaces; line breaks in them separate nothing. */
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u3000-\u303f\uff00-\uff65]$/u;

/** The folded form of one character: nothing, a space, a dash, or its compatible lower case. */
function foldCharacter(character: string): string {
  const code = character.charCodeAt(0);
  if (code >= 97 && code <= 122) return character;
  if (SPACE.test(character)) return ' ';
  if (INVISIBLE.test(character)) return '';
  if (DASH.test(character)) return '-';
  if (SINGLE_QUOTE.test(character)) return "'";
  if (DOUBLE_QUOTE.test(character)) return '"';
  if (code < 0x80) return character.toLowerCase();
  const spelling = character.normalize('NFKD');
  return (spelling.length > MAX_SPELLING ? character : spelling).toLowerCase().replaceAll('ς', 'σ');
}

/** Folded forms of characters beyond ASCII met before: a text repeats few of them, and telling them apart takes long. */
const known = new Map<string, { becomes: string; isUnspaced: boolean }>();
const MAX_KNOWN = 20_000;

function foldedOf(character: string): { becomes: string; isUnspaced: boolean } {
  const before = known.get(character);
  if (before) return before;
  const becomes = foldCharacter(character);
  const folded = { becomes, isUnspaced: becomes !== ' ' && UNSPACED.test(character) };
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(character, folded);
  return folded;
}

/**
 * Folds what typesetting, reading a file and copying by a model change without changing words: case, compatible forms
 * such as ligatures, kinds of quotation marks and dashes, runs of white space, and hyphens, since one at the end of a
 * line may or may not belong to its word. Takes time in proportion to the text.
 */
export function fold(original: string): FoldedText {
  const folded = new Folding();
  let at = 0;
  for (const character of original) {
    const end = at + character.length;
    const isAscii = character.charCodeAt(0) < 0x80;
    const { becomes, isUnspaced } = isAscii
      ? { becomes: foldCharacter(character), isUnspaced: false }
      : foldedOf(character);
    for (const unit of becomes) folded.add(unit, { start: at, end, isUnspaced });
    at = end;
  }
  return folded.result();
}

interface Origin {
  start: number;
  end: number;
  /** Whether white space beside it means nothing. */
  isUnspaced: boolean;
}

class Folding {
  private readonly units: string[] = [];
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  /** Where white space since the last character began; null without any. */
  private spaceAt: number | null = null;
  private wasUnspaced = false;

  add(unit: string, origin: Origin): void {
    if (unit === ' ') {
      this.spaceAt ??= origin.start;
      return;
    }
    const isAfterDash = this.units.at(-1) === '-';
    if (unit === '-') {
      this.spaceAt = null;
      if (!isAfterDash) this.push(unit, origin);
      return;
    }
    if (isAfterDash) {
      if (LETTER.test(unit) && LETTER.test(this.units.at(-2) ?? '')) this.pop();
    } else if (this.spaceAt !== null && !origin.isUnspaced && !this.wasUnspaced && this.units.length > 0)
      this.push(' ', { ...origin, start: this.spaceAt, end: origin.start });
    this.spaceAt = null;
    this.push(unit, origin);
  }

  result(): FoldedText {
    return { text: this.units.join(''), starts: this.starts, ends: this.ends };
  }

  private push(unit: string, { start, end, isUnspaced }: Origin): void {
    this.units.push(unit);
    this.wasUnspaced = isUnspaced;
    for (let n = 0; n < unit.length; n++) {
      this.starts.push(start);
      this.ends.push(end);
    }
  }

  private pop(): void {
    const unit = this.units.pop() ?? '';
    this.starts.length -= unit.length;
    this.ends.length -= unit.length;
  }
}

/** Where a quote was cut. */
const OMISSION = /\s*[[(]?(?:…|⋯|\.{3,})[\])]?\s*/u;

/** A quote folded, without the punctuation around it, which models add and leave out. */
export function quotedWords(quote: string): string {
  return fold(quote)
    .text.replace(/^(?:[\s"'.,;:]|-(?!\p{N}))+/u, '')
    .replace(/[\s"'.,;:。，、；：-]+$/u, '');
}

/** The pieces of a quote that was cut by "…", each folded; one for a quote that was not. */
export function quotedPieces(quote: string): string[] {
  return quote
    .split(OMISSION)
    .map(quotedWords)
    .filter((piece) => piece !== '');
}
