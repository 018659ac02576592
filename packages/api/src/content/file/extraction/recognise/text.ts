import { MAX_PAGE_TEXT } from '@tandem/shared/file/page-text';
import { UNSPACED } from '@tandem/shared/text/words';
import type { RecognisedParagraph, RecognisedWord } from './engine.ts';
import type { GreyPicture } from './picture.ts';

/** Parts of a page's width and height in which the places of words are told. */
const PARTS = 10_000;
/** Their punctuation and digits of full width bring their own space along. */
const WIDE = String.raw`\u3000-\u303f\uff00-\uffef`;
const ENDS_UNSPACED = new RegExp(`[${UNSPACED}${WIDE}]$`, 'u');
const BEGINS_UNSPACED = new RegExp(`^[${UNSPACED}${WIDE}]`, 'u');

/** The text of a page that was read from a picture. */
export interface RecognisedText {
  text: string;
  /**
   * Six integers a word: its offsets in the text, `to` exclusive, and its left, top, right and bottom edge in
   * ten-thousandths of the page.
   */
  words: number[];
}

/** The text of paragraphs, with a line break after each line and an empty line between paragraphs. */
export function textOf(
  paragraphs: readonly RecognisedParagraph[],
  { width, height }: Pick<GreyPicture, 'width' | 'height'>,
): RecognisedText {
  let text = '';
  const words: number[] = [];
  const across = (pixels: number) => Math.round((Math.min(width, Math.max(0, pixels)) / width) * PARTS);
  const down = (pixels: number) => Math.round((Math.min(height, Math.max(0, pixels)) / height) * PARTS);
  for (const [at, lines] of paragraphs.entries()) {
    if (at > 0 && text !== '') text += '\n\n';
    for (const [line, content] of lines.entries()) {
      if (line > 0) text += '\n';
      for (const [place, word] of content.entries()) {
        text += between(content[place - 1], word);
        const from = text.length;
        text += word.text;
        if (text.length > MAX_PAGE_TEXT) return { text: text.slice(0, from), words };
        const { left, top, right, bottom } = word.box;
        words.push(from, text.length, across(left), down(top), across(right), down(bottom));
      }
    }
  }
  return { text, words };
}

/** Scripts without spaces are recognised in pieces, which have none between them either. */
function between(before: RecognisedWord | undefined, { text }: RecognisedWord): string {
  if (!before) return '';
  return ENDS_UNSPACED.test(before.text) && BEGINS_UNSPACED.test(text) ? '' : ' ';
}

/** How sure the recogniser is of what it read, from 0 to 100; long words count for more. */
export function confidenceOf(paragraphs: readonly RecognisedParagraph[]): number {
  let letters = 0;
  let sum = 0;
  for (const { text, confidence } of paragraphs.flat(2)) {
    letters += text.length;
    sum += text.length * confidence;
  }
  return letters === 0 ? 0 : sum / letters;
}
