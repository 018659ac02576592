import { describe, expect, it } from 'vitest';
import { cleanText, plainJson } from './plain.ts';

describe('plainJson', () => {
  it('leaves plain data unchanged', () => {
    const value = { a: [1, 'two', true, null, { b: -0.5 }] };
    expect(plainJson(value, 1_000)).toEqual(value);
  });

  it.each([
    ['NUL in keys and values', { 'a\0b': 'c\0d' }, { ab: 'cd' }],
    ['half pairs', { '\ud83d': '\udc00' }, { '\ufffd': '\ufffd' }],
    ['numbers that JSON has not', [Number.NaN, Number.POSITIVE_INFINITY], [null, null]],
    ['what is no data', { f: () => 1, u: undefined, s: Symbol('s'), n: 1n }, { f: null, s: null, n: null }],
    ['dates', [new Date(0), new Date(Number.NaN)], ['1970-01-01T00:00:00.000Z', null]],
    ['prototypes', JSON.parse('{"__proto__": {"admin": true}, "a": 1}'), { a: 1 }],
  ])('cleans %s', (_name, value, expected) => {
    const plain = plainJson(value, 1_000);
    expect(plain).toEqual(expected);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('stops at endless nesting, including cycles', () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    expect(JSON.stringify(plainJson(loop, 10_000)).length).toBeLessThan(1_000);
    loop.again = loop;
    expect(String(plainJson(loop, 10_000)).length).toBeLessThan(10_100);
  });

  it('shortens large values and says by how much', () => {
    const plain = plainJson({ long: 'x'.repeat(500) }, 100) as string;
    expect(plain).toMatch(/^\{"long":"x+\n… \(\d+ more characters left out\)$/);
  });
});

it('cleanText leaves storable text alone', () => {
  expect(cleanText('😀 é 猫\n')).toBe('😀 é 猫\n');
});
