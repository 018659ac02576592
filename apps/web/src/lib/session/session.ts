import { type Profile, userPreferenceSchema } from '@tandem/shared/user/schema';
import { create } from 'zustand';
import type { SessionEndKey } from '../errors.ts';

/** Nobody: what the store holds before sign-in and after sign-out. */
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
  /** Whether it is known who is there; `failed`: the server could not tell. */
  phase: 'loading' | 'known' | 'failed';
  /** Why it is not known. */
  failure: unknown;
  /** Whether the person is signing out by choice: then nothing leads back to the page they left. */
  leaving: boolean;
  /** How the session ended that this page had; null: it did not, or nothing more is known. */
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

/** Nobody is signed in (any more). */
export function resetSession(): void {
  useSession.setState({ user: emptyUser, phase: 'known', failure: null });
}
