import type { NavigateFunction } from 'react-router';
import { goToTeam } from '../../entities/team/go.ts';

/** Goes to another of one's teams. */
export async function switchTeam(teamId: string, navigate: NavigateFunction): Promise<void> {
  if (await goToTeam(teamId)) navigate('/home');
}
