import { expect, it } from 'vitest';
import { spellAddress } from './spell.ts';

it.each([
  ['https://Example.com:443/a?b=c#d', 'https://', 'example.com', '/a?b=c#d', null],
  ['http://example.com:8080', 'http://', 'example.com:8080', '/', null],
  [
    'https://example.com/?q=Gehalt%20von%20Ada',
    'https://',
    'example.com',
    '/?q=Gehalt%20von%20Ada',
    '/?q=Gehalt von Ada',
  ],
  ['https://example.com/工资', 'https://', 'example.com', '/%E5%B7%A5%E8%B5%84', '/工资'],
  ['https://example.com/%ff%41', 'https://', 'example.com', '/%ff%41', null],
  [
    'https://example.com/a\u202Egpj.exe',
    'https://',
    'example.com',
    '/a%E2%80%AEgpj.exe',
    '/a⟨U+202E⟩gpj.exe',
  ],
  ['https://example.com/\u{E0041}', 'https://', 'example.com', '/%F3%A0%81%81', '/⟨U+E0041⟩'],
  ['https://good.example\\@evil.example', 'https://', 'good.example', '/@evil.example', null],
  [' \thttps://exa\nmple.com/ ', 'https://', 'example.com', '/', null],
  ['https://http.example/http.example', 'https://', 'http.example', '/http.example', null],
])('%s', (text, scheme, host, rest, readable) => {
  const parts = { scheme, credentials: '', host, rest, readable, hasOtherLetters: false };
  expect(spellAddress(text)).toEqual(parts);
});

it('shows a name in other letters as it is looked up', () => {
  expect(spellAddress('https://ехample.com/')).toMatchObject({
    host: new URL('https://ехample.com/').host,
    hasOtherLetters: true,
  });
  expect(spellAddress('https://EXAMPLE。com/')).toMatchObject({
    host: 'example.com',
    hasOtherLetters: false,
  });
});

it('shows what is sent as a user name and password', () => {
  expect(spellAddress('https://ada:90%2C000@evil.example/a')).toMatchObject({
    credentials: 'ada:90%2C000@',
    host: 'evil.example',
    rest: '/a',
    readable: 'ada:90,000@…/a',
  });
  expect(spellAddress('https://evil.example@evil.example/a?b=@c')).toMatchObject({
    credentials: 'evil.example@',
    host: 'evil.example',
    rest: '/a?b=@c',
    readable: null,
  });
});

it.each(['', 'example.com', 'javascript:alert(1)', 'https://', 'file:///etc/passwd'])(
  '%j is none',
  (text) => {
    expect(spellAddress(text)).toBeNull();
  },
);
