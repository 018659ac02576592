import type { Inline, StyledText, TextStyles } from '@tandem/shared/document/blocks';
import { isWord, tokensOf } from '@tandem/shared/text/words';
import type { DifferenceRun, Presence } from '@tandem/shared/version/difference';
import { diffArrays } from 'diff';

/** Maximum edit distance of two texts in words, and milliseconds, for a comparison by word. */
const MAX_EDITS = 1_500;
const WORDS_MS = 60;
/** Longer texts are replaced as a whole, apart from their common beginning and end. */
const MAX_WORDS = 40_000;
/** Texts that share less than this part of their words are shown as replaced. */
const MIN_SHARED = 0.25;

/** The smallest comparable piece of text: a formatted word, or a mention. */
export interface Token {
  /** The same for two tokens that are the same in every respect. */
  key: string;
  text: string;
  /** Equal for two tokens that may be joined. */
  look: string;
  styles: TextStyles;
  /** Address of a link. */
  href?: string;
  mention?: Inline & { type: 'mention' };
}

/** Bounds and totals of a comparison. */
export interface Effort {
  /** End of the comparison by word, by `performance.now()`. */
  until: number;
  wordsAdded: number;
  wordsRemoved: number;
  isCoarse: boolean;
}

/** Splits text into tokens. */
export function inlineTokens(content: readonly Inline[]): Token[] {
  return content.flatMap((inline) => {
    if (inline.type === 'text') return styledTokens(inline);
    if (inline.type === 'link') return inline.content.flatMap((text) => styledTokens(text, inline.href));
    const { kind, id, label } = inline.props;
    return [{ key: `@${kind} ${id} ${label}`, text: `@${label}`, look: '', styles: {}, mention: inline }];
  });
}

function styledTokens({ text, styles }: StyledText, href?: string): Token[] {
  const look = lookOf(styles, href);
  return tokensOf(text).map((word) => ({
    ...{ key: `${look}\0${word}`, text: word, look, styles },
    ...(href !== undefined && { href }),
  }));
}

function lookOf(styles: TextStyles, href: string | undefined): string {
  const chosen = Object.entries(styles).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([chosen, href ?? null]);
}

/** Joins tokens: equally formatted neighbours become one text, those of one address one link. */
export function inlineOf(tokens: readonly Token[]): Inline[] {
  const inlines: Inline[] = [];
  let before = '';
  for (const { text, look, styles, href, mention } of tokens) {
    const last = inlines.at(-1);
    if (mention) inlines.push(mention);
    else if (href === undefined) {
      if (last?.type === 'text' && look === before) last.text += text;
      else inlines.push({ type: 'text', text, styles });
    } else if (last?.type === 'link' && last.href === href) {
      const end = last.content.at(-1);
      if (end && look === before) end.text += text;
      else last.content.push({ type: 'text', text, styles });
    } else inlines.push({ type: 'link', href, content: [{ type: 'text', text, styles }] });
    before = look;
  }
  return inlines;
}

/** Text that is in one of the states only, or in both. */
export function runsOf(presence: Presence, content: readonly Inline[]): DifferenceRun[] {
  return inlineOf(inlineTokens(content)).map((inline) => ({ in: presence, inline }));
}

/** Words of a text, without looking at more of it than `most` characters: enough to tell how alike two are. */
export function someWords(content: readonly Inline[], most: number): string[] {
  const words: string[] = [];
  let left = most;
  for (const { text } of content.flatMap((each) =>
    each.type === 'link' ? each.content : each.type === 'text' ? [each] : [],
  )) {
    if (left <= 0) break;
    words.push(...tokensOf(text.slice(0, left)).filter((word) => word.trim() !== ''));
    left -= text.length;
  }
  return words;
}

/** Counts the words among tokens. */
export function countWords(tokens: readonly Token[]): number {
  return tokens.reduce((count, { text }) => count + (isWord(text) ? 1 : 0), 0);
}

