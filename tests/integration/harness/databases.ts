import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** The same server, another database. */
export function databaseOn(url: string, name: string): string {
  // A socket's URL has no host, which the URL class cannot hold; the name is the part before "?".
  const [address = '', query] = url.split('?');
  const named = address.replace(/\/[^/]*$/, `/${name}`);
  return query === undefined ? named : `${named}?${query}`;
}

/** Runs one statement on a connection of its own. */
export async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Removes the databases whose names have this prefix, and ends their connections. */
export async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [
      prefix,
    ]);
    for (const { datname } of rows) await client.query(`drop database if exists "${datname}" with (force)`);
  } finally {
    await client.end();
  }
}

/** A fresh migrated database; `drop` removes it and ends its connections. */
export async function createDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const { url, template } = inject('cluster');
  const name = `${template}_${randomUUID().slice(0, 8)}`;
  await execute(url, `create database "${name}" template "${template}"`);
  return {
    url: databaseOn(url, name),
    drop: () => execute(url, `drop database if exists "${name}" with (force)`),
  };
}
