import { transaction } from '@tandem/db';
import type { Channel, MoveChannel } from '@tandem/shared/channel/schema';
import { placeAfter } from '@tandem/shared/sort/place';
import { recordAudit } from '../../access/audit/audit.service.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { lockApp } from '../../access/policy/lock-app.ts';
import { moveNotices } from '../../content/notice/notice.service.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { announceTree, nextTreeRevision } from '../../identity/team/tree-revision.ts';
import { updateChannelRow, updateSorts } from './channel.repo.ts';
import { placeFor } from './channel.rules.ts';
import { readChannel } from './list.ts';
import { assertRoom, lineBelow } from './place.ts';
import { changeApp, heightOf, lineOf, rescope, siblingChannels } from './tree.repo.ts';

/**
 * Moves a channel with its children under another parent, into another app or among its siblings. Moves
 * within an app are serialised, so that no two can create a cycle together.
 * @throws AppError those of `placeFor`, `treeCycle`, `treeTooDeep`, `notFound` when something is gone,
 * `conflict` when `afterId` is elsewhere or the channel was moved meanwhile
 */
export async function moveChannel(
  ctx: UserContext,
  channel: LoadedChannel,
  { channelId, appId = channel.appId, parentId, afterId }: MoveChannel,
): Promise<Channel> {
  const { teamId } = channel;
  const from = channel.appId;
  if (afterId === channelId) throw new AppError('conflict');
  await transaction(ctx.db, async (tx) => {
    // In a fixed order, to avoid deadlocks between the same apps.
    for (const id of [...new Set([from, appId])].toSorted()) await lockApp(tx, id);
    const [self, ...ancestors] = await lineOf(tx, from, channelId);
    if (!self) throw new AppError('notFound');
    // The rule judged a move between these two parents; another one would need judging again.
    if ((ancestors[0] ?? null) !== channel.parentId) throw new AppError('conflict');
    const line = await lineBelow(tx, appId, parentId);
    if (line.includes(channelId)) throw new AppError('treeCycle');
    assertRoom(line.length + (await heightOf(tx, channelId)));

    const others = (await siblingChannels(tx, appId, parentId)).filter(({ id }) => id !== channelId);
    const placed = placeAfter(others, channelId, afterId);
    if (!placed) throw new AppError('conflict');
    const revision = await nextTreeRevision(tx, teamId);
    await updateSorts(tx, placed, revision);
    const changed = new Set([channelId, ...placed.map(({ id }) => id)]);
    if (parentId !== channel.parentId || appId !== from) {
      // Someone who lost the right while waiting for the locks moves nothing.
      await placeFor(tx, ctx.actor, { appId, parentId });
      if (appId !== from)
        await moveNotices(tx, await changeApp(tx, channelId, { from, to: appId }), { from, to: appId });
      await updateChannelRow(tx, channelId, { parentId, revision });
      const detail = {
        ...{ from: channel.parentId, to: parentId },
        ...(appId !== from && { fromApp: from, toApp: appId }),
      };
      await recordAudit(tx, ctx, {
        teamId,
        action: 'channel.move',
        target: { kind: 'channel', id: channelId },
        detail,
      });
      for (const id of await rescope(tx, { channelId }, revision)) changed.add(id);
    }
    announceTree(ctx.platform, tx, teamId, { revision, channelIds: [...changed] });
  });
  return readChannel(ctx.db, ctx.actor, channelId);
}
