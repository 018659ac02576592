import { describe, expect, it } from 'vitest';
import { processorTime } from '../testing/processor-time.ts';
import { breachOf } from './check.ts';

describe('a schema built to exhaust the checker', () => {
  const each = (items: object) => ({ type: 'object', properties: { list: { items } } });
  const many = Array.from({ length: 3_500 }, (_, index) => `x${index}`);

  it.each<[string, object, unknown]>([
    ['long references', { $ref: `#/${Array(7_000).fill('x').join('/')}` }, 0],
    ['long choices', { enum: many }, 'x3499'],
    ['many types', { type: [...many, 'number'] }, 0],
    ['many keys that are needed', { required: Array(3_500).fill('a') }, { a: 1 }],
  ])('is abandoned: %s', async (_name, items, value) => {
    const list = Array(16_000).fill(value);
    expect(await processorTime(() => breachOf(each(items), { list }))).toBeLessThan(1_000);
  });

  it('does not keep an honest schema from being checked to its end', () => {
    const list = [...Array(400).fill('x5'), 'y'];
    expect(breachOf(each({ enum: many.slice(0, 100) }), { list })).toMatchObject({ path: 'list.400' });
  });
});
