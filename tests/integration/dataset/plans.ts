import type { Db } from '@tandem/db';
import { CompiledQuery, type KyselyPlugin, type QueryId, type RootOperationNode } from 'kysely';

/** A statement that was run. */
type Statement = CompiledQuery;

/** Runs work with a database that remembers its statements. */
export async function statementsOf<T>(
  db: Db,
  work: (db: Db) => Promise<T>,
): Promise<{ result: T; statements: Statement[] }> {
  const statements: Statement[] = [];
  const remember: KyselyPlugin = {
    transformQuery({ node, queryId }: { node: RootOperationNode; queryId: QueryId }) {
      statements.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const result = await work(db.withPlugin(remember) as Db);
  return { result, statements };
}

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}

/** The most rows that one step of any of the statements looks at. */
export async function rowsRead(db: Db, statements: readonly Statement[]): Promise<number> {
  let most = 0;
  for (const { sql, parameters } of statements) {
    const explain = CompiledQuery.raw(`explain (analyze, format json) ${sql}`, [...parameters]);
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(explain);
    most = Math.max(most, ...rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan }) => mostOf(Plan))));
  }
  return most;
}

function mostOf(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  const own = (node['Actual Rows'] + removed) * node['Actual Loops'];
  return Math.max(own, ...(node.Plans ?? []).map(mostOf));
}
