import { recogniseLanguage } from '../../../../core/words/language.ts';
import type { Engine, RecognisedParagraph } from './engine.ts';
import { fullestBand, isBlank } from './ink.ts';
import { FIRST_LANGUAGE, OTHER_SCRIPTS, type ReadingLanguage, readingLanguageOf } from './languages.ts';
import type { GreyPicture } from './picture.ts';
import { confidenceOf, type RecognisedText, textOf } from './text.ts';

/** What the words of a page that is read in its own language reach, from 0 to 100. */
const SURE = 70;
/** Below this, what was read is no text: a photograph, a drawing, a script that is not known. */
const GUESSED = 45;
/** Letters and digits that are worth being kept. */
const FEW = 3;
const LETTER = /[\p{L}\p{N}]/gu;

/** Reads the pages of one file, whose language is mostly the same. */
export class PictureReader {
  private readonly engine: Engine;
  /** The language of the last page; null while it is not known. */
  private language: ReadingLanguage | null;

  /** @param language of the file as a two-letter code, if its other pages told */
  constructor(engine: Engine, language: string | null) {
    this.engine = engine;
    this.language = readingLanguageOf(language);
  }

  /** The words of a picture; null when there are none. */
  read(picture: GreyPicture): RecognisedText | null {
    if (isBlank(picture)) return null;
    const paragraphs = this.recognise(picture);
    const read = textOf(paragraphs, picture);
    const letters = read.text.match(LETTER)?.length ?? 0;
    return letters < FEW || confidenceOf(paragraphs) < GUESSED ? null : read;
  }

  private recognise(picture: GreyPicture): RecognisedParagraph[] {
    if (this.language !== null) {
      const read = this.engine.read(picture, this.language);
      const isSure = confidenceOf(read) >= SURE;
      const told = isSure ? toldBy(read, picture) : null;
      if (isSure && (told === null || told === this.language)) return read;
      this.language = told;
    }
    this.language ??= this.languageOf(picture);
    return this.engine.read(picture, this.language);
  }

  /** The language that makes most sense of a part of the page, so that guessing takes less time than reading. */
  private languageOf(picture: GreyPicture): ReadingLanguage {
    const band = fullestBand(picture);
    const first = this.engine.read(band, FIRST_LANGUAGE);
    let best = { language: FIRST_LANGUAGE, sure: confidenceOf(first) };
    if (best.sure >= SURE) return toldBy(first, band) ?? FIRST_LANGUAGE;
    for (const language of OTHER_SCRIPTS) {
      const sure = confidenceOf(this.engine.read(band, language));
      if (sure > best.sure) best = { language, sure };
    }
    return best.language;
  }
}

/** The language that the words of a page are of; null when they do not tell, or none is trained for it. */
function toldBy(read: readonly RecognisedParagraph[], picture: GreyPicture): ReadingLanguage | null {
  return readingLanguageOf(recogniseLanguage(textOf(read, picture).text));
}
