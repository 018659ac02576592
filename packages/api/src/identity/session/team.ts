import type { Db } from '@tandem/db';
import type { UserActor } from '../../core/actor.ts';
import { setTeamOfSession } from './session.repo.ts';

/** Has the session of whoever acts read the lists of a team, which they are to be active in. Others stay where they are. */
export function goToTeam(tx: Db, { sessionId }: UserActor, teamId: string): Promise<void> {
  return setTeamOfSession(tx, sessionId, teamId);
}
