import type { Dictionary } from '@blocknote/core';
import { en, zh } from '@blocknote/core/locales';
import type { TFunction } from 'i18next';

/** The editor's texts in the reader's language; ours where the library's do not fit. */
export function dictionaryOf(language: string, t: TFunction<'document'>): Dictionary {
  const words = (language.startsWith('zh') ? zh : en) as Dictionary;
  return {
    ...words,
    placeholders: {
      ...words.placeholders,
      default: t('editor.placeholder'),
      emptyDocument: t('editor.placeholder'),
    },
  };
}
