import type { NavigateFunction } from 'react-router';
import { goToTeam } from '../../entities/team/go.ts';

/** Switches to another of the person's teams. */
export async function switchTeam(teamId: string, navigate: NavigateFunction): Promise<void> {
  if (await goToTeam(teamId)) navigate('/home');
}