interface Stretch {
  in: Presence;
  tokens: Token[];
}

/** Compares two texts, by word where they are similar, else as a whole. */
export function compareWords(
  before: readonly Inline[],
  after: readonly Inline[],
  effort: Effort,
): DifferenceRun[] {
  const stretches = readable(stretchesOf(inlineTokens(before), inlineTokens(after), effort));
  for (const { in: presence, tokens } of stretches) {
    if (presence === 'added') effort.wordsAdded += countWords(tokens);
    if (presence === 'removed') effort.wordsRemoved += countWords(tokens);
  }
  return stretches.flatMap(({ in: presence, tokens }) =>
    inlineOf(tokens).map((inline) => ({ in: presence, inline })),
  );
}

function stretchesOf(before: Token[], after: Token[], effort: Effort): Stretch[] {
  let start = 0;
  while (start < before.length && before[start]?.key === after[start]?.key) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end)?.key === after.at(-1 - end)?.key) end += 1;
  const middle = between(
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
    effort,
    start + end,
  );
  return [
    { in: 'same', tokens: after.slice(0, start) },
    ...middle,
    { in: 'same', tokens: after.slice(after.length - end) },
  ];
}

function between(before: Token[], after: Token[], effort: Effort, around: number): Stretch[] {
  const replaced: Stretch[] = [
    { in: 'removed', tokens: before },
    { in: 'added', tokens: after },
  ];
  if (before.length === 0 || after.length === 0) return replaced;
  const left = effort.until - performance.now();
  const found =
    before.length + after.length > MAX_WORDS || left <= 0
      ? undefined
      : diffArrays(
          before.map(({ key }) => key),
          after.map(({ key }) => key),
          { maxEditLength: MAX_EDITS, timeout: Math.min(WORDS_MS, left) },
        );
  if (!found) {
    effort.isCoarse = true;
    return replaced;
  }
  const stretches: Stretch[] = [];
  let i = 0;
  let j = 0;
  for (const { added, removed, count } of found) {
    if (removed) stretches.push({ in: 'removed', tokens: before.slice(i, i + count) });
    else stretches.push({ in: added ? 'added' : 'same', tokens: after.slice(j, j + count) });
    if (!added) i += count;
    if (!removed) j += count;
  }
  const shared = stretches.reduce((sum, each) => sum + (each.in === 'same' ? countWords(each.tokens) : 0), 0);
  const longer = Math.max(countWords(before), countWords(after));
  // Around one changed word there is nothing in common; a rewritten text has words in common by chance.
  return around === 0 && longer > 3 && shared < longer * MIN_SHARED ? replaced : stretches;
}

/** Joins changes separated only by a space or punctuation, and puts removals before insertions. */
function readable(stretches: readonly Stretch[]): Stretch[] {
  const told: Stretch[] = [];
  let removed: Token[] = [];
  let added: Token[] = [];
  const flush = () => {
    if (removed.length > 0) told.push({ in: 'removed', tokens: removed });
    if (added.length > 0) told.push({ in: 'added', tokens: added });
    removed = [];
    added = [];
  };
  stretches.forEach(({ in: presence, tokens }, index) => {
    if (presence === 'removed') removed.push(...tokens);
    else if (presence === 'added') added.push(...tokens);
    else if (tokens.length > 0) {
      const isBetween = removed.length > 0 && added.length > 0 && goesOn(stretches, index);
      if (isBetween && tokens.length <= 2 && countWords(tokens) === 0) {
        removed.push(...tokens);
        added.push(...tokens);
        return;
      }
      flush();
      told.push({ in: 'same', tokens });
    }
  });
  flush();
  return told;
}

/** Whether words were both removed and inserted right after this position. */
function goesOn(stretches: readonly Stretch[], index: number): boolean {
  const next = stretches.slice(index + 1, index + 3).map((each) => each.in);
  return next.includes('removed') && next.includes('added');
}
