import { isPageNumber } from '@tandem/shared/file/page-label';
import type { Language } from '@tandem/shared/user/schema';
import { type Chosen, choose } from './quote/choose.ts';
import { keyUnits, namedPages } from './quote/key.ts';
import type { QuotedFrom, Unit } from './quote/units.ts';

export type { QuotedFrom } from './quote/units.ts';
export { choose as quotesFor };

export type Quote = Pick<Unit, 'id' | 'name' | 'label' | 'sentence' | 'kind'>;
/** How quotations are shown. */
type Shown = Partial<Pick<Chosen, 'isList' | 'corrected' | 'isForeign'>>;

const SUMMARY =
  /\b(?:summar\w*|overview|key points|main points|tl;?dr|what is (?:this|it)|zusammenfass\w*|fasse?\b[^?]{0,60}\bzusammen|worum geht)\b|\bwhat(?:'s| is| are)\b[^?]{0,60}\babout[\s.!?]*$|总结|概括|摘要|讲了什么|内容/iu;

/** Whether a question asks for the whole rather than for a detail. */
export const asksForWhole = (question: string): boolean => question === '' || SUMMARY.test(question);

/** The sentences that say most about the sources which a question names, or about all of them. */
export function keyQuotes(pages: readonly QuotedFrom[], question = ''): Quote[] {
  return keyUnits(namedPages(pages, question));
}

function placeOf(label: string | null, isChinese: boolean): string {
  if (label === null || label === '') return '';
  if (!isPageNumber(label)) return `${isChinese ? '，' : ', '}${plain(label)}`;
  return isChinese ? `，第 ${plain(label)} 页` : `, page ${plain(label)}`;
}

/** The sentences as quotations, each with its marker and the place where it stands; those of a list as one. */
export function quotedText(quotes: readonly Quote[], language: Language, shown: Shown = {}): string {
  const isChinese = language === 'zh-CN';
  const dash = isChinese ? '——' : '— ';
  const from = ({ name, label }: Quote) => `${dash}${plain(name)}${placeOf(label, isChinese)}`;
  const text = shown.isList
    ? [...Map.groupBy(quotes, from)]
        .map(([place, own]) => `${own.map((quote) => `- ${quoted(quote)}`).join('\n')}\n\n${place}`)
        .join('\n\n')
    : quotes.map((quote) => `> ${quoted(quote)}\n>\n> ${from(quote)}`).join('\n\n');
  return `${text}\n\n${notes(isChinese, shown)}`;
}

function notes(isChinese: boolean, { corrected = [], isForeign = false }: Shown): string {
  const notes = [
    ...corrected.map(({ written, meant }) =>
      isChinese
        ? `“${plain(written)}”按“${plain(meant)}”查找。`
        : `I read “${plain(written)}” as “${plain(meant)}”.`,
    ),
    ...(isForeign
      ? [
          isChinese
            ? '这些来源用的是另一种语言，我只认得其中一些常用词，所以可能有遗漏。'
            : 'These sources are in another language, of which I know some common words only: I may have missed something.',
        ]
      : []),
    isChinese
      ? '我只是内置的小程序：这些句子是按词语挑选的原文，我并不真正理解它们。'
      : 'I am a small built-in program: I chose these sentences by their words, without understanding them.',
  ];
  return `_${notes.join(isChinese ? '' : ' ')}_`;
}

function quoted({ id, sentence, kind }: Quote): string {
  return `${plain(kind === 'row' ? cellsIn(sentence) : sentence)} ${markerOf(id, sentence)}`;
}

/** The cells of a row without the bars between them, and without its number. */
function cellsIn(row: string): string {
  return row
    .replace(/^\| (?:\d{1,8} \| )?|\s*\|$/g, '')
    .split(' | ')
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
    .filter((cell) => cell !== '')
    .join(' · ');
}

/** A quote must not end its own marker. */
export function markerOf(id: string, sentence: string): string {
  return `[cite:${id} "${sentence.split(/["'”“’‘»」]\s*\]/u)[0]}"]`;
}

/** Text that is no Markdown, and no marker. */
export function plain(text: string): string {
  return text
    .replace(/\[(?=cite:)/g, '(')
    .replace(/([\\`*_[\]<>])/g, '\\$1')
    .replace(/\s+/g, ' ');
}
