import { type Db, onCommit } from '@tandem/db';
import type { Platform } from '../../core/platform.ts';
import { revokeSessionsOf } from './session.repo.ts';
import { announceEnd } from './session.service.ts';

/** Has an administrator end every session of a person, everywhere as soon as the transaction has committed. @returns how many */
export async function endAllSessions(platform: Platform, tx: Db, userId: number): Promise<number> {
  const ended = await revokeSessionsOf(tx, userId, { except: null }, 'administrator');
  if (ended.length > 0) onCommit(tx, () => announceEnd(platform, userId, ended));
  return ended.length;
}
