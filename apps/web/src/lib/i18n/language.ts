import { type Language, languageSchema } from '@tandem/shared/user/schema';
import i18n from 'i18next';
import { readLocal, writeLocal, writeStored } from '../storage/storage.ts';

const KEY = 'language';

/** The language that was chosen in this browser, or null when none was. */
export function chosenLanguage(): Language | null {
  const parsed = languageSchema.safeParse(readLocal(KEY));
  return parsed.success ? parsed.data : null;
}

/** The language to begin with: the chosen one, else the browser's first that exists here, else English. */
export function firstLanguage(): Language {
  const chosen = chosenLanguage();
  if (chosen) return chosen;
  for (const tag of navigator.languages) {
    if (/^zh\b/i.test(tag)) return 'zh-CN';
    if (/^en\b/i.test(tag)) return 'en';
  }
  return 'en';
}

/** Remembers the choice here, and in the desktop shell where there is one. */
export function rememberLanguage(language: Language): void {
  writeLocal(KEY, language);
  void writeStored(KEY, language);
}

/** Speaks this language from now on. */
export function applyLanguage(language: Language): void {
  rememberLanguage(language);
  if (i18n.isInitialized && i18n.language !== language) void i18n.changeLanguage(language);
}
