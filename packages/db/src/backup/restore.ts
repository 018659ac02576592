import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { connect } from '../database.ts';
import { migrate } from '../migrate.ts';
import { migrations as known } from '../migrations/index.ts';
import { BackupError } from './error.ts';
import type { Manifest, Totals } from './manifest.ts';
import { readBackup } from './read.ts';
import {
  advanceCounters,
  type BackupTable,
  hasPeople,
  listMigrations,
  listTables,
  quoted,
  withoutForeignKeys,
} from './tables.ts';

export interface RestoreOptions {
  file: string;
  url: string;
  filesDir: string;
  /** Replaces the database's content. */
  force: boolean;
  /**
   * Receives the generated secret key of the backed-up installation before anything is changed; throwing
   * refuses the backup.
   */
  keepSecretKey(key: Buffer): void;
}

/**
 * Restores a backup into a database without people, at its own schema version, and then migrates it. The
 * backup is read completely before anything is changed, and its rows appear atomically.
 * @throws BackupError when the backup is damaged, of a newer Tandem, or the database is in use
 */
export async function restoreBackup(
  options: RestoreOptions,
): Promise<{ manifest: Manifest; totals: Totals }> {
  const { manifest, totals } = await readBackup(options.file, async () => ({
    secretKey: async (key) => options.keepSecretKey(key),
  }));
  const newer = manifest.migrations.filter((name) => !(name in known));
  if (newer.length > 0)
    throw new BackupError(
      `This backup was made by a newer Tandem (${manifest.madeBy}), whose schema has ${newer.join(', ')}. Update first.`,
    );
  const client = new pg.Client({ connectionString: options.url, application_name: 'tandem restore' });
  await client.connect();
  try {
    await refuseCompany(client);
    await makeRoom(client, options.force);
    await migrateTo(options.url, manifest.migrations.at(-1));
    await client.query('begin');
    await withoutForeignKeys(client, () => load(client, options, totals)).catch((error: unknown) => {
      throw damaged(error) ?? error;
    });
    await advanceCounters(client);
    await client.query('commit');
  } finally {
    await client.end();
  }
  await migrateTo(options.url);
  return { manifest, totals };
}

/** Converts the database's errors about a backup's rows: invalid values, missing or duplicate rows. */
function damaged(error: unknown): BackupError | null {
  if (!(error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code)))) return null;
  return new BackupError(`This backup is damaged: the database refuses its rows (${error.message}).`, error);
}

/** A running server would continue with its memory of the old rows. */
async function refuseCompany(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name like 'tandem%'`,
  );
  if (rows[0]?.n > 0)
    throw new BackupError('A Tandem server is running on this database. Stop it, then restore.');
}

async function makeRoom(client: pg.Client, force: boolean): Promise<void> {
  const tables = await listTables(client);
  const migrated = await listMigrations(client);
  if (tables.length > 0 && !migrated)
    throw new BackupError(
      'This database holds tables that are not Tandem’s. Restore into a database of its own.',
    );
  if (!force && (await hasPeople(client, tables)))
    throw new BackupError(
      'People have accounts in this database. Restore into an empty one, or add --force to replace everything.',
    );
  if (!migrated) return;
  await client.query('begin');
  await client.query('drop schema public cascade');
  await client.query('create schema public');
  // The queue and its tables are made again by the next start.
  await client.query('drop schema if exists job cascade');
  await client.query('commit');
}

async function migrateTo(url: string, name?: string): Promise<void> {
  const database = connect({ url, maxConnections: 1 });
  try {
    await migrate(database.db, name);
  } finally {
    await database.close();
  }
}

async function load(client: pg.Client, { file, filesDir }: RestoreOptions, totals: Totals): Promise<void> {
  const loading = new TableLoader(client);
  let files = 0;
  await readBackup(file, async ({ tables }) => ({
    tablePart: (name, content) =>
      loading.part(
        tables.find((table) => table.name === name),
        content,
      ),
    async file(name, content) {
      const target = path.join(filesDir, name);
      mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
      await pipeline(content, createWriteStream(target, { mode: 0o600 }));
      files += 1;
    },
  }));
  await loading.finish();
  const wrong = Object.entries(totals.rows).filter(
    ([table, rows]) => (loading.rows.get(table) ?? 0) !== rows,
  );
  if (wrong.length > 0 || files !== totals.files)
    throw new BackupError(
      `This backup is damaged: ${wrong.map(([table]) => table).join(', ') || 'files'} are not complete.`,
    );
}

/** Feeds the parts of each table into one COPY, since a table's rows may refer to each other. */
class TableLoader {
  readonly rows = new Map<string, number>();
  private readonly client: pg.Client;
  private current: { name: string; copy: CopyStreamQuery; done: Promise<void> } | null = null;

  constructor(client: pg.Client) {
    this.client = client;
  }

  async part(table: BackupTable | undefined, content: NodeJS.ReadableStream): Promise<void> {
    if (!table) return;
    if (this.current?.name !== table.name) {
      await this.finish();
      this.begin(table);
    }
    if (!this.current) return;
    const { copy, done } = this.current;
    // The COPY outlives this part, and ends before it only by failing.
    const target = new Writable({ write: (chunk, encoding, next) => void copy.write(chunk, encoding, next) });
    await Promise.race([pipeline(content, target), done]);
  }

  async finish(): Promise<void> {
    if (!this.current) return;
    const { name, copy, done } = this.current;
    this.current = null;
    copy.end();
    await done;
    this.rows.set(name, copy.rowCount);
  }

  private begin({ name, columns }: BackupTable): void {
    const copy = this.client.query(
      copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`),
    );
    const done = new Promise<void>((resolve, reject) => {
      copy.once('error', reject).once('finish', resolve);
    });
    // The failure is reported to a later waiter, if any.
    done.catch(() => {});
    this.current = { name, copy, done };
  }
}
