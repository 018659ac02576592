import type { Db } from '@tandem/db';
import type { Platform } from '../../core/platform.ts';
import { announceTree, nextTreeRevision } from '../../identity/team/tree-revision.ts';
import { touchOwn, touchOwnSharedWith } from './mark.repo.ts';

/**
 * Announces to the holder of a personal app that the audience of a channel with its subtree changed: their
 * lists mark shared channels. Does nothing for other apps.
 * @param revision the team's, incremented by the caller
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
 * `markShared` for the personal apps of everybody who shares something with a member that joins, leaves, or
 * changes role: their audiences change by one. Locks the team's row: lock other rows before. Call it while
 * the member's grants still exist.
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
