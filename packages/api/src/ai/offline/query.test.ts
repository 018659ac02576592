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
  // What is named anew takes the place of the former.
  ['and in February?', 'What did we spend on travel in March?', 'and in February? spend travel'],
  ['What about E44?', 'What does code E43 mean?', 'What about E44? code mean'],
])('%s after %s', (question, before, query) => {
  expect(standaloneQuery(question, before)).toBe(query);
});
