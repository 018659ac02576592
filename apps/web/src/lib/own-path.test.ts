import { expect, it } from 'vitest';
import { ownPath } from './own-path.ts';

it.each(['/s/a?b=c#d', '/home', '/'])('keeps our own path %s', (path) => {
  expect(ownPath(path)).toBe(path);
});

it.each([
  undefined,
  null,
  7,
  '',
  'home',
  '//evil.example',
  '/\\evil.example',
  '\\/evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/./\n/evil.example',
])('redirects home instead of %j', (path) => {
  expect(ownPath(path)).toBe('/home');
});
