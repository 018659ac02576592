import type { Db } from '@tandem/db';
import type { Platform } from '../core/platform.ts';
import { announceTree } from '../team/team.tree.ts';
import { touchOwn } from './grant.repo.ts';

/**
 * Tells the holder of an own app that one of its channels, with what is below it, is open to others than before: their
 * lists mark such channels. Of other apps nothing is told.
 * @param revision the team's, which the caller has raised
 */
export async function markShared(
  platform: Platform,
  tx: Db,
  { teamId, targetId, revision }: { teamId: string; targetId: string; revision: number },
): Promise<void> {
  const channelIds = await touchOwn(tx, targetId, revision);
  if (channelIds.length > 0) announceTree(platform, tx, teamId, { revision, channelIds });
}
