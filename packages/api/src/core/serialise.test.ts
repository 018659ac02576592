import superjson from 'superjson';
import { describe, expect, it } from 'vitest';
import { serialise } from './serialise.ts';

const read = (sent: unknown) => superjson.deserialize(JSON.parse(JSON.stringify(sent)));
const at = new Date(1_700_000_000_000);
const circle: { self?: unknown } = {};
circle.self = circle;

describe('a serialised answer', () => {
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'text'],
    ['a date', at],
    ['a list', [1, 'two', [null, [undefined]], at]],
    ['rows', { list: [{ id: 'a', createdAt: at, endedAt: null }, { id: 'b' }], hasMore: false }],
    ['undefined in places', { a: undefined, b: [undefined], c: { d: undefined } }],
    ['a set', new Set([at, 'b', new Set([1])])],
    ['an empty set and map', { set: new Set(), map: new Map() }],
    [
      'a map',
      new Map<unknown, unknown>([
        [at, { at }],
        ['k', new Map([['x', undefined]])],
      ]),
    ],
    ['keys with dots', { 'a.b': at, 'a\\.b': at, 'c\\': { '.': at }, '': { '': at } }],
    ['an object without a prototype', Object.assign(Object.create(null), { at })],
    ['numbers that JSON lacks', { nan: Number.NaN, far: Number.POSITIVE_INFINITY, none: -0 }],
    ['a big number', { size: 10n ** 20n, at }],
    ['an error', { error: new Error('no'), at }],
    ['a pattern', [/a+/gi, at]],
    ['an address', { url: new URL('https://example.com/') }],
    ['a circle', circle],
  ])('equals superjson’s: %s', (_label, value) => {
    expect(read(serialise(value))).toEqual(read(superjson.serialize(value)));
  });

  it('has no metadata when it needs none', () => {
    expect(serialise({ id: 'a', list: [1, null] })).toEqual({ json: { id: 'a', list: [1, null] } });
  });

  it('does not modify its source', () => {
    const value = { at, list: [at], gone: undefined };
    serialise(value);
    expect(value).toEqual({ at, list: [at], gone: undefined });
    expect('gone' in value).toBe(true);
  });

  it.each(['__proto__', 'constructor', 'prototype'])('is refused with the key %s, as by superjson', (key) => {
    const value = JSON.parse(`{"a":{"${key}":1}}`);
    expect(() => serialise(value)).toThrow(/prototype pollution/);
  });
});
