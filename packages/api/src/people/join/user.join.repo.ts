import type { Db } from '@tandem/db';
import { type TeamPreference, teamPreferenceSchema } from '@tandem/shared/team/schema';
import { sql } from 'kysely';

/** The team that newcomers join, and who may; null before the first account. */
export async function firstTeam(db: Db): Promise<{ id: string; preference: TeamPreference } | null> {
  const team = await db
    .selectFrom('team')
    .select(['id', 'preference'])
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
  return team ? { id: team.id, preference: teamPreferenceSchema.parse(team.preference) } : null;
}

/** Holds back every other first registration until this transaction ends. */
export async function lockFirstAccount(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('tandem first account', 0))`.execute(tx);
}

/** Holds back every other sign-in with this address until this transaction ends. */
export async function lockAddress(tx: Db, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tandem address ${email}`}, 0))`.execute(tx);
}
