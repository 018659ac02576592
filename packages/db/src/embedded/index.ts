import path from 'node:path';
import pg from 'pg';
import { findBinaries } from './binaries.ts';
import { EmbeddedError } from './error.ts';
import { type Home, prepareHome } from './home.ts';
import { databaseName, ensureCluster } from './initdb.ts';
import { claim, type Held, type OwnerKind, type Ownership } from './owner.ts';
import { supervise } from './supervise.ts';

export { EmbeddedError } from './error.ts';

/** The embedded database, open. */
export interface Embedded {
  /** Connection string, by Unix socket. */
  url: string;
  /** True when another process runs the database and we are its guest. */
  shared: boolean;
  /** Leaves the database; stops it if it is ours. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Folder of the cluster; made when missing. */
  dir: string;
  /** Receives the database's output, line by line, and our own steps. */
  log: (line: string) => void;
  /** Receives the few sentences for the person at the terminal; `log` by default. */
  tell?: (sentence: string) => void;
  /** Further arguments for `postgres`. */
  flags?: string[];
}

/**
 * Starts the cluster for a server, creating it if necessary. Waits for a command that holds it.
 * @throws EmbeddedError when another server holds it, or it does not start
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dir, log, tell = log } = options;
  const home = prepareHome(dir, tell);
  for (;;) {
    const claimed = await claim(home, 'server');
    if ('own' in claimed) return run(home, claimed.own, 'server', options);
    const { held } = claimed;
    if (held.kind === 'server') {
      held.detach();
      throw new EmbeddedError(
        `Another Tandem server (process ${held.pid}) is using ${path.resolve(dir)}. ` +
          'Stop it first, or give this one its own DATA_DIR.',
      );
    }
    tell(`Waiting for a command (process ${held.pid}) to finish`);
    await held.gone;
  }
}

/**
 * Opens the cluster for a command: as a guest of a running server, else by running it temporarily.
 * @throws EmbeddedError when it does not start
 */
export async function attachEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const home = prepareHome(options.dir, options.tell ?? options.log);
  for (;;) {
    const claimed = await claim(home, 'command');
    if ('own' in claimed) return run(home, claimed.own, 'command', options);
    if (await claimed.held.ready) return guest(home, claimed.held);
  }
}

function guest(home: Home, held: Held): Embedded {
  return { url: urlOf(home, databaseName), shared: true, stop: async () => held.detach() };
}

async function run(
  home: Home,
  ownership: Ownership,
  kind: OwnerKind,
  { log, flags = [] }: EmbeddedOptions,
): Promise<Embedded> {
  try {
    const binaries = findBinaries(home);
    await ensureCluster(home, binaries);
    const database = await supervise({ home, binaries, flags, log });
    await ensureDatabase(home);
    ownership.ready();
    return {
      url: urlOf(home, databaseName),
      shared: false,
      async stop() {
        // A command's guest is a concurrent command, which may finish.
        if (kind === 'command') await ownership.unattended();
        await database.stop();
        await ownership.release();
      },
    };
  } catch (error) {
    await ownership.release();
    throw error;
  }
}

/** Apart from initdb, so that a kill between the two is made good by the next start. */
async function ensureDatabase(home: Home): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(home, 'postgres') });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`create database "${databaseName}"`);
  } finally {
    await client.end();
  }
}

function urlOf(home: Home, database: string): string {
  return `postgres://${databaseName}@/${database}?host=${encodeURIComponent(home.sockets)}`;
}
