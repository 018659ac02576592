import { onCommit, transaction } from '@tandem/db';
import type { Channel } from '@tandem/shared/channel/schema';
import { recordAudit } from '../../access/audit/audit.service.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { lockApp } from '../../access/policy/lock-app.ts';
import { requestStop } from '../../content/turn/turn.service.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { announceTree, nextTreeRevision } from '../../identity/team/tree-revision.ts';
import { archiveLikeApp } from '../app/app.service.ts';
import { heldAmong } from '../channel/bin.repo.ts';
import type { KeptChannel } from '../channel/channel.repo.ts';
import { readChannels } from '../channel/list.ts';
import { leaveParent } from '../channel/place.ts';
import { archiveLike, binSubtree, lineOf, restoreSubtree } from '../channel/tree.repo.ts';

/** Result of a deletion, for the client's tree. */
export interface RemovedChannels {
  treeRevision: number;
  removed: string[];
}

/**
 * Puts a channel with its children into the bin for 30 days, and stops running answers. Returns only those
 * the actor could see.
 * @throws AppError `notFound` when it is there already
 */
export async function removeChannel(ctx: UserContext, channel: LoadedChannel): Promise<RemovedChannels> {
  const { teamId, appId, id } = channel;
  return transaction(ctx.db, async (tx) => {
    await lockApp(tx, appId);
    const revision = await nextTreeRevision(tx, teamId);
    const removed = await binSubtree(tx, id, revision);
    if (removed.length === 0) throw new AppError('notFound');
    const detail = { channels: removed.length };
    await recordAudit(tx, ctx, { teamId, action: 'channel.remove', target: { kind: 'channel', id }, detail });
    const stopped = await requestStop(tx, removed);
    onCommit(tx, () => {
      for (const turnId of stopped) ctx.platform.turns.requestStop(turnId);
    });
    announceTree(ctx.platform, tx, teamId, { revision, removed });
    return { treeRevision: revision, removed: await heldAmong(tx, ctx.actor, removed) };
  });
}

/**
 * Restores a channel with everything deleted together with it, into the archive if its parent is archived;
 * does nothing to one outside the bin.
 * @throws AppError `parentInBin` when its parent was deleted too, unless the channel is private and the actor
 * cannot restore the parent: then it returns to the app's top
 * @returns the restored channels, as the reader sees them
 */
export async function restoreChannel(
  ctx: UserContext,
  { id, teamId, appId, parentId, deletedAt }: KeptChannel,
): Promise<Channel[]> {
  if (deletedAt === null) return [];
  const restored = await transaction(ctx.db, async (tx) => {
    await lockApp(tx, appId);
    const stands = parentId === null || (await lineOf(tx, appId, parentId)).length > 0;
    const revision = await nextTreeRevision(tx, teamId);
    if (!stands && !(await leaveParent(tx, ctx.actor, { id, appId }, revision)))
      throw new AppError('parentInBin');
    const channelIds = await restoreSubtree(tx, id, revision);
    await recordAudit(tx, ctx, { teamId, action: 'channel.restore', target: { kind: 'channel', id } });
    if (stands && parentId !== null) await archiveLike(tx, parentId, channelIds);
    await archiveLikeApp(tx, appId, channelIds);
    announceTree(ctx.platform, tx, teamId, { revision, channelIds });
    return channelIds;
  });
  return readChannels(ctx.db, ctx.actor, restored);
}
