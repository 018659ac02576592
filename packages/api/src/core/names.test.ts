import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { expect, it } from 'vitest';
import { nameHolds } from './names.ts';

const db = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (each) => new PostgresIntrospector(each),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
/** Number of patterns that compare a query with spellings. */
const patternsOf = (query: string) => nameHolds('app', query).compile(db).sql.split(' ~ ').length - 1;

it.each([
  ['in one word', 'ab李'.repeat(66)],
  ['in several', 'ab李cd李ef李gh李ij李 '.repeat(12)],
])('a query of very many parts %s uses few patterns', (_where, query) => {
  expect(patternsOf(query)).toBeLessThanOrEqual(24);
});

it('a query of few parts uses one pattern per possible spelling', () => {
  expect(patternsOf('李na wang')).toBe(2);
  expect(patternsOf('李')).toBe(0);
});
