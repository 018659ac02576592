import { expect, it } from 'vitest';
import { readAddresses } from './addresses.ts';

it.each([
  ['', [], []],
  ['ada@example.com', ['ada@example.com'], []],
  [
    'Ada@Example.com, grace@example.com;\n bob@example.com',
    ['ada@example.com', 'grace@example.com', 'bob@example.com'],
    [],
  ],
  [
    'Ada Lovelace <ada@example.com>, "Hopper, Grace" <grace@example.com>',
    ['ada@example.com', 'grace@example.com'],
    ['"Hopper'],
  ],
  ['ada@example.com ADA@example.com', ['ada@example.com'], []],
  ['ada@example.com, nobody', ['ada@example.com'], ['nobody']],
  ['(ada@example.com).', ['ada@example.com'], []],
])('parses %j', (text, good, bad) => {
  expect(readAddresses(text)).toEqual({ good, bad });
});
