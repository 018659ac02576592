import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stopwords as danishWords } from '@orama/stopwords/danish';
import { stopwords as dutchWords } from '@orama/stopwords/dutch';
import { stopwords as englishWords } from '@orama/stopwords/english';
import { stopwords as finnishWords } from '@orama/stopwords/finnish';
import { stopwords as frenchWords } from '@orama/stopwords/french';
import { stopwords as germanWords } from '@orama/stopwords/german';
import { stopwords as italianWords } from '@orama/stopwords/italian';
import { stopwords as norwegianWords } from '@orama/stopwords/norwegian';
import { stopwords as portugueseWords } from '@orama/stopwords/portuguese';
import { stopwords as russianWords } from '@orama/stopwords/russian';
import { stopwords as spanishWords } from '@orama/stopwords/spanish';
import { stopwords as swedishWords } from '@orama/stopwords/swedish';
import { fold, stretchesOf } from '@tandem/shared/search/words';

interface Language {
  /** Reduces a word in lower case, with its accents, to its stem. */
  stem(word: string): string;
  /** Words that say nothing about a text's subject, as written and folded. */
  stopWords: ReadonlySet<string>;
}

/** What the lists of stop words lack. */
const ALSO_ENGLISH = ['a', 'also', 'else', 'it', 'its', 'just', 'let', 'one', 'upon', 'us', 'via', 'within'];
const ALSO_ENGLISH_VERBS = ['cannot', 'get', 'got', 'however', 'much', 'must', 'therefore', 'thus', 'yet'];

function language(stem: (word: string) => string, words: readonly string[]): Language {
  return { stem, stopWords: new Set(words.flatMap((word) => [word, fold(word)])) };
}

/** Languages whose words are reduced to stems, by their two-letter codes. Where several fit, the first one counts. */
const languages = {
  en: language(english, [...englishWords, ...ALSO_ENGLISH, ...ALSO_ENGLISH_VERBS]),
  de: language(german, germanWords),
  fr: language(french, frenchWords),
  es: language(spanish, spanishWords),
  it: language(italian, italianWords),
  pt: language(portuguese, portugueseWords),
  nl: language(dutch, dutchWords),
  sv: language(swedish, swedishWords),
  no: language(norwegian, norwegianWords),
  da: language(danish, danishWords),
  fi: language(finnish, finnishWords),
  ru: language(russian, russianWords),
} satisfies Record<string, Language>;

export type LanguageCode = keyof typeof languages;

/** The language with this code; null when its words are not reduced to stems. */
export function languageOf(code: string | null): Language | null {
  return code !== null && Object.hasOwn(languages, code) ? languages[code as LanguageCode] : null;
}

/** Words by which a language is recognised, from the beginning. */
const SAMPLE_WORDS = 2_000;
/** Share of stop words among the words of running text in its own language, at least. */
const LEAST_SHARE = 0.12;

/** Words that are too few to tell a language by, such as a title. */
const FEW_WORDS = 40;
/** Share of them in plain letters from which they count as English. */
const PLAIN_SHARE = 0.8;
const IS_PLAIN = /^[a-z]+$/;

/**
 * Recognises the language of a text by its stop words; null when none is likely. A few words in plain letters count as
 * English: unlike whole words, stems are found by other forms, and they are the same ones in the query.
 */
export function recogniseLanguage(text: string): LanguageCode | null {
  const found = new Map<LanguageCode, number>();
  let words = 0;
  let plain = 0;
  for (const { text: word, unspaced, start, end } of stretchesOf(text)) {
    if (unspaced) continue;
    words += 1;
    const written = text.slice(start, end).toLowerCase();
    if (IS_PLAIN.test(written)) plain += 1;
    for (const [code, { stopWords }] of Object.entries(languages) as [LanguageCode, Language][])
      if (stopWords.has(written) || stopWords.has(word)) found.set(code, (found.get(code) ?? 0) + 1);
    if (words >= SAMPLE_WORDS) break;
  }
  let best: LanguageCode | null = null;
  for (const code of Object.keys(languages) as LanguageCode[])
    if ((found.get(code) ?? 0) > (best === null ? words * LEAST_SHARE : (found.get(best) ?? 0))) best = code;
  return best ?? (words < FEW_WORDS && plain > words * PLAIN_SHARE ? 'en' : null);
}
