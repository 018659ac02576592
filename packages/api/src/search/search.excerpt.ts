import { setImmediate } from 'node:timers/promises';
import { type Mark, marksIn } from '@tandem/shared/search/marks';

/** Longest excerpt, in characters. */
const LENGTH = 180;
/** Shown before the first match at most, in characters. */
const BEFORE = 48;
/** A match is looked for this far into a message, in characters: answers can be very long. */
const LOOK = 60_000;
/** Looked through at once, in characters; everything else has its turn before the next. */
const WINDOW = 4_096;
/** What windows share: more than the longest word. */
const SHARED = 256;
/** Read around the first match; white space and marks of Markdown are taken out of it. */
const AROUND = 400;

/** The place of the first match in a text, on one line, with where the matches are in it. */
export async function excerptOf(text: string, query: string): Promise<{ text: string; marks: Mark[] }> {
  const first = await firstMatch(text.slice(0, LOOK), query);
  const from = Math.max(0, first - AROUND);
  const line = plainLine(text.slice(from, first + AROUND));
  const marks = marksIn(line, query);
  // What was cut off before may hold matches too, which are not the first.
  const at = marks[0]?.[0] ?? 0;
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

/** Where the first match begins; 0 without one. */
async function firstMatch(text: string, query: string): Promise<number> {
  for (let at = 0; at < text.length; at += WINDOW - SHARED) {
    if (at > 0) await setImmediate();
    // A word that a window begins with may have begun before it, and was then seen there.
    const found = marksIn(text.slice(at, at + WINDOW), query, 2).find(([start]) => at === 0 || start > 0);
    if (found) return at + found[0];
  }
  return 0;
}

/** One line without the signs by which Markdown is set. Half of a character may stand at an end. */
function plainLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\ufffd', '')
    .replace(/!?\[([^\]\n]*)\]\([^)\s]*\)/g, '$1')
    .replace(/^\s*(#{1,6}|>|[-*+])\s+/gm, '')
    .replace(/[*`~|]+/g, ' ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
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

/** Not between the halves of a character. */
function wholeCharacter(line: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(line[at] ?? '') ? at - 1 : at;
}
