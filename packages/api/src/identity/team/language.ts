import type { Db } from '@tandem/db';
import { teamPreferenceSchema } from '@tandem/shared/team/schema';
import type { Language } from '@tandem/shared/user/schema';
import { preferenceOf } from './team.repo.ts';

/** The language that newcomers to a team read in until they choose. */
export async function languageOfTeam(db: Db, teamId: string): Promise<Language | null> {
  return teamPreferenceSchema.parse(await preferenceOf(db, teamId)).language;
}
