import { describe, expect, it } from 'vitest';
import { readAddress } from './address.ts';

const origin = 'https://tandem.example';
const fileId = '0b6e9d2c-6f0a-4c53-9f0e-6a1b2c3d4e5f';
const content = `/api/files/${fileId}/content`;

/** Spellings of one call that some browser, proxy or server takes for it. */
const calls = [
  '/api/user/logout',
  '/api',
  '/api/',
  '/api?x',
  ' /api/user/logout',
  '\u0000/api/user/logout',
  '/a\tpi/user/logout',
  '/api\n/user/logout',
  '\\api\\user\\logout',
  '/API/user/logout',
  '/%61pi/user/logout',
  '/%2561pi/user/logout',
  '/%252561pi/user/logout',
  '/x/../api/user/logout',
  '/x/%2e%2e/api/user/logout',
  '/x/%2E./api/user/logout',
  '/x/..%2fapi/user/logout',
  '/x%2f..%2fapi%2fuser%2flogout',
  '/x/..%5capi/user/logout',
  '/./api/user/logout',
  '/%2e/api/user/logout',
  '/api;x/user/logout',
  '/x/..;/api/user/logout',
  '/%61pi/%E0%A4%A',
  'api/user/logout',
  './api/user/logout',
  '../api/user/logout',
  '/api/files/../user/logout',
  '/api/files/%2e%2e/user/logout',
  `/api/files/${fileId}`,
  `/api/files/${fileId}/`,
  `/api/files/${fileId}/content/`,
  `/api/files/${fileId}/content/../../../user/logout`,
  `/api/files/${fileId}/content%2f..%2f..%2f..%2fuser%2flogout`,
  `/api/files/${fileId}/delete`,
  `/API/files/${fileId}/content`,
  `/api/files/${fileId.toUpperCase()}/content`,
  `/api//files/${fileId}/content`,
  '/api/files/upload',
  '/api/user.logout',
  '/collab',
  '/metrics',
];

describe('one of our own paths', () => {
  it.each(calls)('is rejected when it is a call: %j', (path) => {
    expect(readAddress(path)).toBeNull();
    expect(readAddress(path, origin)).toBeNull();
  });

  it.each([
    `${origin}/api/user/logout`,
    'HTTPS://TANDEM.EXAMPLE/api/user/logout',
    'https:/api/user/logout',
    'https:api/user/logout',
    '//tandem.example/api/user/logout',
    '/\\tandem.example/api/user/logout',
    '\\\\tandem.example\\api\\user\\logout',
    'https://tandem.example:443/api/user/logout',
    'http://tandem.example/api/user/logout',
    'https://anyone@tandem.example/api/user/logout',
    'https://tandem.example//api/user/logout',
    'ht\ntps://tandem.exa\tmple/api/user/logout',
    'https://tandem%2eexample/api/user/logout',
  ])('is rejected when a full address is a call: %j', (address) => {
    expect(readAddress(address, origin)).toBeNull();
  });

  it.each([
    [content, content],
    [`/api/files/${fileId}/thumbnail`, `/api/files/${fileId}/thumbnail`],
    [`${content}?download=1`, `${content}?download=1`],
    [`${origin}${content}`, content],
    [`/x/../api/files/${fileId}/content`, content],
  ])('may be a file: %s', (address, url) => {
    expect(readAddress(address, origin)).toEqual({ kind: 'file', fileId, url });
  });

  it.each([
    ['/home', '/home'],
    ['/note/a/c/b#block=x', '/note/a/c/b#block=x'],
    [`${origin}/s/1/c/2?x=1`, '/s/1/c/2?x=1'],
    ['/apis', '/apis'],
    ['/search?q=/api/user/logout', '/search?q=/api/user/logout'],
    ['#part', '/#part'],
    ['/100%25', '/100%25'],
    ['/%E4%BD%A0/100%', '/%E4%BD%A0/100%'],
  ])('may be a page: %s', (address, url) => {
    expect(readAddress(address, origin)).toEqual({ kind: 'page', url });
  });
});

describe('any other address', () => {
  it.each([
    ['https://example.com/api/user/logout', 'elsewhere'],
    ['http://example.com', 'elsewhere'],
    ['//evil.example/x', 'elsewhere'],
    ['https://tandem.example.evil.test/', 'elsewhere'],
    ['mailto:ann@example.com', 'contact'],
    ['tel:+441632960000', 'contact'],
  ])('%s is %s', (address, kind) => {
    expect(readAddress(address, origin)).toMatchObject({ kind });
  });

  it.each([
    'javascript:alert(1)',
    'JaVa\tScRiPt:alert(1)',
    'data:text/html,x',
    'blob:https://tandem.example/0b6e9d2c-6f0a-4c53-9f0e-6a1b2c3d4e5f',
    'file:///etc/passwd',
    'vbscript:x',
    'ftp://example.com/x',
    'https://bank.example@evil.example/',
    'https://:x@evil.example/',
    'https://',
    'http://[',
  ])('%j is rejected', (address) => {
    expect(readAddress(address, origin)).toBeNull();
  });
});
