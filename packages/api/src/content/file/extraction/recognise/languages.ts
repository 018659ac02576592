/// <reference path="./tesseract.d.ts" />
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import chineseData from '@tesseract.js-data/chi_sim';
import germanData from '@tesseract.js-data/deu';
import englishData from '@tesseract.js-data/eng';
import frenchData from '@tesseract.js-data/fra';
import japaneseData from '@tesseract.js-data/jpn';
import spanishData from '@tesseract.js-data/spa';

const packages = [englishData, germanData, frenchData, spanishData, chineseData, japaneseData];

/** Languages in which pictures of text are read, by their three-letter codes. */
export type ReadingLanguage = 'eng' | 'deu' | 'fra' | 'spa' | 'chi_sim' | 'jpn';

/** What Latin scripts are read as first, and other scripts when that makes no sense. */
export const FIRST_LANGUAGE: ReadingLanguage = 'eng';
export const OTHER_SCRIPTS: readonly ReadingLanguage[] = ['chi_sim', 'jpn'];

/** Languages by the two-letter codes that the index knows. */
const CODES: Record<string, ReadingLanguage> = { en: 'eng', de: 'deu', fr: 'fra', es: 'spa' };

/** The language in which to read text of a language; null when none is trained for it. */
export function readingLanguageOf(code: string | null): ReadingLanguage | null {
  return (code !== null && CODES[code]) || null;
}

/** The trained data of a language: from its package, never from the network. */
export function trainedData(language: ReadingLanguage): Uint8Array {
  const { langPath } = packages.find(({ code }) => code === language) ?? englishData;
  const file = path.join(path.dirname(langPath), '4.0.0_best_int', `${language}.traineddata.gz`);
  return gunzipSync(readFileSync(file));
}
