import type { Db } from '@tandem/db';
import { goodSessions } from './session.repo.ts';

/** Which of these sessions are still good; one query for all open streams of a process. */
export async function liveSessionIds(db: Db, sessionIds: string[]): Promise<Set<string>> {
  return new Set(await goodSessions(db, sessionIds));
}
