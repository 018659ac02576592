import type { Db } from '@tandem/db';
import { levelOf } from '@tandem/shared/access/permissions';
import type { MoveChannel } from '@tandem/shared/channel/schema';
import type { Reader } from '../../access/policy/access.fragments.ts';
import { mayOnChannel } from '../../access/policy/access.policy.ts';
import { appFor, channelFor, type LoadedChannel } from '../../access/policy/access.rules.ts';
import { AppError } from '../../core/errors.ts';
import type { AccessRule } from '../../core/trpc/access.ts';
import { findKept, type KeptChannel, seesAnyChannel } from './channel.repo.ts';
import { type ChannelView, viewOfChannel } from './view.repo.ts';

/** Guards reading one channel; the operation receives `ctx.view`, as presented to the reader. */
export function viewRule<Input>(pick: (input: Input) => string): AccessRule<Input, { view: ChannelView }> {
  return {
    action: 'channel.view',
    check: async (ctx, input) => {
      const view = await viewOfChannel(ctx.db, ctx.actor, pick(input));
      if (!view) throw new AppError('notFound');
      return { view };
    },
  };
}

/**
 * Guards reading an app's tree: for people who see the app, or any channel in it. The list's SQL filters the
 * rest.
 */
export function treeRule<Input>(pick: (input: Input) => string): AccessRule<Input, object> {
  return {
    action: 'app.view',
    check: async (ctx, input) => {
      const appId = pick(input);
      if (!(await seesAnyChannel(ctx.db, ctx.actor, appId)))
        await appFor(ctx.db, ctx.actor, appId, 'app.view');
      return {};
    },
  };
}

/** A place for a channel: at the top of an app, or below a channel of that app. */
export interface Place {
  teamId: string;
  appId: string;
  parentId: string | null;
}

/**
 * Loads a place in an app's tree for a person who wants to add something there. Below a channel only that
 * channel's level counts, so that people it is shared with can add children.
 * @throws AppError `notFound`, `forbidden`, `archived`
 */
export async function placeFor(
  db: Db,
  reader: Reader,
  { appId, parentId }: { appId: string; parentId?: string | null | undefined },
): Promise<Place> {
  if (!parentId) {
    const { teamId } = await appFor(db, reader, appId, 'app.createChannel');
    return { teamId, appId, parentId: null };
  }
  const parent = await channelFor(db, reader, parentId, 'channel.createChild');
  if (parent.appId !== appId) throw new AppError('notFound');
  return { teamId: parent.teamId, appId, parentId };
}

/** Guards putting something into an app's tree; the operation receives `ctx.place`. */
export function placeRule<
  Input extends { appId: string; parentId?: string | null | undefined },
>(): AccessRule<Input, { place: Place }> {
  return {
    action: 'app.createChannel',
    check: async ({ db, actor }, input) => ({ place: await placeFor(db, actor, input) }),
  };
}

/**
 * Guards a move. Among siblings it requires edit; to another parent or app of its team, which changes the
 * grants that apply, manage and the right to add channels there.
 */
export function moveRule<Input extends MoveChannel>(): AccessRule<Input, { channel: LoadedChannel }> {
  return {
    action: 'channel.sort',
    check: async ({ db, actor }, { channelId, appId, parentId, afterId }) => {
      const channel = await channelFor(db, actor, channelId, 'channel.sort');
      const to = appId ?? channel.appId;
      const moves = parentId !== channel.parentId || to !== channel.appId;
      if (parentId !== null) {
        const parent = await channelFor(db, actor, parentId, moves ? 'channel.createChild' : 'channel.view');
        if (parent.appId !== to || parent.teamId !== channel.teamId) throw new AppError('notFound');
      } else if (moves) {
        const app = await appFor(db, actor, to, 'app.createChannel');
        if (app.teamId !== channel.teamId) throw new AppError('notFound');
      }
      if (afterId !== null) {
        const after = await channelFor(db, actor, afterId, 'channel.view');
        if (after.appId !== to) throw new AppError('notFound');
      }
      if (moves && !mayOnChannel(channel.held, 'channel.manage')) throw new AppError('forbidden');
      return { channel };
    },
  };
}

/** Guards undoing a deletion; the operation receives `ctx.kept`. */
export function restoreRule<Input>(pick: (input: Input) => string): AccessRule<Input, { kept: KeptChannel }> {
  return {
    action: 'channel.remove',
    check: async (ctx, input) => {
      const kept = await findKept(ctx.db, ctx.actor, pick(input));
      if (!kept) throw new AppError('notFound');
      if (!mayOnChannel(levelOf(kept.rank), 'channel.remove')) throw new AppError('forbidden');
      return { kept };
    },
  };
}
