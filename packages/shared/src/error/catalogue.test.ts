import { expect, test } from 'vitest';
import { errorCatalogue } from './catalogue.ts';

test('every error has a unique number that begins with its status', () => {
  const entries = Object.entries(errorCatalogue);
  const codes = entries.map(([, { code }]) => code);
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  for (const [key, { code, status }] of entries) expect(Math.floor(code / 100), key).toBe(status);
});
