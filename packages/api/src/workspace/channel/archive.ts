import { type Db, onCommit, transaction } from '@tandem/db';
import type { Channel } from '@tandem/shared/channel/schema';
import { recordAudit } from '../../access/audit/audit.service.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { lockApp } from '../../access/policy/lock-app.ts';
import { requestStop } from '../../content/turn/turn.service.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { announceTree, nextTreeRevision } from '../../identity/team/tree-revision.ts';
import { isAppArchived } from '../app/app.service.ts';
import { isArchived } from './channel.repo.ts';
import { readChannels } from './list.ts';
import { leaveParent } from './place.ts';
import { archiveSubtree, unarchiveSubtree } from './tree.repo.ts';

/**
 * Archives a channel with its children, which become read-only, and stops running answers; idempotent.
 * @returns the archived channels, as the reader sees them
 */
export function archiveChannel(ctx: UserContext, channel: LoadedChannel): Promise<Channel[]> {
  return change(ctx, channel, 'channel.archive', async (tx, revision) => {
    const archived = await archiveSubtree(tx, channel.id, revision);
    const stopped = archived.length > 0 ? await requestStop(tx, archived) : [];
    onCommit(tx, () => {
      for (const turnId of stopped) ctx.platform.turns.requestStop(turnId);
    });
    return archived;
  });
}

/**
 * Unarchives a channel with everything archived together with it; its queue continues.
 * @throws AppError `parentArchived` when its parent stays archived, unless it is private and the actor does
 * not manage the parent: then it goes to the app's top; `appArchived`
 * @returns the unarchived channels, as the reader sees them
 */
export function unarchiveChannel(ctx: UserContext, channel: LoadedChannel): Promise<Channel[]> {
  return change(ctx, channel, 'channel.unarchive', async (tx, revision) => {
    const { parentId, appId } = channel;
    if (await isAppArchived(tx, appId)) throw new AppError('appArchived');
    if (parentId !== null && (await isArchived(tx, parentId)))
      if (!(await leaveParent(tx, ctx.actor, channel, revision))) throw new AppError('parentArchived');
    return unarchiveSubtree(tx, channel.id, revision);
  });
}

async function change(
  ctx: UserContext,
  { id, appId, teamId }: LoadedChannel,
  action: 'channel.archive' | 'channel.unarchive',
  work: (tx: Db, revision: number) => Promise<string[]>,
): Promise<Channel[]> {
  const channelIds = await transaction(ctx.db, async (tx) => {
    await lockApp(tx, appId);
    const revision = await nextTreeRevision(tx, teamId);
    const ids = await work(tx, revision);
    if (ids.length > 0) await recordAudit(tx, ctx, { teamId, action, target: { kind: 'channel', id } });
    announceTree(ctx.platform, tx, teamId, { revision, channelIds: ids });
    return ids;
  });
  return readChannels(ctx.db, ctx.actor, channelIds);
}
