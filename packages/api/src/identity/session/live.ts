import type { Db } from '@tandem/db';
import { goodSessions, touchSessions } from './session.repo.ts';

/** Returns those of these sessions that are valid; one query for all open streams of a process. */
export async function liveSessionIds(db: Db, sessionIds: string[]): Promise<Set<string>> {
  return new Set(await goodSessions(db, sessionIds));
}

/** Records that these sessions are in use: a reader with an open stream is online without making calls. */
export function noteInUse(db: Db, sessionIds: readonly string[]): Promise<void> {
  return touchSessions(db, sessionIds);
}
