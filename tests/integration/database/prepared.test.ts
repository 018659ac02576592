import { connect, type Database, transaction } from '@tandem/db';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDatabase } from '../harness/databases.ts';

let database: Database;
let drop: () => Promise<void>;

beforeEach(async () => {
  const created = await createDatabase();
  drop = created.drop;
  // One connection, so that its prepared statements can be inspected.
  database = connect({ url: created.url, maxConnections: 1 });
  await sql`create table thing (id int)`.execute(database.db);
  await sql`insert into thing values (1), (2)`.execute(database.db);
});
afterEach(async () => {
  await database.close();
  await drop();
});

async function prepared(): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
    database.db,
  );
  return rows.map(({ statement }) => statement);
}

const things = (id: number, db = database.db) => sql`select * from thing where id = ${id}`.execute(db);

it('prepares a statement once it has run a few times, with the same result', async () => {
  const before = await things(1);
  expect(await prepared()).toEqual([]);
  for (let use = 0; use < 3; use++) await things(2);
  expect(await prepared()).toEqual(['select * from thing where id = $1']);
  expect((await things(1)).rows).toEqual(before.rows);
  expect((await things(3)).rows).toEqual([]);
});

it('continues when a newer server changes a table', async () => {
  for (let use = 0; use < 5; use++) await things(1);
  await sql`alter table thing add column name text default 'new'`.execute(database.db);
  expect((await things(1)).rows).toEqual([{ id: 1, name: 'new' }]);
  expect((await things(2)).rows).toEqual([{ id: 2, name: 'new' }]);
});

it('fails at most one transaction when that happens in its middle', async () => {
  for (let use = 0; use < 5; use++) await things(1);
  await sql`alter table thing add column name text`.execute(database.db);
  const inTransaction = () => transaction(database.db, (tx) => things(1, tx));
  await expect(inTransaction()).rejects.toThrow('cached plan');
  expect((await inTransaction()).rows).toEqual([{ id: 1, name: null }]);
});

it('reports an invalid statement as it would unprepared', async () => {
  const wrong = (id: number) => sql`select * from nothing where id = ${id}`.execute(database.db);
  for (let use = 0; use < 5; use++) await expect(wrong(1)).rejects.toThrow('"nothing" does not exist');
});

it('keeps no more than two hundred', async () => {
  for (let n = 0; n < 205; n++)
    for (let use = 0; use < 3; use++) await sql`select ${sql.raw(`${n}`)} + ${use}::int`.execute(database.db);
  expect(await prepared()).toHaveLength(200);
});
