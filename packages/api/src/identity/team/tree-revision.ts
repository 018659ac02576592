import { type Db, onCommit } from '@tandem/db';
import { topics } from '../../core/live/bus.ts';
import type { Platform } from '../../core/platform.ts';
import { updateAccessRevision } from './team.repo.ts';

/** Ids of changes in a team's tree. Names are not sent: each recipient's process reads them. */
export interface TreeChange {
  revision: number;
  channelIds?: readonly string[];
  appIds?: readonly string[];
  spaceIds?: readonly string[];
  /** Went to the bin. */
  removed?: readonly string[];
}

/**
 * Increments the team's tree revision, for rows the caller changes in the same transaction. Holds the team's
 * row until the commit, so that revisions become visible in order; call it after other locks.
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

/** Announces a change of a team's tree to every process after the commit. */
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
 * Announces that only these members' access changed, by grants or their role: they get the whole tree again,
 * others get nothing. Stored with their membership, so that it reaches them when they are offline.
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
