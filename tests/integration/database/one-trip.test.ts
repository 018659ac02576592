import { connect, type Database, transaction } from '@tandem/db';
import { inOneTrip } from '@tandem/db/one-trip';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDatabase } from '../harness/databases.ts';

let database: Database;
let drop: () => Promise<void>;

beforeEach(async () => {
  const created = await createDatabase();
  drop = created.drop;
  database = connect({ url: created.url, maxConnections: 2 });
  await sql`create table thing (id int primary key, name text)`.execute(database.db);
  await sql`insert into thing values (1, 'one')`.execute(database.db);
});
afterEach(async () => {
  await database.close();
  await drop();
});

const names = async () => {
  const { rows } = await sql<{ name: string }>`select name from thing order by id`.execute(database.db);
  return rows.map(({ name }) => name);
};

it('runs statements in their order, each seeing what those before it did', async () => {
  const found = await transaction(database.db, (tx) =>
    inOneTrip(tx, [
      sql`insert into thing values (2, 'two')`.compile(tx),
      sql<{ count: number }>`select count(*) from thing`.compile(tx),
      sql<{ id: number }>`delete from thing where id = ${1} returning id`.compile(tx),
    ]),
  );
  expect(found).toEqual([[], [{ count: 2 }], [{ id: 1 }]]);
  expect(await names()).toEqual(['two']);
});

it('lets a statement see what was committed while the one before it waited for a lock', async () => {
  const locked = Promise.withResolvers<void>();
  const first = transaction(database.db, async (tx) => {
    await sql`select from thing where id = 1 for update`.execute(tx);
    locked.resolve();
    // Until the other waits for that lock.
    await sql`select pg_sleep(0.3)`.execute(tx);
    await sql`insert into thing values (2, 'two')`.execute(tx);
  });
  await locked.promise;
  const [, seen] = await transaction(database.db, (tx) =>
    inOneTrip(tx, [
      sql`select from thing where id = 1 for update`.compile(tx),
      sql<{ name: string }>`select name from thing order by id`.compile(tx),
    ]),
  );
  await first;
  expect(seen).toEqual([{ name: 'one' }, { name: 'two' }]);
});

it('throws what the first failing statement threw, and leaves the connection usable', async () => {
  const failing = transaction(database.db, (tx) =>
    inOneTrip(tx, [
      sql`insert into thing values (2, 'two')`.compile(tx),
      sql`insert into thing values (1, 'again')`.compile(tx),
      sql`select 1`.compile(tx),
    ]),
  );
  await expect(failing).rejects.toThrow('duplicate key');
  expect(await names()).toEqual(['one']);
});

it('is refused outside of a transaction', async () => {
  await expect(inOneTrip(database.db, [sql`select 1`.compile(database.db)])).rejects.toThrow('transaction');
});

it('a transaction without a statement commits and rolls back nothing', async () => {
  expect(await transaction(database.db, async () => 'done')).toBe('done');
  const failing = transaction(database.db, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  // The next statement on the connection is in no transaction.
  await sql`insert into thing values (2, 'two')`.execute(database.db);
  expect(await names()).toEqual(['one', 'two']);
});
