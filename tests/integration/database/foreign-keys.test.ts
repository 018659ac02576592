import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { connect } from '@tandem/db';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createDatabase } from '../harness/databases.ts';

const root = path.resolve(import.meta.dirname, '../../..');

interface ForeignKey {
  child: string;
  columns: string[];
  parent: string;
  cascades: boolean;
  /** Whether a whole index begins with its columns. */
  indexed: boolean;
}

/** Tables from which the sources delete rows. */
async function tablesDeletedFrom(): Promise<Set<string>> {
  const tables = new Set<string>();
  for await (const file of glob('packages/api/src/**/*.ts', { cwd: root })) {
    const source = readFileSync(path.join(root, file), 'utf8');
    for (const [, table = ''] of source.matchAll(/(?:deleteFrom\('|delete from ")(\w+)/g)) tables.add(table);
  }
  return tables;
}

async function foreignKeys(): Promise<ForeignKey[]> {
  const store = await createDatabase();
  const database = connect({ url: store.url });
  const { rows } = await sql<ForeignKey>`
    select "child"."relname" as "child", "parent"."relname" as "parent", "key"."confdeltype" = 'c' as "cascades",
      array(
        select "attname"::text from unnest("key"."conkey") with ordinality as "part" ("number", "place")
        join "pg_attribute" on "attrelid" = "key"."conrelid" and "attnum" = "part"."number" order by "place"
      ) as "columns",
      exists (
        select from "pg_index" where "indrelid" = "key"."conrelid" and "indpred" is null
          and "indkey"::int2[] @> "key"."conkey"
          and ("indkey"::int2[])[0:cardinality("key"."conkey") - 1] <@ "key"."conkey"
      ) as "indexed"
    from "pg_constraint" as "key"
    join "pg_class" as "child" on "child"."oid" = "key"."conrelid"
    join "pg_class" as "parent" on "parent"."oid" = "key"."confrelid"
    where "key"."contype" = 'f' and "key"."connamespace" = 'public'::regnamespace`.execute(database.db);
  await database.close();
  await store.drop();
  return rows;
}

it('references to deleted rows are found by an index', async () => {
  const keys = await foreignKeys();
  expect(keys.length).toBeGreaterThan(20);
  const deleted = await tablesDeletedFrom();
  // A Set iterates over items added meanwhile: a table deleted by cascade is a parent itself.
  for (const table of deleted)
    for (const { child, parent, cascades } of keys) if (cascades && parent === table) deleted.add(child);
  expect([...deleted]).toEqual(expect.arrayContaining(['channel', 'message', 'turn', 'model']));
  const unfound = keys.filter(({ parent, indexed }) => deleted.has(parent) && !indexed);
  expect(unfound.map(({ child, columns }) => `${child} (${columns.join(', ')})`)).toEqual([]);
});
