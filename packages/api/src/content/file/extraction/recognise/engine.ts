/// <reference path="./tesseract.d.ts" />
import load, { type TessBaseApi, type TessModule } from 'tesseract.js-core/tesseract-core-simd-lstm.js';
import { type ReadingLanguage, trainedData } from './languages.ts';
import type { GreyPicture } from './picture.ts';

/** The newer of two engines, which reads lines by a neural network. */
const LSTM_ONLY = 1;
const INPUT = '/input';
/** Words that it is less sure of are mostly dirt. */
const MIN_CONFIDENCE = 25;

/** A rectangle in pixels of a picture, from its upper left corner. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface RecognisedWord {
  text: string;
  box: Box;
  /** From 0 to 100. */
  confidence: number;
}

/** Lines of words in reading order, by paragraph. */
export type RecognisedParagraph = RecognisedWord[][];

interface JsonBox {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

interface JsonWord {
  text: string;
  confidence: number;
  bbox: JsonBox;
}

interface JsonResult {
  blocks: { paragraphs: { lines: { words: JsonWord[] }[] }[] }[] | null;
}

/** Reads words in pictures by Tesseract, in this process. It keeps the languages that it has used. */
export class Engine {
  private readonly core: TessModule;
  private readonly readers = new Map<ReadingLanguage, TessBaseApi>();

  private constructor(core: TessModule) {
    this.core = core;
  }

  static async start(): Promise<Engine> {
    const silent = () => {};
    return new Engine(await load({ TesseractProgress: silent, print: silent, printErr: silent }));
  }

  /** @throws Error for a picture that it cannot take */
  read(picture: GreyPicture, language: ReadingLanguage): RecognisedParagraph[] {
    const reader = this.readerOf(language);
    this.core.FS.writeFile(INPUT, graymap(picture));
    if (reader.SetImageFile(1, 0) !== 0) throw new Error('not a picture');
    reader.SetSourceResolution(picture.dotsPerInch);
    reader.Recognize(null);
    const result = JSON.parse(reader.GetJSONText(0)) as JsonResult;
    reader.Clear();
    return (result.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.map(paragraphOf));
  }

  private readerOf(language: ReadingLanguage): TessBaseApi {
    const known = this.readers.get(language);
    if (known) return known;
    const file = `${language}.traineddata`;
    this.core.FS.writeFile(file, trainedData(language));
    const reader = new this.core.TessBaseAPI();
    if (reader.Init(null, language, LSTM_ONLY) !== 0) throw new Error(`no trained data for ${language}`);
    this.core.FS.unlink(file);
    this.readers.set(language, reader);
    return reader;
  }
}

/** The picture as a file of the simplest kind. */
function graymap({ width, height, pixels }: GreyPicture): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]);
}

function paragraphOf({ lines }: { lines: { words: JsonWord[] }[] }): RecognisedParagraph {
  return lines
    .map(({ words }) =>
      words
        .filter(({ text, confidence }) => text.trim() !== '' && confidence >= MIN_CONFIDENCE)
        .map(({ text, confidence, bbox: { x0, y0, x1, y1 } }) => ({
          ...{ text: text.trim(), confidence },
          box: { left: x0, top: y0, right: x1, bottom: y1 },
        })),
    )
    .filter((line) => line.length > 0);
}
