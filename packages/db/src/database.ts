import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { preparing } from './prepared.ts';
import type { Tables } from './tables/index.ts';

/** A connection to the database, or a transaction in it; repos take either. */
export type Db = Kysely<Tables>;

/** An open database. `url` serves clients that must hold their own connection (LISTEN, jobs). */
export interface Database {
  db: Db;
  /**
   * Reads committed data over a few separate connections: for checks of transactions about to commit. These
   * hold connections of `db`, so waiting for another could deadlock.
   */
  committed: Db;
  pool: pg.Pool;
  url: string;
  close(): Promise<void>;
}

export interface ConnectOptions {
  url: string;
  /** Connections held at most. */
  maxConnections?: number;
  /** Called when an idle connection breaks; the pool replaces it. */
  onIdleError?: (error: Error) => void;
}

// bigint columns here are counters (seq, revision) far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Connections for checks: each is used for one short reading at a time, which never waits for a lock of rows. */
const CHECKING_CONNECTIONS = 3;

/** Opens its pools; connects lazily. */
export function connect({ url, maxConnections = 10, onIdleError = () => {} }: ConnectOptions): Database {
  const pool = openPool(url, maxConnections, onIdleError);
  const checking = openPool(url, CHECKING_CONNECTIONS, onIdleError);
  const db = kyselyOver(pool);
  const committed = kyselyOver(checking);
  return {
    db,
    committed,
    pool,
    url,
    async close() {
      await Promise.all([db.destroy(), committed.destroy()]);
    },
  };
}

function kyselyOver(pool: pg.Pool): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
}

function openPool(url: string, max: number, onIdleError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 10_000,
    application_name: 'tandem',
    // Statements that nobody waits between are sent behind each other: see `inOneTrip`.
    pipeline: true,
    // Compiling costs 30 ms and more on queries that run in ten; estimates of trees trigger it needlessly.
    onConnect: async (client) => {
      await client.query('set jit = off');
    },
  });
  // Without a listener a broken idle connection would end the process.
  pool.on('error', onIdleError);
  // The pool listens to idle connections only: without this, one that breaks between two statements of a
  // transaction would end the process. Its holder gets the error with the next statement.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

type Effect = () => void | Promise<void>;
type Check = () => Promise<unknown>;
/** Callbacks at the end of an open transaction. */
interface Ending {
  checks: Check[];
  effects: Effect[];
}
const endings = new WeakMap<object, Ending>();
const checksOf = new WeakMap<object, readonly Check[]>();

/**
 * Runs `work` in a transaction, or joins the given one. Checks registered with `beforeCommit` run last, and
 * roll it back when they throw. Effects registered with `onCommit` run after the commit, in order; a rollback
 * skips them.
 */
export async function transaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db);
  const ending: Ending = { checks: [...(checksOf.get(db) ?? [])], effects: [] };
  const result = await db.transaction().execute(async (tx: Transaction<Tables>) => {
    endings.set(tx, ending);
    const done = await work(tx);
    if (ending.checks.length > 0) {
      await sql`select "hold_rights"()`.execute(tx);
      for (const check of ending.checks) await check();
    }
    return done;
  });
  for (const effect of ending.effects) await effect();
  return result;
}

/** Runs `effect` once the surrounding transaction has committed; immediately without one. */
export function onCommit(db: Db, effect: Effect): void {
  const ending = endings.get(db);
  if (ending) ending.effects.push(effect);
  else void effect();
}

/**
 * Registers a check as the last step of a transaction, which rolls back when it throws. From then until the
 * commit no change that removes rights can commit, so that the check's result still holds at the commit. This
 * lock (`hold_rights` in migration 0015) comes after all others in every transaction, and nothing waits while
 * holding it.
 * @throws Error when `tx` was not opened by `transaction`
 */
export function beforeCommit(tx: Db, check: Check): void {
  const ending = endings.get(tx);
  if (!ending) throw new Error('beforeCommit needs a transaction');
  ending.checks.push(check);
}

/** Returns a database whose transactions all end with a check: see `beforeCommit`. */
export function checkedBeforeCommit(db: Db, check: Check): Db {
  if (db.isTransaction) {
    beforeCommit(db, check);
    return db;
  }
  const checked = db.withTables<Record<never, never>>() as Db;
  checksOf.set(checked, [...(checksOf.get(db) ?? []), check]);
  return checked;
}
