import { languages } from '@tandem/shared/user/schema';
import i18n from 'i18next';
import HttpBackend from 'i18next-http-backend';
import { initReactI18next } from 'react-i18next';
import { cacheTranslations } from './cache.ts';
import { bundledEnglish } from './english.ts';
import { firstLanguage } from './language.ts';

/** How language files are read; the backoff doubles with each retry. */
export const readingOptions = { maxParallelReads: 10, maxRetries: 5, retryTimeout: 350 };

/** Starts translation; sentences of a namespace are fetched when a screen first asks for them. */
export async function setUpLanguages(): Promise<void> {
  i18n.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  i18n.on('failedLoading', (_language, namespace) => void useBundledEnglish(namespace));
  i18n.use(HttpBackend).use(initReactI18next);
  const ready = i18n.init({
    lng: firstLanguage(),
    fallbackLng: 'en',
    supportedLngs: [...languages],
    ns: ['common', 'error'],
    defaultNS: 'common',
    backend: { loadPath: '/static/locales/{{lng}}/{{ns}}.json' },
    ...readingOptions,
    // React escapes what it renders.
    interpolation: { escapeValue: false },
    react: { bindI18nStore: 'added' },
  });
  cacheTranslations(i18n);
  await ready;
}

/** When no file could be read, English words are better than bare keys. */
async function useBundledEnglish(namespace: string): Promise<void> {
  if (i18n.hasResourceBundle('en', namespace)) return;
  const sentences = await bundledEnglish(namespace);
  if (sentences) i18n.addResourceBundle('en', namespace, sentences);
}
