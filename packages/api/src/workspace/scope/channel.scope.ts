import { type Db, transaction } from '@tandem/db';
import {
  type ChannelVisibility,
  levelOf,
  levelRank,
  type Permission,
} from '@tandem/shared/access/permissions';
import type { Channel } from '@tandem/shared/channel/schema';
import { recordAudit } from '../../access/audit/audit.service.ts';
import { channelFor, type LoadedChannel } from '../../access/policy/access.rules.ts';
import { lockApp } from '../../access/policy/lock-app.ts';
import type { UserContext } from '../../core/context.ts';
import { announceTree, nextTreeRevision } from '../../identity/team/tree-revision.ts';
import { scopeAt } from '../channel/channel.repo.ts';
import { readChannel } from '../channel/list.ts';
import { rescope } from '../channel/tree.repo.ts';
import { keepManaging } from '../grant/grant.service.ts';
import { scopeOf, updateChannelScope } from './channel.scope.repo.ts';

interface ScopeChange {
  visibility?: ChannelVisibility;
  level?: number;
}

/** Makes a channel private, open to the team, or inheriting; its children follow. */
export function setChannelVisibility(
  ctx: UserContext,
  channel: LoadedChannel,
  visibility: ChannelVisibility,
): Promise<Channel> {
  return changeScope(ctx, channel, async (tx, { appId, parentId, level }) => {
    const isBare = visibility === 'team' && level === null;
    const opensNothing = isBare && (await scopeAt(tx, appId, parentId)).teamLevel === levelRank.none;
    // Opening without a level grants edit, as for an app.
    return { visibility, ...(opensNothing && { level: levelRank.edit }) };
  });
}

/** Sets the minimum permission of all members in a channel the team sees. */
export function setChannelPermission(
  ctx: UserContext,
  channel: LoadedChannel,
  permission: Permission,
): Promise<Channel> {
  return changeScope(ctx, channel, async () => ({ level: levelRank[permission] }));
}

async function changeScope(
  ctx: UserContext,
  { id, appId, teamId }: LoadedChannel,
  changeOf: (tx: Db, channel: LoadedChannel) => Promise<ScopeChange>,
): Promise<Channel> {
  await transaction(ctx.db, async (tx) => {
    await lockApp(tx, appId);
    const revision = await nextTreeRevision(tx, teamId);
    // Someone who lost the right while waiting for the lock changes nothing.
    const channel = await channelFor(tx, ctx.actor, id, 'channel.manage');
    const { level, ...said } = await changeOf(tx, channel);
    await updateChannelScope(tx, id, { ...said, ...(level !== undefined && { level }), revision });
    const channelIds = await rescope(tx, { channelId: id }, revision);
    const { accessPath: path, teamLevel } = await scopeOf(tx, id);
    await keepManaging(ctx, tx, { teamId, targetId: id, path, teamLevel, revision });
    // After the change, so that a private channel is recorded without its name.
    await recordAudit(tx, ctx, {
      teamId,
      action: 'channel.scope',
      target: { kind: 'channel', id },
      detail: { ...said, ...(level !== undefined && { permission: levelOf(level) }) },
    });
    announceTree(ctx.platform, tx, teamId, { revision, channelIds });
  });
  return readChannel(ctx.db, ctx.actor, id);
}
