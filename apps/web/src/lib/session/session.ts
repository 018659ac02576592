import { type Profile, userPreferenceSchema } from '@tandem/shared/user/schema';
import { create } from 'zustand';
import type { SessionEndKey } from '../errors.ts';

/** The profile before sign-in and after sign-out. */
export const emptyUser: Profile = {
  id: 0,
  name: '',
  avatar: '',
  email: '',
  language: null,
  preference: userPreferenceSchema.parse({}),
  teams: [],
  currentTeamId: null,
};

interface SessionState {
  user: Profile;
  /** Whether the session is known; `failed`: the server could not say. */
  phase: 'loading' | 'known' | 'failed';
  /** Why it is not known. */
  failure: unknown;
  /** Whether the person is signing out by choice: then nothing leads back to the page they left. */
  leaving: boolean;
  /** How this page's session ended; null: it did not, or the reason is unknown. */
  ended: SessionEndKey | null;
}

export const useSession = create<SessionState>()(() => ({
  user: emptyUser,
  phase: 'loading',
  failure: null,
  leaving: false,
  ended: null,
}));

/** The team whose teamId is the user's currentTeamId; undefined when there is none. */
export function currentTeamOf(user: Profile): Profile['teams'][number] | undefined {
  return user.teams.find((team) => team.teamId === user.currentTeamId);
}

/** Clears the session. */
export function resetSession(): void {
  useSession.setState({ user: emptyUser, phase: 'known', failure: null });
}
