import { describe, expect, it } from 'vitest';
import { localeOf } from './locale.ts';

describe('localeOf', () => {
  it.each([
    ['en', ['en-GB', 'en'], 'en-GB'],
    ['en', ['de-DE', 'en-AU', 'en-US'], 'en-AU'],
    ['en', ['zh-CN', 'fr'], 'en'],
    ['zh-CN', ['en-GB', 'zh-SG'], 'zh-SG'],
    ['zh-CN', ['zh-TW', 'zh-HK'], 'zh-CN'],
    ['zh-CN', ['zh'], 'zh'],
    ['en', ['not a language', 'en-NZ'], 'en-NZ'],
    ['en', [], 'en'],
  ])('%s in a browser of %j is written as in %s', (language, wanted, expected) => {
    expect(localeOf(language, wanted)).toBe(expected);
  });

  it('gives the hours of a region', () => {
    const written = (region: string) =>
      new Intl.DateTimeFormat(localeOf('en', [region]), { hour: 'numeric', minute: '2-digit' }).format(
        new Date(2026, 10, 24, 22, 47),
      );
    expect(written('en-GB')).toBe('22:47');
    expect(written('en-US')).toMatch(/^10:47\sPM$/);
  });
});
