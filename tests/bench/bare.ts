import { createHash } from 'node:crypto';
import { once } from 'node:events';
import Fastify from 'fastify';
import pg from 'pg';

/**
 * Baseline: a bare Fastify that runs the same SQL and sends rows as JSON, in its own process. Started with
 * the database's URL and the statements of each route; sends its port to its parent.
 */
export interface BareRoute {
  path: string;
  statements: { sql: string; parameters: unknown[] }[];
  /** How often the statements run for one request; a batch runs them several times. */
  times: number;
}

const databaseUrl = process.argv[2] as string;
// Statements of many routes are longer than an argument may be.
const [routes] = (await once(process, 'message')) as [BareRoute[]];
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
pool.on('error', () => {});
const app = Fastify();

/** Prepared, as a careful author would have it: PostgreSQL plans ours once too. */
function nameOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex').slice(0, 32);
}

for (const { path, statements, times } of routes) {
  app.get(path, async () => {
    const once = async () => {
      let rows: unknown[] = [];
      for (const { sql, parameters } of statements)
        rows = (await pool.query({ name: nameOf(sql), text: sql, values: parameters })).rows;
      return rows;
    };
    return Promise.all(Array.from({ length: times }, once));
  });
}

await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
