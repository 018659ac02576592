import { Migrator } from 'kysely/migration';
import type { Db } from './database.ts';
import { migrations } from './migrations/index.ts';
import { requireSuitable } from './suitable.ts';

/**
 * Brings the schema up to date; servers that start together take turns.
 * @param last stops after this migration, as when an older backup is restored
 * @returns names of the migrations that ran
 * @throws the first migration's error
 * @throws OperatorError when the database cannot hold an installation; see `requireSuitable`
 */
export async function migrate(db: Db, last?: string): Promise<string[]> {
  await requireSuitable(db);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = last ? await migrator.migrateTo(last) : await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}
