import { formatMoment } from '@tandem/shared/error/moment';
import { languages } from '@tandem/shared/user/schema';
import i18n from 'i18next';
import { initReactI18next } from 'react-i18next';
import { cacheTranslations } from './cache.ts';
import { FileBackend, readingOptions } from './file-backend.ts';
import { firstLanguage } from './language.ts';
import { localeOf } from './locale.ts';
import { firstNamespaces } from './words.ts';

/** Starts translation; sentences of a namespace are fetched with the first screen that says them. */
export async function setUpLanguages(): Promise<void> {
  i18n.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  i18n.use(FileBackend).use(initReactI18next);
  const ready = i18n.init({
    lng: firstLanguage(),
    fallbackLng: 'en',
    supportedLngs: [...languages],
    ns: firstNamespaces(),
    defaultNS: 'common',
    backend: { loadPath: '/static/locales/{{lng}}/{{ns}}.json' },
    ...readingOptions,
    // React escapes what it renders.
    interpolation: { escapeValue: false },
    react: { bindI18nStore: 'added' },
  });
  i18n.services.formatter?.add('number', (value, language) =>
    new Intl.NumberFormat(localeOf(language ?? 'en')).format(value),
  );
  i18n.services.formatter?.add('moment', (value, language) => formatMoment(value, language));
  cacheTranslations(i18n);
  await ready;
}
