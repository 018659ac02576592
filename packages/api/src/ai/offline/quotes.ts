import { isPageNumber } from '@tandem/shared/file/page-label';
import type { Language } from '@tandem/shared/user/schema';
import { keySentences, keywordsOf } from './extract.ts';

/** A page that sentences are quoted from. */
export interface QuotedFrom {
  /** By which it is cited. */
  id: string;
  /** Name of its file or source. */
  name: string;
  /** As readers know the page; null for a text without pages. */
  label: string | null;
  text: string;
}

export interface Quote extends Omit<QuotedFrom, 'text'> {
  sentence: string;
}

/** Sentences that are quoted at once, at most. */
const MAX_QUOTED = 3;
/** Characters that are searched. */
const MAX_SEARCHED = 400_000;
/** Longest quote; a marker has room for little more. */
const MAX_SENTENCE = 500;
const SUMMARY =
  /\b(?:summar\w*|overview|key points|what is (?:this|it))\b|\bwhat(?:'s| is| are)\b[^?]{0,60}\babout[\s.!?]*$|总结|概括|摘要|讲了什么|内容/iu;

/** Whether a question asks for the whole rather than for a detail. */
export const asksForWhole = (question: string): boolean => question === '' || SUMMARY.test(question);

/** The sentences that say most about the whole, in their order. */
export function keyQuotes(pages: readonly QuotedFrom[]): Quote[] {
  const all = sentencesIn(pages);
  const key = keySentences(all.map(({ sentence }) => sentence).join('\n'), MAX_QUOTED);
  return all.filter(({ sentence }) => key.includes(sentence)).slice(0, MAX_QUOTED);
}

/**
 * The sentences that share most words with a question; rare words count more.
 * @param question one that makes sense on its own
 */
export function quotesFor(pages: readonly QuotedFrom[], question: string): Quote[] {
  const wanted = new Set(stemsOf(question));
  const all = sentencesIn(pages).map((quote) => {
    const shared = new Set(stemsOf(quote.sentence).filter((stem) => wanted.has(stem)));
    return { quote, shared };
  });
  const frequency = new Map<string, number>();
  for (const stem of all.flatMap(({ shared }) => [...shared]))
    frequency.set(stem, (frequency.get(stem) ?? 0) + 1);
  const weight = (stem: string) => Math.log(1 + all.length / (frequency.get(stem) ?? 1));
  const seen = new Set<string>();
  return all
    .filter(({ shared }) => shared.size >= Math.min(2, wanted.size) && shared.size > 0)
    .map(({ quote, shared }) => ({
      quote,
      score: [...shared].reduce((sum, stem) => sum + weight(stem), 0),
    }))
    .toSorted((a, b) => b.score - a.score)
    .filter(({ quote: { sentence } }) => !seen.has(sentence) && seen.add(sentence))
    .slice(0, MAX_QUOTED)
    .map(({ quote }) => quote);
}

/** Keywords without the "s" of plurals and verbs. */
function stemsOf(text: string): string[] {
  return keywordsOf(text).map((word) => (word.length > 3 ? word.replace(/(?<!s)s$/, '') : word));
}

/** The sentences of pages word by word as they stand there, in lines that were wrapped for paper joined again. */
function sentencesIn(pages: readonly QuotedFrom[]): Quote[] {
  let left = MAX_SEARCHED;
  return pages.flatMap(({ text, ...page }) => {
    const part = text.slice(0, Math.max(0, left));
    left -= part.length;
    const lines = part
      .replace(/(?<=\p{Ll})-\n(?=\p{Ll})/gu, '')
      .replace(/(?<=\p{Script=Han})\n(?=\p{Script=Han})/gu, '')
      .replace(/(?<=[\p{L}\p{N},;])\n(?=\p{Ll})/gu, ' ');
    return lines
      .split(/(?<=[.!?…]["”')\]]?)\s+|(?<=[。！？])|\n+/u)
      .map((sentence) =>
        withinLength(
          sentence
            .replace(/\s+/g, ' ')
            .replace(/^(?:[-*+>]|#{1,6}) /, '')
            .trim(),
        ),
      )
      .filter((sentence) => sentence !== '')
      .map((sentence) => ({ ...page, sentence }));
  });
}

function withinLength(sentence: string): string {
  if (sentence.length <= MAX_SENTENCE) return sentence;
  const cut = sentence.slice(0, MAX_SENTENCE).toWellFormed();
  return cut.replace(/\s+\S*$/, '') || cut;
}

function placeOf(label: string | null, isChinese: boolean): string {
  if (label === null || label === '') return '';
  if (!isPageNumber(label)) return `${isChinese ? '，' : ', '}${plain(label)}`;
  return isChinese ? `，第 ${plain(label)} 页` : `, page ${plain(label)}`;
}

/** The sentences as quotations, each with its marker and the place where it stands. */
export function quotedText(quotes: readonly Quote[], language: Language): string {
  const isChinese = language === 'zh-CN';
  const lines = quotes.map(({ id, name, label, sentence }) => {
    const from = `${isChinese ? '——' : '— '}${plain(name)}${placeOf(label, isChinese)}`;
    return `> ${plain(sentence)} ${markerOf(id, sentence)}\n>\n> ${from}`;
  });
  return `${lines.join('\n\n')}\n\n${
    isChinese
      ? '_我只是内置的小程序：这些句子是按词语挑选的原文，我并不真正理解它们。_'
      : '_I am a small built-in program: I chose these sentences by their words, without understanding them._'
  }`;
}

/** A quote must not end its own marker. */
function markerOf(id: string, sentence: string): string {
  return `[cite:${id} "${sentence.split(/["'”“’‘»」]\s*\]/u)[0]}"]`;
}

/** Text that is no Markdown, and no marker. */
export function plain(text: string): string {
  return text
    .replace(/\[(?=cite:)/g, '(')
    .replace(/([\\`*_[\]<>])/g, '\\$1')
    .replace(/\s+/g, ' ');
}
