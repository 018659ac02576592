import { describe, expect, it } from 'vitest';
import { propertyNames } from '../../core/property-names.ts';
import { inOrder, withOrder } from './order.ts';

const schema = {
  type: 'object',
  properties: { title: { type: 'string' }, body: { type: 'string' }, assignee: {} },
};
/** Orders keys as JSONB does: by length, then by bytes. */
const asStored = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .map(([key, each]) => [key, asStored(each)] as const)
          .sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)),
      )
    : value;

describe('property order of a schema', () => {
  it('is restored where keys were reordered', () => {
    const stored = asStored(withOrder(schema)) as object;
    expect(propertyNames(stored)).toEqual(['body', 'title', 'assignee']);
    expect(propertyNames(inOrder(stored))).toEqual(['title', 'body', 'assignee']);
    expect(inOrder(stored)).toEqual(schema);
  });

  it('is the database’s for a schema stored without one', () => {
    expect(propertyNames(inOrder(asStored(schema) as object))).toEqual(['body', 'title', 'assignee']);
    expect(inOrder({ type: 'object' })).toEqual({ type: 'object' });
  });

  it.each([
    ['names that are not there', { ...schema, 'x-tandem-order': ['gone', 'assignee'] }],
    ['no names', { ...schema, 'x-tandem-order': 'assignee' }],
    ['nothing that has names', { type: 'object', properties: null, 'x-tandem-order': ['a'] }],
  ])('handles %s', (_what, stored) => {
    expect(inOrder(stored)).not.toHaveProperty('x-tandem-order');
  });
});
