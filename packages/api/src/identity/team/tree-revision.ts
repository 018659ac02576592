import { type Db, onCommit } from '@tandem/db';
import { topics } from '../../core/live/bus.ts';
import type { Platform } from '../../core/platform.ts';
import { updateAccessRevision } from './team.repo.ts';

/** Ids of what changed in a team's tree. Names never travel: each recipient's process reads them again. */
export interface TreeChange {
  revision: number;
  channelIds?: readonly string[];
  appIds?: readonly string[];
  spaceIds?: readonly string[];
  /** Went to the bin. */
  removed?: readonly string[];
}

/**
 * Raises the team's tree revision, for the rows that the caller changes in the same transaction. Holds the team's
 * row until the commit, so revisions become visible in order; call it after other locks.
 */
export async function nextTreeRevision(tx: Db, teamId: string): Promise<number> {
  const { treeRevision } = await tx
    .updateTable('team')
    .set((eb) => ({ treeRevision: eb('treeRevision', '+', 1) }))
    .where('id', '=', teamId)
    .returning('treeRevision')
    .executeTakeFirstOrThrow();
  return treeRevision;
}

/** Tells every process, once the transaction has committed, that a team's tree changed. */
export function announceTree(platform: Platform, tx: Db, teamId: string, change: TreeChange): void {
  const { revision, channelIds = [], appIds = [], spaceIds = [], removed = [] } = change;
  onCommit(tx, () =>
    platform.bus.publish(topics.team(teamId), {
      type: 'tree',
      revision,
      channelIds,
      appIds,
      spaceIds,
      removed,
    }),
  );
}

/**
 * Tells that what these members may see or do changed for them alone, by grants or their role: they get the whole
 * tree anew, nobody else gets anything. Works for who is offline too, for it is stored with their membership.
 */
export async function announceAccess(
  platform: Platform,
  tx: Db,
  teamId: string,
  { revision, userIds }: { revision: number; userIds: readonly number[] },
): Promise<void> {
  if (userIds.length === 0) return;
  await updateAccessRevision(tx, teamId, userIds, revision);
  announceTree(platform, tx, teamId, { revision });
}
