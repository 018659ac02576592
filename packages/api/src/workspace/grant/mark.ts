import type { Db } from '@tandem/db';
import type { Platform } from '../../core/platform.ts';
import { announceTree, nextTreeRevision } from '../../identity/team/tree-revision.ts';
import { touchOwn, touchOwnSharedWith } from './mark.repo.ts';

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

/**
 * The same for the own apps of everybody with whom a member shares something, where the member comes, goes, or is what
 * they were not: there is one more or fewer who may see it. Takes the team's row: lock other rows before. Call it while
 * what was granted to them is still there.
 */
export async function markMember(
  platform: Platform,
  tx: Db,
  { teamId, userId }: { teamId: string; userId: number },
): Promise<void> {
  const revision = await nextTreeRevision(tx, teamId);
  const channelIds = await touchOwnSharedWith(tx, { teamId, userId, revision });
  if (channelIds.length > 0) announceTree(platform, tx, teamId, { revision, channelIds });
}
