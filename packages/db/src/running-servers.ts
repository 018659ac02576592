import { sql } from 'kysely';
import type { Db } from './database.ts';
import { OperatorError } from './operator-error.ts';

/** Every server holds connections of this name for its queue, and no command does. */
const SERVERS_OWN = 'tandem jobs';

/**
 * Refuses what must not happen below a running server.
 * @param what finishes "Stop it, then …"
 * @throws OperatorError while a server uses the database
 */
export async function refuseRunningServers(db: Db, what: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as "count" from pg_stat_activity
    where datname = current_database() and application_name = ${SERVERS_OWN}
  `.execute(db);
  if ((rows[0]?.count ?? 0) > 0)
    throw new OperatorError(`A Tandem server is running on this database. Stop it, then ${what}.`);
}
