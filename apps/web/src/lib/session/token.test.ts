import { describe, expect, it } from 'vitest';
import { decodeToken, TokenFormatError } from './token.ts';

function section(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

describe('C21: tokens', () => {
  it('C21: header and payload are base64url JSON in UTF-8', () => {
    const token = `${section({ alg: 'HS256' })}.${section({ name: 'Zoë 漢字 ÿþ?>' })}.sig`;
    expect(decodeToken(token)).toEqual({ header: { alg: 'HS256' }, payload: { name: 'Zoë 漢字 ÿþ?>' } });
  });

  it.each(['', 'a', 'a.b', 'a.b.c.d', '...'])('C21: %j does not have three parts', (token) => {
    expect(() => decodeToken(token)).toThrow(TokenFormatError);
    expect(() => decodeToken(token)).toThrow(/invalid token format/i);
  });

  it.each([
    ['not base64url', '%%%.e30.sig'],
    ['not JSON', `${btoa('nope')}.e30.sig`],
    ['an array', `${section([1])}.e30.sig`],
    ['padded', `${btoa('{}x').padEnd(8, '=')}.e30.sig`],
    ['empty', '.e30.sig'],
  ])('C21: a header that is %s is refused', (_name, token) => {
    expect(() => decodeToken(token)).toThrow(TokenFormatError);
  });
});
