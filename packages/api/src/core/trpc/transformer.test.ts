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
    [new Date(0)],
    [{ date: new Date(), set: new Set([1, 2]), map: new Map([['a', new Date(0)]]) }],
    [{ deep: { list: [{ at: new Date(1) }, new Set([new Date(2)])] } }],
    [new Map([[new Date(3), new Set([new Map([['k', undefined]])])]])],
  ])('arrive as sent: %j', (input) => {
    expect(read(superjson.serialize(input))).toEqual(input);
  });

  it.each([
    ['an array of a length', { json: [9], meta: { values: { 0: [['typed-array', 'Uint8Array']] } } }],
    ['a pattern', { json: { a: '/(a+)+$/' }, meta: { values: { a: ['regexp'] } } }],
    ['an index in two ways', { json: [[1]], meta: { values: { 0: ['set'], '00': ['set'] } } }],
    ['a value that is a set by now', { json: [[1]], meta: { values: { 0: ['set'], '0.0': ['Date'] } } }],
    ['a set of no list', { json: { a: 'x' }, meta: { values: { a: ['set'] } } }],
    ['a map of no pairs', { json: [[1, 2, 3]], meta: { values: ['map'] } }],
    ['a big number', { json: '999', meta: { values: ['bigint'] } }],
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
    expect(() => read(sent)).toThrow('The input must be');
  });
});
