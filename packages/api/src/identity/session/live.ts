import type { Db } from '@tandem/db';
import { goodSessions, touchSessions } from './session.repo.ts';

/** Which of these sessions are still good; one query for all open streams of a process. */
export async function liveSessionIds(db: Db, sessionIds: string[]): Promise<Set<string>> {
  return new Set(await goodSessions(db, sessionIds));
}

/** Notes that these sessions are in use: whoever has a stream open is here, though they call nothing. */
export function noteInUse(db: Db, sessionIds: readonly string[]): Promise<void> {
  return touchSessions(db, sessionIds);
}
