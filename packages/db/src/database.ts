import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { preparing } from './prepared.ts';
import type { Tables } from './tables/index.ts';

/** A connection to the database, or a transaction in it; repos take either. */
export type Db = Kysely<Tables>;

/** An open database. `url` serves clients that must hold their own connection (LISTEN, jobs). */
export interface Database {
  db: Db;
  pool: pg.Pool;
  url: string;
  close(): Promise<void>;
}

export interface ConnectOptions {
  url: string;
  /** Connections held at most. */
  maxConnections?: number;
  /** Told when an idle connection breaks; the pool replaces it by itself. */
  onIdleError?: (error: Error) => void;
}

// bigint columns here are counters (seq, revision) far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Opens a pool; connects lazily. */
export function connect({ url, maxConnections = 10, onIdleError = () => {} }: ConnectOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 10_000,
    application_name: 'tandem',
    // Compiling costs 30 ms and more on queries that run in ten; estimates of trees trigger it needlessly.
    onConnect: async (client) => {
      await client.query('set jit = off');
    },
  });
  // Without a listener a broken idle connection would end the process.
  pool.on('error', onIdleError);
  // The pool listens to idle connections only: one that breaks between two statements of a transaction has
  // nobody else. Whoever holds it learns of it by their next statement.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
  return { db, pool, url, close: () => db.destroy() };
}

type Effect = () => void | Promise<void>;
const effectsOf = new WeakMap<object, Effect[]>();

/**
 * Runs `work` in one transaction, or joins the one it is given. Effects registered with `onCommit` run after
 * the commit, in order; they are skipped when it rolls back.
 */
export async function transaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db);
  const effects: Effect[] = [];
  const result = await db.transaction().execute((tx: Transaction<Tables>) => {
    effectsOf.set(tx, effects);
    return work(tx);
  });
  for (const effect of effects) await effect();
  return result;
}

/** Runs `effect` once the surrounding transaction has committed; at once when there is none. */
export function onCommit(db: Db, effect: Effect): void {
  const effects = effectsOf.get(db);
  if (effects) effects.push(effect);
  else void effect();
}
