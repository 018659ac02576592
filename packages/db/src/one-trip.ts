import type { CompiledQuery, QueryResult } from 'kysely';
import type { Db } from './database.ts';

/**
 * Runs statements of a transaction in one round trip to the database. They run one after the other, and each sees what
 * those before it did and what was committed while they waited for locks. When one fails, those behind it do not run.
 * @param statements compiled, such as `tx.selectFrom(…).compile()`
 * @returns the rows of each
 * @throws what the first that failed threw
 */
export async function inOneTrip<Rows extends readonly unknown[]>(
  tx: Db,
  statements: { [Index in keyof Rows]: CompiledQuery<Rows[Index]> },
): Promise<{ [Index in keyof Rows]: Rows[Index][] }> {
  if (!tx.isTransaction) throw new Error('inOneTrip needs a transaction');
  const sent: readonly CompiledQuery<unknown>[] = statements;
  const results = await tx.getExecutor().provideConnection((connection) =>
    // All have been answered before the connection goes on.
    Promise.allSettled(sent.map((statement) => connection.executeQuery(statement))),
  );
  return results.map(rowsOf) as unknown as { [Index in keyof Rows]: Rows[Index][] };
}

function rowsOf(result: PromiseSettledResult<QueryResult<unknown>>): unknown[] {
  if (result.status === 'rejected') throw result.reason;
  return result.value.rows;
}
