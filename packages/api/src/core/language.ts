import { readFileSync } from 'node:fs';
import { errorCatalogue } from '@tandem/shared/error/catalogue';
import { formatMoment } from '@tandem/shared/error/moment';
import { type Language, languages } from '@tandem/shared/user/schema';
import { createInstance } from 'i18next';
import * as z from 'zod';
import type { AppError } from './errors.ts';

const namespaces = ['error', 'mail', 'common', 'template'] as const;

function readNamespace(language: Language, namespace: string): Record<string, unknown> {
  const url = new URL(`../../../shared/locales/${language}/${namespace}.json`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8'));
}

const i18n = createInstance();
void i18n.init({
  initAsync: false,
  fallbackLng: 'en',
  supportedLngs: [...languages],
  ns: [...namespaces],
  resources: Object.fromEntries(
    languages.map((language) => [
      language,
      Object.fromEntries(namespaces.map((namespace) => [namespace, readNamespace(language, namespace)])),
    ]),
  ),
  // Sentences are sent as JSON or plain-text mail; HTML is escaped where it is rendered.
  interpolation: { escapeValue: false },
});
// The reader's time zone is unknown here.
i18n.services.formatter?.add('moment', (value, language) => formatMoment(value, language, 'UTC'));

/** A sentence in `language`; `key` is `namespace:path`. */
export function say(language: Language, key: string, params: Record<string, string | number> = {}): string {
  // Keys are composed at run time, so they cannot be the typed ones of the web.
  const translate = i18n.t as (key: string, options: object) => string;
  return translate(key, { lng: language, ...params });
}

/** The best language for an Accept-Language header. */
export function languageFor(acceptLanguage: string | undefined): Language {
  return wantedLanguage(acceptLanguage) ?? 'en';
}

/** Returns the preferred supported language of an Accept-Language header; null when there is none. */
export function wantedLanguage(acceptLanguage: string | undefined): Language | null {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', quality] = entry.trim().split(';q=');
      return { tag: tag.toLowerCase(), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter((entry) => entry.tag !== '' && entry.quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of wanted) {
    if (tag.startsWith('zh')) return 'zh-CN';
    if (tag.startsWith('en')) return 'en';
  }
  return null;
}

const reasonIn = { en: z.locales.en().localeError, 'zh-CN': z.locales.zhCN().localeError };

/** Describes the first error of an input, with its field, in the reader's language. */
function describeIssue(error: z.ZodError, language: Language): string {
  const issue = error.issues[0];
  if (!issue) return '';
  const field = issue.path.map(String).join('.');
  const key = 'params' in issue && issue.params ? (issue.params as { key?: unknown }).key : undefined;
  if (typeof key === 'string') return say(language, `error:${key}`);
  const reason = reasonIn[language](issue as Parameters<(typeof reasonIn)['en']>[0]);
  const text = typeof reason === 'string' ? reason : (reason?.message ?? issue.message);
  return field ? `${field}: ${text}` : text;
}

/** The sentence and numbers of an error as every carrier sends them. */
export function describeError(error: AppError, language: Language) {
  const { code, status } = errorCatalogue[error.key];
  const params =
    error.cause instanceof z.ZodError ? { reason: describeIssue(error.cause, language) } : error.params;
  return { code, status, key: error.key, params, msg: say(language, `error:${error.key}`, params) };
}
