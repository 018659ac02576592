import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';

/** A statement that has run this often is worth keeping prepared. */
const WORTH_USES = 3;
/** Statements kept prepared at most: each connection that runs one holds its plan in the database's memory. */
const MAX_PREPARED = 200;
/** Statements whose uses are counted at most; past that the counting starts anew. */
const MAX_COUNTED = 1_000;
/** "feature not supported", which is also how PostgreSQL says that a prepared statement's columns have changed. */
const NOT_SUPPORTED = '0A000';
/** As Kysely says it, where no isolation is asked for. */
const BEGIN = 'begin';

/**
 * The same pool for Kysely, whose transactions begin with their first statement, and where statements that run again and
 * again are prepared: planning takes longer than running for most of ours. Prepared statements live as long as their connection, so a pooler between us and the
 * database must keep sessions apart, which LISTEN needs anyway.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  const statements = new Statements();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? preparingClient(client, statements);
      clients.set(client, known);
      return known;
    },
  };
}

function preparingClient(client: pg.PoolClient, statements: Statements): PostgresPoolClient {
  /** A transaction was begun, of which the database has not been told yet. */
  let isBeginning = false;

  async function query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    // It travels with the first statement: nobody has to wait for its answer.
    if (text === BEGIN) {
      isBeginning = true;
      return { command: 'SELECT', rowCount: 0, rows: [] };
    }
    const begun = isBeginning ? client.query(BEGIN) : null;
    // Awaited below; the statement behind it may fail first.
    begun?.catch(() => {});
    isBeginning = false;
    const result = await statement<R>(text, parameters);
    // A transaction that was refused must not go on as single statements.
    await begun;
    return result;
  }

  async function statement<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const values = [...parameters];
    const name = values.length === 0 ? null : statements.nameOf(text);
    const plain = async () => (await client.query(text, values)) as unknown as PostgresQueryResult<R>;
    if (name === null) return plain();
    try {
      return (await client.query({ name, text, values })) as unknown as PostgresQueryResult<R>;
    } catch (error) {
      if ((error as { code?: unknown }).code !== NOT_SUPPORTED) throw error;
      // A newer server has changed a table meanwhile. Inside a transaction it is too late to try again.
      statements.giveUp(text);
      if (client.getTransactionStatus() !== 'I') throw error;
      return plain();
    }
  }
  return {
    // Statements only: cursors are not set up.
    query: query as PostgresPoolClient['query'],
    release(destroy) {
      isBeginning = false;
      client.release(destroy);
    },
  };
}

/** Which statements are prepared, by the same names on every connection. */
class Statements {
  private readonly uses = new Map<string, number>();
  private readonly names = new Map<string, string | null>();

  /** The name to prepare a statement under; null when it is not worth it. */
  nameOf(text: string): string | null {
    const name = this.names.get(text);
    if (name !== undefined) return name;
    if (this.names.size >= MAX_PREPARED) return null;
    const uses = (this.uses.get(text) ?? 0) + 1;
    if (uses < WORTH_USES) {
      if (this.uses.size >= MAX_COUNTED) this.uses.clear();
      this.uses.set(text, uses);
      return null;
    }
    this.uses.delete(text);
    const fresh = `tandem_${this.names.size}`;
    this.names.set(text, fresh);
    return fresh;
  }

  /** Never prepares a statement again. */
  giveUp(text: string): void {
    this.names.set(text, null);
  }
}
