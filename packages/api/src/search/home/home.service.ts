import type { Db } from '@tandem/db';
import type { RecentChannel } from '@tandem/shared/home/schema';
import type { Reader } from '../../access/policy/access.fragments.ts';
import { recentChannels } from './home.repo.ts';

/** Channels shown on Home. */
const RECENT = 20;

/** The channels of a team that the reader opened or that were active last, newest first. */
export function listRecent(db: Db, reader: Reader, teamId: string): Promise<RecentChannel[]> {
  return recentChannels(db, reader, teamId, RECENT);
}
