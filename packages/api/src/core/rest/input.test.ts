import { pageRequestSchema } from '@tandem/shared/pagination/schema';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { mergeInput } from './input.ts';

const nothing = { path: {}, query: {}, body: undefined };

describe('mergeInput', () => {
  it('merges path, query and body under the procedure’s own names', () => {
    const schema = z.strictObject({ channelId: z.string(), limit: z.int(), name: z.string() });
    const merged = mergeInput(
      { path: { id: 'c1' }, query: { limit: '5' }, body: { name: 'x' } },
      { schema, rename: { id: 'channelId' } },
    );
    expect(merged).toEqual({ channelId: 'c1', limit: 5, name: 'x' });
  });

  it.each([
    ['path and body', { path: { id: 'a' }, query: {}, body: { id: 'b' } }],
    ['path and query', { path: { id: 'a' }, query: { id: 'b' }, body: {} }],
    ['body and query', { path: {}, query: { id: 'b' }, body: { id: 'b' } }],
    ['both spellings of a renamed key', { path: { id: 'a' }, query: {}, body: { channelId: 'b' } }],
  ])('refuses a key given twice: %s', (_where, input) => {
    const schema = z.strictObject({ channelId: z.string() });
    expect(() => mergeInput(input, { schema, rename: { id: 'channelId' } })).toThrow('invalidInput');
  });

  it('drops keys that GET of the same resource returns', () => {
    const schema = z.strictObject({ id: z.string(), name: z.string() });
    const body = { id: 'a', createdAt: 'x', name: 'n' };
    expect(
      mergeInput({ ...nothing, path: { id: 'a' }, body }, { schema, ignore: ['id', 'createdAt'] }),
    ).toEqual({
      id: 'a',
      name: 'n',
    });
  });

  it('refuses a body that contradicts the address', () => {
    const rules = { schema: z.strictObject({ id: z.string() }), ignore: ['id'] };
    const body = { id: 'b' };
    expect(() => mergeInput({ ...nothing, path: { id: 'a' }, body }, rules)).toThrow('invalidInput');
    // There the first parameter is the container.
    expect(() => mergeInput({ ...nothing, path: { id: 'a', docId: 'b' }, body }, rules)).not.toThrow();
  });

  it.each([[[]], ['text'], [7], [true]])('refuses a body that is not an object: %j', (body) => {
    expect(() => mergeInput({ ...nothing, body }, { schema: z.strictObject({}) })).toThrow('invalidInput');
  });

  const paged = z.strictObject({ pagination: pageRequestSchema.optional() });
  it.each([
    ['a JSON value', { pagination: '{"currentPage":2,"pageSize":5}' }],
    ['flat parameters', { currentPage: '2', pageSize: '5' }],
  ])('C40: accepts pagination as %s', (_how, query) => {
    const merged = mergeInput({ ...nothing, query }, { schema: paged });
    expect(paged.parse(merged)).toEqual({ pagination: { currentPage: 2, pageSize: 5 } });
  });

  it('leaves invalid text for the schema to refuse', () => {
    const schema = z.strictObject({ limit: z.int(), on: z.boolean(), filter: z.array(z.string()) });
    const query = { limit: '5x', on: 'yes', filter: '[broken' };
    expect(mergeInput({ ...nothing, query }, { schema })).toEqual(query);
  });

  it('cannot pollute prototypes', () => {
    const body = JSON.parse('{"__proto__": {"polluted": true}, "name": "n"}');
    const schema = z.strictObject({ name: z.string() });
    const merged = mergeInput({ ...nothing, body }, { schema });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(schema.safeParse(merged).success).toBe(false);
  });
});
