import type pg from 'pg';

/** A table with its columns that hold data. */
export interface BackupTable {
  name: string;
  columns: string[];
}

/** Quotes a name for SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Lists every table with people's data; the migration state is in the manifest instead. */
export async function listTables(client: pg.Client): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not like 'kysely\\_%'
    order by c.relname`);
  return rows;
}

/** Names of the migrations that made the schema; null when Tandem never migrated this database. */
export async function listMigrations(client: pg.Client): Promise<string[] | null> {
  const { rows: found } = await client.query("select to_regclass('public.kysely_migration') as at");
  if (found[0]?.at === null) return null;
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name');
  return rows.map(({ name }) => name);
}

/** Whether anyone has an account. Rows created by a first start, before people come, do not count. */
export async function hasPeople(client: pg.Client, tables: BackupTable[]): Promise<boolean> {
  if (!tables.some(({ name }) => name === 'user')) return false;
  const { rows } = await client.query('select exists (select from "user") as some');
  return rows[0]?.some === true;
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/**
 * Runs `load` without foreign keys, which cyclic references would violate in any order, then restores and
 * checks them. Call within a transaction.
 */
export async function withoutForeignKeys(client: pg.Client, load: () => Promise<void>): Promise<void> {
  const { rows: keys } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`);
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  await load();
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
}

/** Advances every sequence past its highest number in use. */
export async function advanceCounters(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; counter: string }>(`
    select c.oid::regclass::text as "table", a.attname as column,
      pg_get_serial_sequence(c.oid::regclass::text, a.attname) as counter
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and pg_get_serial_sequence(c.oid::regclass::text, a.attname) is not null`);
  for (const { table, column, counter } of rows)
    await client.query(
      `select setval($1, coalesce(max(${quoted(column)}), 1), max(${quoted(column)}) is not null) from ${table}`,
      [counter],
    );
}
