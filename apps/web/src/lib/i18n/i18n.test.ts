import { createInstance } from 'i18next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cacheTranslations, TRANSLATION_CACHE_SIZE } from './cache.ts';
import { FileBackend, readingOptions } from './file-backend.ts';
import { Lru } from './lru.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function startReading(ns: string[], lng = 'en') {
  const i18n = createInstance().use(FileBackend);
  const ready = i18n.init({
    lng,
    fallbackLng: 'en',
    ns,
    defaultNS: 'common',
    backend: { loadPath: 'http://localhost/static/locales/{{lng}}/{{ns}}.json' },
    ...readingOptions,
  });
  return { i18n, ready };
}

describe('C26: language files', () => {
  it('C26: one that answers 503 is requested six times, 350 ms apart and doubling', async () => {
    vi.useFakeTimers();
    const times: number[] = [];
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => {
        times.push(Date.now());
        return new Response('', { status: 503 });
      }),
    );
    startReading(['common']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(times).toHaveLength(6);
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(pauses).toEqual([350, 700, 1400, 2800, 5600]);
  });

  it('C26: one that stays unreadable is not requested again, and English is used instead', async () => {
    vi.useFakeTimers();
    const asked: string[] = [];
    vi.stubGlobal(
      'fetch',
      vi.fn(async (url: string) => {
        asked.push(new URL(url).pathname);
        return new Response('', { status: 503 });
      }),
    );
    const { i18n } = startReading(['common'], 'zh-CN');
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    await vi.waitUntil(() => i18n.hasLoadedNamespace('common'));
    await i18n.loadNamespaces('common');
    expect(asked.filter((path) => path.includes('zh-CN'))).toHaveLength(6);
    expect(asked.filter((path) => path.includes('/en/'))).toHaveLength(6);
    expect((i18n.t as (key: string) => string)('nav.home')).toBe('Home');
  });

  it('C26: at most 10 load at once', async () => {
    vi.useFakeTimers();
    let open = 0;
    let most = 0;
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => {
        most = Math.max(most, ++open);
        await new Promise((done) => setTimeout(done, 10));
        open--;
        return new Response('{}', { status: 200 });
      }),
    );
    startReading(Array.from({ length: 25 }, (_, index) => `ns${index}`));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(most).toBe(10);
    expect(open).toBe(0);
  });

  it('C26: the fallback language is en', async () => {
    const i18n = createInstance();
    await i18n.init({
      lng: 'zh-CN',
      fallbackLng: 'en',
      resources: { en: { common: { only: 'English' } }, 'zh-CN': { common: {} } },
      defaultNS: 'common',
    });
    const translate = i18n.t as (key: string) => string;
    expect(translate('only')).toBe('English');
  });
});

describe('C26: the cache of translations', () => {
  it('C26: keeps 500 entries and evicts the least recently used', () => {
    expect(TRANSLATION_CACHE_SIZE).toBe(500);
    const lru = new Lru<number>(500);
    for (let index = 0; index < 500; index++) lru.set(`k${index}`, index);
    expect(lru.get('k0')).toBe(0);
    lru.set('new', 1);
    expect(lru.size).toBe(500);
    expect(lru.get('k1')).toBeUndefined();
    expect(lru.get('k0')).toBe(0);
  });

  it('C26: answers from the cache until the language changes', async () => {
    const i18n = createInstance();
    await i18n.init({
      lng: 'en',
      resources: { en: { a: { hi: 'Hi {{name}}' } }, de: { a: { hi: 'Hallo {{name}}' } } },
      defaultNS: 'a',
    });
    const cache = cacheTranslations(i18n);
    const translate = (name: string) => (i18n.t as (key: string, params: object) => string)('hi', { name });
    expect([translate('Ada'), translate('Ada'), translate('Bob')]).toEqual(['Hi Ada', 'Hi Ada', 'Hi Bob']);
    expect(cache.size).toBe(2);
    await i18n.changeLanguage('de');
    expect(translate('Ada')).toBe('Hallo Ada');
  });
});
