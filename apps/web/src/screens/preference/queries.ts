import type { SetTeamPreference, TeamChoices } from '@tandem/shared/team/schema';
import { loadProfile } from '../../entities/session/profile.ts';
import { queryClient } from '../../lib/query-client.ts';
import { api, trpc } from '../../lib/trpc.ts';

export const preferenceQuery = trpc.team.getPreference.queryOptions(undefined, {
  trpc: { context: { silent: true } },
});

/** Changes the team's choices; the caller shows a failure. */
export async function changePreference(change: SetTeamPreference): Promise<TeamChoices> {
  const stored = await api.team.setPreference.mutate(change, { context: { silent: true } });
  queryClient.setQueryData(preferenceQuery.queryKey, stored);
  if (change.defaultModelId !== undefined)
    void queryClient.invalidateQueries({ queryKey: trpc.model.list.queryKey() });
  // Name and picture stand in the person's own record.
  if (change.name !== undefined || change.logo !== undefined) await loadProfile();
  return stored;
}
