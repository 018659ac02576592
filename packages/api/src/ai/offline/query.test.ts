import { expect, it } from 'vitest';
import { standaloneQuery } from './query.ts';

it.each([
  [
    'And what about its price?',
    'How deep is the harbour of Trieste?',
    'And what about its price? deep harbour Trieste',
  ],
  ['Trieste?', 'How deep is the harbour?', 'Trieste? deep harbour'],
  ['Who painted Guernica?', 'Where is the harbour?', 'Who painted Guernica?'],
  ['那它呢？', '泊位每晚多少钱', '那它呢？ 泊位每晚多少钱'],
  ['And then?', '', 'And then?'],
])('%s after %s', (question, before, query) => {
  expect(standaloneQuery(question, before)).toBe(query);
});
