import { expect, it } from 'vitest';
import { withChoices } from './expanded.ts';

it('keeps the nodes opened and closed last, up to a bound', () => {
  const chosen = { a: true, b: false, c: true };
  expect(withChoices(chosen, ['a', 'd'], false, 3)).toEqual({ c: true, a: false, d: false });
  expect(withChoices(chosen, ['b'], true)).toEqual({ a: true, c: true, b: true });
});
