import { recogniseLanguage } from '../../../../core/words/language.ts';
import type { Engine, RecognisedParagraph } from './engine.ts';
import { fullestBand, isBlank } from './ink.ts';
import { FIRST_LANGUAGE, OTHER_SCRIPTS, type ReadingLanguage, readingLanguageOf } from './languages.ts';
import type { GreyPicture } from './picture.ts';
import { confidenceOf, type RecognisedText, textOf } from './text.ts';
import { TURNS, type Turn, turned, turnedBack } from './turn.ts';

/** What the words of a page that is read in its own language reach, from 0 to 100. */
const SURE = 70;
/** Below this, what was read is no text: a photograph, a drawing, a script that is not known. */
const GUESSED = 45;
/** By how much a page has to make more sense when it is turned. */
const MARGIN = 10;
/** Letters and digits that are worth being kept. */
const FEW = 3;
/** Letters and digits from which on it counts how sure the recogniser is: lines on their side look like single ones. */
const TELLING = 16;
/** The time after which no further script is tried on turned pages, well within a page's. */
const PATIENCE_MS = 10_000;
const LETTER = /[\p{L}\p{N}]/gu;

/** How a page is to be read. */
interface Guess {
  language: ReadingLanguage;
  turn: Turn;
}

/** Reads the pages of one file, whose language and direction are mostly the same. */
export class PictureReader {
  private readonly engine: Engine;
  /** The language of the last page; null while it is not known. */
  private language: ReadingLanguage | null;
  private turn: Turn = 0;

  /** @param language of the file as a two-letter code, if its other pages told */
  constructor(engine: Engine, language: string | null) {
    this.engine = engine;
    this.language = readingLanguageOf(language);
  }

  /** The words of a picture, in whichever direction they run; null when there are none. */
  read(picture: GreyPicture): RecognisedText | null {
    if (isBlank(picture)) return null;
    const paragraphs = this.recognise(picture);
    const read = textOf(paragraphs, picture);
    return lettersIn(paragraphs) < FEW || confidenceOf(paragraphs) < GUESSED ? null : read;
  }

  private recognise(picture: GreyPicture): RecognisedParagraph[] {
    if (this.language !== null) {
      const read = this.readAs(picture, { language: this.language, turn: this.turn });
      const isSure = sureOf(read) >= SURE;
      const told = isSure ? toldBy(read, picture) : null;
      if (isSure && (told === null || told === this.language)) return read;
      if (told !== null) return this.readAs(picture, this.take({ language: told, turn: this.turn }));
    }
    return this.readAs(picture, this.take(this.guess(picture)));
  }

  private take(guess: Guess): Guess {
    this.language = guess.language;
    this.turn = guess.turn;
    return guess;
  }

  private readAs(picture: GreyPicture, { language, turn }: Guess): RecognisedParagraph[] {
    return turnedBack(this.engine.read(turned(picture, turn), language), turn, picture);
  }

  /**
   * The language and direction that make most sense of a part of the page, so that guessing takes less time than
   * reading. Other scripts come last: they make some sense of Latin letters on their side, and take longer.
   */
  private guess(picture: GreyPicture): Guess {
    const began = performance.now();
    let best = { language: FIRST_LANGUAGE, turn: this.turn, sure: 0 };
    const turns = [this.turn, ...TURNS.filter((turn) => turn !== this.turn)];
    const bands = turns.map((turn) => fullestBand(turned(picture, turn)));
    for (const language of [FIRST_LANGUAGE, ...OTHER_SCRIPTS])
      for (const [at, turn] of turns.entries()) {
        if (at > 0 && language !== FIRST_LANGUAGE && performance.now() - began > PATIENCE_MS) break;
        const band = bands[at] as GreyPicture;
        const read = this.engine.read(band, language);
        const sure = sureOf(read);
        const told = language === FIRST_LANGUAGE && sure >= GUESSED ? toldBy(read, band) : null;
        const guess = { language: told ?? language, turn };
        if (sure >= SURE + (at > 0 ? MARGIN : 0)) return guess;
        if (sure > best.sure + (at > 0 ? MARGIN : 0)) best = { ...guess, sure };
      }
    return best;
  }
}

const lettersIn = (read: readonly RecognisedParagraph[]) =>
  read.flat(2).reduce((sum, { text }) => sum + (text.match(LETTER)?.length ?? 0), 0);

/** How sure the recogniser is of what it read, less so of single letters. */
function sureOf(read: readonly RecognisedParagraph[]): number {
  return confidenceOf(read) * Math.min(1, lettersIn(read) / TELLING);
}

/** The language that the words of a page are of; null when they do not tell, or none is trained for it. */
function toldBy(read: readonly RecognisedParagraph[], picture: GreyPicture): ReadingLanguage | null {
  return readingLanguageOf(recogniseLanguage(textOf(read, picture).text));
}
