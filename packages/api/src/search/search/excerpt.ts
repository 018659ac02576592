import { type Mark, marksIn } from '@tandem/shared/search/marks';
import { seekPlace } from '@tandem/shared/search/place';
import { plainText } from '@tandem/shared/search/plain-text';
import { MAX_SEARCHED } from '../../content/search/whole.ts';
import { pacer } from '../../core/timing/yield.ts';

/** Longest excerpt, in characters. */
const LENGTH = 180;
/** Shown before the first match at most, in characters. */
const BEFORE = 48;
/** Characters around the first match; white space and Markdown syntax are removed from it. */
const AROUND = 400;

/** The place of most of the words in a text, on one line, with where they are in it. */
export async function excerptOf(text: string, query: string): Promise<{ text: string; marks: Mark[] }> {
  const first = await placeOf(text.slice(0, MAX_SEARCHED), query);
  const from = Math.max(0, first - AROUND);
  const line = plainLine(text.slice(from, first + AROUND));
  const marks = marksIn(line, query, line.length);
  // The text before it may contain matches too. Hidden Markdown syntax shifts the position a little.
  const near = plainLine(text.slice(from, first)).length;
  const at = (marks.find(([start]) => start >= near) ?? marks[0])?.[0] ?? 0;
  const begin = at > BEFORE || from > 0 ? wordStart(line, Math.max(0, at - BEFORE), at) : 0;
  const end = begin + LENGTH >= line.length ? line.length : wordEnd(line, begin + LENGTH);
  const isCut = {
    before: from > 0 || begin > 0,
    after: end < line.length || from + AROUND * 2 < text.length,
  };
  const shown = line.slice(begin, end);
  const lead = isCut.before ? '…' : '';
  const shift = lead.length - begin;
  return {
    text: `${lead}${shown}${isCut.after ? '…' : ''}`,
    marks: marks
      .filter(([start, stop]) => start >= begin && stop <= end)
      .map(([start, stop]): Mark => [start + shift, stop + shift]),
  };
}

/** Finds where most of the words are close together; 0 for none. Yields to other work. */
export async function placeOf(text: string, query: string): Promise<number> {
  const seeking = seekPlace(text, query);
  const rest = pacer();
  for (;;) {
    const { done, value } = seeking.next();
    if (done) return value ?? 0;
    if (rest.isDue()) await rest.taken();
  }
}

/** Returns one line without Markdown syntax. A character may be split at either end. */
function plainLine(text: string): string {
  return plainText(text.toWellFormed().replaceAll('\ufffd', ''))
    .text.replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

function wordStart(line: string, at: number, before: number): number {
  if (at === 0) return 0;
  const space = line.indexOf(' ', at);
  return space >= 0 && space < before ? space + 1 : wholeCharacter(line, at);
}

function wordEnd(line: string, at: number): number {
  const space = line.lastIndexOf(' ', at);
  return space > at - 24 ? space : wholeCharacter(line, at);
}

/** Avoids splitting a surrogate pair. */
function wholeCharacter(line: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(line[at] ?? '') ? at - 1 : at;
}
