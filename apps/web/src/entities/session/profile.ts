import { languageSchema, type Profile, userPreferenceSchema } from '@tandem/shared/user/schema';
import * as z from 'zod';
import { isUnauthorised, sessionEndOf } from '../../lib/errors.ts';
import { applyLanguage } from '../../lib/i18n/language.ts';
import { request } from '../../lib/request.ts';
import { resetSession, useSession } from '../../lib/session/session.ts';

const profileSchema: z.ZodType<Profile> = z.object({
  id: z.number().int(),
  name: z.string(),
  avatar: z.string(),
  email: z.string(),
  language: languageSchema.nullable().catch(null),
  preference: userPreferenceSchema.catch(userPreferenceSchema.parse({})),
  teams: z.array(
    z.object({
      teamId: z.string(),
      name: z.string(),
      role: z.string(),
      logo: z.string().default(''),
      theme: z.enum(['light', 'dark', 'system']).nullable().default(null),
    }),
  ),
  currentTeamId: z.string().nullable(),
});

/**
 * Asks the server who is there, in the session's own name or in that of `bearer`. Shows no toast.
 * @throws what `request` does
 */
export async function fetchProfile(bearer?: string): Promise<Profile> {
  const options = bearer === undefined ? {} : { bearer };
  return profileSchema.parse(await request('GET', '/api/user/profile', { guest: true, ...options }));
}

/** Finds out who is there, and keeps the answer. Shows nothing: newcomers have no session to lose. */
export async function loadProfile(): Promise<void> {
  try {
    takeProfile(await fetchProfile());
  } catch (failure) {
    if (isUnauthorised(failure)) {
      resetSession();
      useSession.setState({ ended: sessionEndOf(failure) });
    } else if (useSession.getState().user.id === 0) useSession.setState({ phase: 'failed', failure });
  }
}

/** Keeps a profile that the server gave, and speaks its language. */
export function takeProfile(user: Profile): void {
  useSession.setState({ user, phase: 'known', failure: null, leaving: false, ended: null });
  if (user.language) applyLanguage(user.language);
}

/** Reads the person out of the answer to signing in. @throws ZodError for another shape */
export function readSignedIn(answer: unknown): Profile {
  return z.object({ user: profileSchema }).parse(answer).user;
}
