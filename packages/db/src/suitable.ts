import { sql } from 'kysely';
import type { Db } from './database.ts';
import { migrations } from './migrations/index.ts';
import { OperatorError } from './operator-error.ts';
import { unreachable } from './unreachable.ts';

const OLDEST_VERSION = 150_000;

interface Facts {
  version: number;
  versionName: string;
  encoding: string;
  isMigrated: boolean;
  /** Tables in our schema that no extension brought. */
  tables: string[];
}

/**
 * Looks whether a database can hold an installation, before anything is changed in it.
 * @throws OperatorError when it does not answer, is too old, has another encoding, holds another program's tables or
 * was used by a newer Tandem
 */
export async function requireSuitable(db: Db): Promise<void> {
  const facts = await factsOf(db);
  if (facts.version < OLDEST_VERSION)
    throw new OperatorError(
      `The database in DATABASE_URL is PostgreSQL ${facts.versionName}; Tandem needs 15 or newer.`,
    );
  if (facts.encoding !== 'UTF8')
    throw new OperatorError(
      `The database in DATABASE_URL has the encoding ${facts.encoding}; create one with: create database tandem encoding 'UTF8' template template0`,
    );
  const known = Object.keys(migrations);
  const ran = facts.isMigrated ? await migrationsIn(db) : [];
  const isOurs = ran.length > 0 && ran[0] === known[0];
  if (!isOurs && facts.tables.some((name) => !name.startsWith('kysely_')))
    throw new OperatorError(
      `The database in DATABASE_URL holds tables of another program (${facts.tables.slice(0, 3).join(', ')}). Give Tandem a database of its own.`,
    );
  const newer = ran.filter((name) => !known.includes(name));
  if (newer.length > 0)
    throw new OperatorError(
      `This database was used by a newer Tandem, which changed it (${newer.join(', ')}). Start that version or a later one, or restore a backup from before.`,
    );
}

async function factsOf(db: Db): Promise<Facts> {
  try {
    const { rows } = await sql<Facts>`
      select current_setting('server_version_num')::int as "version", current_setting('server_version') as "versionName",
        current_setting('server_encoding') as "encoding", to_regclass('public.kysely_migration') is not null as "isMigrated",
        coalesce((
          select array_agg("class".relname::text order by "class".relname)
          from pg_class "class" join pg_namespace "space" on "space".oid = "class".relnamespace
          where "space".nspname = 'public' and "class".relkind in ('r', 'p') and not exists (
            select from pg_depend where objid = "class".oid and deptype = 'e'
          )
        ), '{}') as "tables"
    `.execute(db);
    if (!rows[0]) throw new Error('the database told nothing of itself');
    return rows[0];
  } catch (error) {
    throw unreachable(error) ?? error;
  }
}

async function migrationsIn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
