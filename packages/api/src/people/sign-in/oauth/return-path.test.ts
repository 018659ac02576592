import { describe, expect, it } from 'vitest';
import { ownPath } from './return-path.ts';

describe('ownPath', () => {
  it.each([
    ['/home', '/home'],
    ['/s/1/c/2?x=1#m', '/s/1/c/2?x=1#m'],
    ['/callback/../home', '/home'],
    ['/search?q=//evil.example', '/search?q=//evil.example'],
  ])('keeps %s', (wanted, path) => {
    expect(ownPath(wanted)).toBe(path);
  });

  it.each([
    undefined,
    '',
    'home',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    '/..//evil.example',
    '/./..//evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    '/api/user/logout',
    '/x/../api/user/logout',
    `/${'a'.repeat(2_000)}`,
  ])('refuses %j', (wanted) => {
    expect(ownPath(wanted)).toBe('/');
  });
});
