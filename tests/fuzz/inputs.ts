import fc from 'fast-check';
import { idOf, isPlaceId } from '../contract/samples.ts';
import type { JsonSchema } from '../contract/surface.ts';
import type { Place } from '../running/sample-data.ts';

/** Text that has broken programs before. */
const oddText = fc.constantFrom(
  '',
  ' ',
  '\0',
  'a\0b',
  '\uFEFF',
  '\uD800',
  '\u202Egnp.exe',
  '😀'.repeat(50),
  'İıſK',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-0',
  '1e999',
  '../../../etc/passwd',
  "'; drop table message; --",
  '{{7*7}}#{7*7}<%= 7*7 %>',
  '%00%ff%2e%2e%2f',
  '<script>alert(1)</script>',
  '[x](javascript:alert(1))',
  '\r\nSet-Cookie: a=b',
  'x'.repeat(20_000),
);

const oddNumber = fc.constantFrom(
  0,
  -0,
  -1,
  1,
  0.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  Number.MAX_SAFE_INTEGER,
);

const anything: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  oddNumber,
  fc.boolean(),
  fc.constant(null),
  fc.constant([]),
  fc.constant({}),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Values near those that a schema accepts: mostly the right type, with odd contents; sometimes anything. */
export function near(name: string, schema: JsonSchema, place: Place): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 5, arbitrary: typed(name, schema, place) }, { weight: 1, arbitrary: anything });
}

function typed(name: string, schema: JsonSchema, place: Place): fc.Arbitrary<unknown> {
  if (isPlaceId(name)) return fc.oneof(fc.constant(idOf(name, place)), fc.uuid({ version: 4 }));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => typed(name, each, place)));
  switch (schema.type) {
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: -2, max: 200 }), oddNumber);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(near(name, schema.items ?? {}, place), { maxLength: 5 });
    case 'null':
      return fc.constant(null);
    case 'object':
      return nearObject(schema, place);
    default:
      return schema.format === 'uuid'
        ? fc.uuid({ version: 4 })
        : fc.oneof(oddText, fc.string({ unit: 'grapheme', maxLength: 60 }));
  }
}

/** Whole inputs of a procedure: keys may be missing, and one that nobody asked for may be there. */
export function nearObject(schema: JsonSchema, place: Place): fc.Arbitrary<Record<string, unknown>> {
  const entries = Object.entries(schema.properties ?? {}).map(([name, each]) => [
    name,
    near(name, each, place),
  ]);
  const requiredKeys = schema.required ?? [];
  const known = fc.record(Object.fromEntries(entries) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys,
  });
  const stray = fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: strayKey });
  return fc.tuple(known, stray).map(([input, extra]) => ({ ...input, ...extra }));
}

const strayKey = fc
  .tuple(fc.constantFrom('id', 'teamId', 'role', '__proto__', 'constructor', 'toString', ''), anything)
  .map(([key, value]) => Object.fromEntries([[key, value]]));
