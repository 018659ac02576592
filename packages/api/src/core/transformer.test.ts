import superjson from 'superjson';
import { describe, expect, it } from 'vitest';
import { transformer } from './transformer.ts';

const read = (sent: unknown) => transformer.input.deserialize(JSON.parse(JSON.stringify(sent)));

describe('inputs', () => {
  it.each([
    [undefined],
    [null],
    [{ channelId: 'a', revision: 3 }],
    [{ name: undefined, icon: 'x' }],
    [{ pagination: { page: 1, size: undefined } }],
    [[1, 'two', { three: 3 }]],
  ])('arrive as they were sent: %j', (input) => {
    expect(read(superjson.serialize(input))).toEqual(input);
  });

  it.each([
    ['an array of a length', { json: [9], meta: { values: { 0: [['typed-array', 'Uint8Array']] } } }],
    ['a set', { json: [[1]], meta: { values: { 0: ['set'] } } }],
    ['a pattern', { json: { a: '/(a+)+$/' }, meta: { values: { a: ['regexp'] } } }],
    ['a date', { json: { a: '2026-01-01' }, meta: { values: { a: ['Date'] } } }],
    ['two notes on one value', { json: { a: null }, meta: { values: { a: ['undefined', { b: ['set'] }] } } }],
    ['a note on nothing', { json: {}, meta: { values: { a: ['undefined'] } } }],
    ['a note on a prototype', { json: {}, meta: { values: { '__proto__.toString': ['undefined'] } } }],
    ['a note inside a text', { json: { a: 'text' }, meta: { values: { 'a.length': ['undefined'] } } }],
    ['notes that are a list', { json: {}, meta: { values: [['set']] } }],
    [
      'notes without end',
      {
        json: {},
        meta: { values: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [n, ['undefined']])) },
      },
    ],
    ['no envelope', { channelId: 'a' }],
    ['a text', 'text'],
  ])('that name %s are refused', (_label, sent) => {
    expect(() => read(sent)).toThrow('no more than JSON');
  });
});
