import { api } from '../../lib/trpc.ts';
import { arrive } from './queries.ts';

/** Makes a team the current one. @returns whether that worked; the call itself shows why not */
export async function goToTeam(teamId: string): Promise<boolean> {
  try {
    await api.user.update.mutate({ currentTeamId: teamId });
  } catch {
    return false;
  }
  await arrive();
  return true;
}
