import type { Language } from '@tandem/shared/user/schema';

/** A sentence in each language this model speaks. */
export type Bilingual = Record<Language, string>;

/**
 * Returns the language to answer in: the text's, or `fallback` when the text shows none (numbers, an
 * address).
 */
export function languageOf(text: string, fallback: Language): Language {
  const words = text.replace(/https?:\/\/\S+/g, ' ');
  const han = words.match(/\p{Script=Han}/gu)?.length ?? 0;
  const kana = words.match(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  const letters = words.match(/\p{Script=Latin}/gu)?.length ?? 0;
  // Japanese is written with the same characters, and answered in English like everything else unknown.
  if (han > 0 && kana === 0 && han * 3 >= letters) return 'zh-CN';
  return letters > 0 || kana > 0 ? 'en' : fallback;
}
