import type { Db } from '@tandem/db';
import type { UserActor } from '../../core/actor.ts';
import { setTeamOfSession } from './session.repo.ts';

/** Switches the actor's session to a team, in which they must be active. Other sessions are unchanged. */
export function goToTeam(tx: Db, { sessionId }: UserActor, teamId: string): Promise<void> {
  return setTeamOfSession(tx, sessionId, teamId);
}
