import type { i18n as I18n } from 'i18next';
import { Lru } from './lru.ts';

/** Formatted sentences kept at most. */
export const TRANSLATION_CACHE_SIZE = 500;

/** Caches the results of `i18n.t` until a language is loaded or chosen. Returns the cache. */
export function cacheTranslations(i18n: I18n): Lru<unknown> {
  const cache = new Lru<unknown>(TRANSLATION_CACHE_SIZE);
  const forget = () => cache.clear();
  i18n.on('languageChanged', forget);
  i18n.on('loaded', forget);
  i18n.on('initialized', forget);
  i18n.store?.on('added', forget);
  i18n.t = cached(i18n.t, cache, () => i18n.language);
  return cache;
}

type Translate = I18n['t'];

function cached(translate: Translate, cache: Lru<unknown>, language: () => string): Translate {
  return new Proxy(translate, {
    apply(target, self, args: unknown[]) {
      const key = keyOf(language(), args);
      if (key === null) return Reflect.apply(target, self, args);
      const known = cache.get(key);
      if (known !== undefined) return known;
      const sentence: unknown = Reflect.apply(target, self, args);
      cache.set(key, sentence);
      return sentence;
    },
  });
}

/** The arguments as text; null when they hold more than plain values, whose sentence is not kept. */
function keyOf(language: string, args: unknown[]): string | null {
  const plain = args.every((argument) =>
    isRecord(argument) ? Object.values(argument).every(isPlain) : isPlain(argument),
  );
  return plain ? JSON.stringify([language, args]) : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((entry) => typeof entry === 'string');
  return value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value);
}
