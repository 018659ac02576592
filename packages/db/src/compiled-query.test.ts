import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely';
import { expect, it, vi } from 'vitest';
import { compiledQuery } from './compiled-query.ts';
import type { Tables } from './tables/index.ts';

/** A database that answers each query with what it was asked. */
function echoing() {
  class EchoDriver extends DummyDriver {
    override async acquireConnection() {
      return {
        async executeQuery<Row>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
          return { rows: [{ sql, parameters }] } as unknown as QueryResult<Row>;
        },
        async *streamQuery() {},
      };
    }
  }
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new EchoDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

it('a compiled query is built once, and runs with the values of each run in their places', async () => {
  const build = vi.fn((db: Kysely<Tables>, { id, userId }: { id: string; userId: number }) =>
    db
      .selectFrom('channel')
      .select('id')
      .where('id', '=', id)
      .where('name', '=', 'fixed')
      .where(sql<boolean>`"creatorId" = ${userId} or ${userId} = 0`)
      .compile(),
  );
  const find = compiledQuery(build);
  const first = await find(echoing(), { id: 'a', userId: 1 });
  const second = await find(echoing(), { id: 'b', userId: 2 });
  expect(first).toMatchObject([{ parameters: ['a', 'fixed', 1, 1] }]);
  expect(second).toMatchObject([{ parameters: ['b', 'fixed', 2, 2] }]);
  expect(build).toHaveBeenCalledOnce();
});
