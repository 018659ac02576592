import { type Db, transaction } from '@tandem/db';
import type { ChangeChannelSort, Channel } from '@tandem/shared/channel/schema';
import { appFor, channelFor } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { AccessRule } from '../../core/trpc/access.ts';
import { moveRule, treeRule } from './channel.rules.ts';
import { listChannels } from './list.ts';
import { moveChannel } from './move.ts';
import { siblingChannels } from './tree.repo.ts';

/** Guards sorting channels of one app, all or none, each as a separate move. */
export function channelSortRule<Input extends ChangeChannelSort>(): AccessRule<Input, object> {
  const tree = treeRule<Input>(({ appId }) => appId);
  return {
    action: 'channel.sort',
    check: async (ctx, input) => {
      await tree.check(ctx, input);
      // An empty list still requires the right.
      if (input.items.length === 0) await appFor(ctx.db, ctx.actor, input.appId, 'app.createChannel');
      for (const item of input.items) await judge(ctx, ctx.db, input.appId, item);
      return {};
    },
  };
}

type Item = ChangeChannelSort['items'][number];

/** @throws AppError those of `moveRule`; `notFound` for a channel of another app */
async function judge(ctx: UserContext, db: Db, appId: string, { id, parentId }: Item) {
  const channel = await channelFor(db, ctx.actor, id, 'channel.sort');
  if (channel.appId !== appId) throw new AppError('notFound');
  const to = parentId === undefined ? channel.parentId : parentId;
  if (to === channel.parentId) return { channel, parentId: to };
  await moveRule().check({ ...ctx, db }, { channelId: id, parentId: to, afterId: null });
  return { channel, parentId: to };
}

/**
 * Moves channels to new places, one after the other.
 * @returns the app's visible channels, in order
 * @throws AppError those of `moveChannel`
 */
export async function sortChannels(
  ctx: UserContext,
  { appId, items }: ChangeChannelSort,
): Promise<Channel[]> {
  await transaction(ctx.db, async (tx) => {
    const within = { ...ctx, db: tx };
    // Lower places first, so that a complete list of places has the intended effect.
    for (const item of items.toSorted(byPlace)) {
      const { channel, parentId } = await judge(within, tx, appId, item);
      const others = (await siblingChannels(tx, appId, parentId)).filter(({ id }) => id !== item.id);
      const before =
        typeof item.sort === 'number'
          ? others.slice(0, item.sort)
          : others.filter(({ sort }) => sort < (item.sort as string));
      const afterId = before.at(-1)?.id ?? null;
      await moveChannel(within, channel, { channelId: item.id, parentId, afterId });
    }
  });
  return listChannels(ctx.db, ctx.actor, appId);
}

function byPlace({ sort: a }: Item, { sort: b }: Item): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}
