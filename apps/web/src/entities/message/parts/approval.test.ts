import { expect, it } from 'vitest';
import { fieldsOf, inOrder, inputOf, objectFrom } from './approval.ts';

const schema = {
  type: 'object',
  properties: {
    title: { type: 'string', description: 'What it is called' },
    kind: { type: 'string', enum: ['a', 'b'] },
    count: { type: 'integer' },
    loud: { type: 'boolean' },
    tags: { type: 'array' },
  },
  required: ['title'],
};
const input = { title: 'Milk', kind: 'b', count: 2, loud: true, tags: ['x'], more: 'kept' };

it('shows an input as fields and returns the same', () => {
  const fields = fieldsOf(schema, input) ?? [];
  expect(fields.map(({ name, kind }) => [name, kind])).toEqual([
    ['title', 'text'],
    ['kind', 'choice'],
    ['count', 'number'],
    ['loud', 'switch'],
    ['tags', 'json'],
    ['more', 'text'],
  ]);
  expect(inputOf(fields)).toEqual({ input });
});

it('keeps the tool’s order of fields, with unknown ones at the end', () => {
  const order = ['title', 'body', 'assignee'];
  const stored = { properties: { body: {}, title: {}, assignee: {} } };
  const fields = fieldsOf(stored, { more: 1, title: 'x' }, order) ?? [];
  expect(fields.map(({ name }) => name)).toEqual(['title', 'body', 'assignee', 'more']);
  expect(inOrder(['more', 'body', 'title'], order)).toEqual(['title', 'body', 'more']);
  expect(inOrder(['b', 'a'])).toEqual(['b', 'a']);
});

it('leaves out fields the model left out', () => {
  expect(inputOf(fieldsOf(schema, { title: 'x' }) ?? [])).toEqual({ input: { title: 'x' } });
});

it('names the field whose number or JSON is invalid', () => {
  const fields = fieldsOf(schema, input) ?? [];
  const with_ = (name: string, text: string) => fields.map((f) => (f.name === name ? { ...f, text } : f));
  expect(inputOf(with_('count', 'two'))).toEqual({ bad: 'count' });
  expect(inputOf(with_('count', '"2"'))).toEqual({ bad: 'count' });
  expect(inputOf(with_('tags', '[1'))).toEqual({ bad: 'tags' });
  expect(inputOf(with_('count', ''))).toMatchObject({ input: { title: 'Milk' } });
});

it('falls back to JSON for inputs that are not objects or have very many fields', () => {
  expect(fieldsOf(schema, 'text')).toBeNull();
  expect(fieldsOf({}, Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`k${i}`, i])))).toBeNull();
  expect(objectFrom('[]')).toBeNull();
  expect(objectFrom('{"a":1}')).toEqual({ a: 1 });
});

it('survives invalid schemas and odd values', () => {
  expect(inputOf(fieldsOf(null, { a: null }) ?? [])).toEqual({ input: { a: null } });
  expect(inputOf(fieldsOf({ properties: { a: { type: 'string' } } }, { a: 7 }) ?? [])).toEqual({
    input: { a: 7 },
  });
});
