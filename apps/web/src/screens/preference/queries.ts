import type { SetTeamPreference, TeamChoices } from '@tandem/shared/team/schema';
import { loadProfile } from '../../entities/session/profile.ts';
import { api, cached, trpc } from '../../lib/trpc.ts';

/** The team's choices; the screen shows a failure. */
export function usePreference() {
  return trpc.team.getPreference.useQuery(undefined, { trpc: { context: { silent: true } } });
}

/** Changes the team's choices; the caller shows a failure. */
export async function changePreference(change: SetTeamPreference): Promise<TeamChoices> {
  const stored = await api.team.setPreference.mutate(change, { context: { silent: true } });
  cached.team.getPreference.setData(undefined, stored);
  if (change.defaultModelId !== undefined) void cached.model.list.invalidate();
  // Name and avatar are in the person's own record.
  if (change.name !== undefined || change.logo !== undefined) await loadProfile();
  return stored;
}
