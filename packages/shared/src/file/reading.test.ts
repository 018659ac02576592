import { expect, it } from 'vitest';
import { isScan } from './reading.ts';

it.each<[string, string, boolean]>([
  ['words', 'The harbour opens in May.', false],
  ['Chinese', '港口五月开放，船只停靠在码头边。', false],
  ['nothing', ' \n ', true],
  ['a page number', 'Page 12', true],
  [
    'characters of a private area',
    '\ue012\ue034\ue055 \ue021\ue011\ue09a\ue001 \ue033\ue021\ue055\ue0aa\ue010',
    true,
  ],
  ['control characters', '\u0001\u0002\u0003\u0004\u0005\u0006\u0007\u0010\u0011\u0012\u0013\u0014', true],
  ['some symbols of a private area between words', '\ue012 Opening hours of the harbour \ue034', false],
])('a page of a PDF with %s', (_, text, isOne) => {
  expect(isScan(text)).toBe(isOne);
});
