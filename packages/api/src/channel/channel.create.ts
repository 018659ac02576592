import { transaction } from '@tandem/db';
import type { Channel, CreateChannel } from '@tandem/shared/channel/schema';
import { lockApp } from '../app/app.service.ts';
import type { UserContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { announceTree, nextTreeRevision } from '../team/team.tree.ts';
import { readChannel } from './channel.list.ts';
import { assertRoom, lineBelow } from './channel.place.ts';
import { channelByClientKey, insertChannel, scopeAt } from './channel.repo.ts';
import type { Place } from './channel.rules.ts';
import { firstChannelSort } from './channel.tree.repo.ts';

/**
 * Makes a channel, first among its siblings. A repeated `clientKey` answers the first.
 * @throws AppError `treeTooDeep`, `conflict` when the key was used in another app, `notFound` when its place is
 * gone
 */
export async function createChannel(ctx: UserContext, place: Place, input: CreateChannel): Promise<Channel> {
  const { userId } = ctx.actor;
  const { clientKey } = input;
  const first = async () => {
    const found = clientKey ? await channelByClientKey(ctx.db, userId, clientKey) : null;
    if (found && found.appId !== place.appId) throw new AppError('conflict');
    return found?.id ?? null;
  };
  const channelId = (await first()) ?? (await insertNewChannel(ctx, place, input)) ?? (await first());
  if (!channelId) throw new AppError('conflict');
  return readChannel(ctx.db, ctx.actor, channelId);
}

function insertNewChannel(
  ctx: UserContext,
  { teamId, appId, parentId }: Place,
  { kind, name = '', clientKey = null }: { kind: Channel['kind']; name?: string; clientKey?: string | null },
): Promise<string | null> {
  return transaction(ctx.db, async (tx) => {
    await lockApp(tx, appId);
    assertRoom((await lineBelow(tx, appId, parentId)).length + 1);
    const sort = await firstChannelSort(tx, appId, parentId);
    const scope = await scopeAt(tx, appId, parentId);
    const revision = await nextTreeRevision(tx, teamId);
    const creatorId = ctx.actor.userId;
    const values = { teamId, appId, parentId, kind, name, creatorId, sort, clientKey, revision };
    const channelId = await insertChannel(tx, scope, values);
    if (channelId !== null) announceTree(ctx.platform, tx, teamId, { revision, channelIds: [channelId] });
    return channelId;
  });
}
