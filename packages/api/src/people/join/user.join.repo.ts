import type { Db } from '@tandem/db';
import { type TeamPreference, teamPreferenceSchema } from '@tandem/shared/team/schema';
import { sql } from 'kysely';

/** Returns the team that newcomers join, with its preference; null before the first account. */
export async function firstTeam(db: Db): Promise<{ id: string; preference: TeamPreference } | null> {
  const team = await db
    .selectFrom('team')
    .select(['id', 'preference'])
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
  return team ? { id: team.id, preference: teamPreferenceSchema.parse(team.preference) } : null;
}

/** Serialises first registrations until this transaction ends. */
export async function lockFirstAccount(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('tandem first account', 0))`.execute(tx);
}

/** Serialises sign-ins with this address until this transaction ends. */
export async function lockAddress(tx: Db, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tandem address ${email}`}, 0))`.execute(tx);
}
