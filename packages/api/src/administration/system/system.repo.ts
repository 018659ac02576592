import type { Db } from '@tandem/db';
import { type TeamPreference, teamPreferenceSchema } from '@tandem/shared/team/schema';

/** The preference of the installation's first team; null before the first account. */
export async function preferenceOfFirstTeam(db: Db): Promise<TeamPreference | null> {
  const team = await db.selectFrom('team').select('preference').orderBy('number').limit(1).executeTakeFirst();
  return team ? teamPreferenceSchema.parse(team.preference) : null;
}
