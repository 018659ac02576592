import type { Db } from '@tandem/db';
import { AppError } from '../../core/errors.ts';
import type { AccessRule } from '../../core/trpc/access.ts';
import type { Reader } from './access.fragments.ts';
import {
  type AppAction,
  appHeldByArchive,
  type ChannelAction,
  heldByArchive,
  keptPersonal,
  mayOnApp,
  mayOnChannel,
} from './access.policy.ts';
import { findApp, findChannel, findReaders, type LoadedApp, type LoadedChannel } from './access.repo.ts';

export type { LoadedApp, LoadedChannel } from './access.repo.ts';

/**
 * Loads a channel for a person who wants to do `action`.
 * @throws AppError `notFound` when they cannot see it, `forbidden` when they can but may not do this,
 * `archived` when the archive forbids it
 */
export async function channelFor(
  db: Db,
  reader: Reader,
  channelId: string,
  action: ChannelAction,
): Promise<LoadedChannel> {
  const channel = await findChannel(db, reader, channelId);
  if (!channel) throw new AppError('notFound');
  if (!mayOnChannel(channel.held, action, channel.kind)) throw new AppError('forbidden');
  if (heldByArchive(channel, action)) throw new AppError('archived');
  return channel;
}

/** Whether all of these people may do `action` on a channel now, in one query. */
export async function mayAll(
  db: Db,
  userIds: readonly number[],
  channelId: string,
  action: ChannelAction,
): Promise<boolean> {
  if (userIds.length === 0) return true;
  const readers = await findReaders(db, channelId, userIds);
  const able = readers.filter(
    (reader) => mayOnChannel(reader.held, action, reader.kind) && !heldByArchive(reader, action),
  );
  return able.length === new Set(userIds).size;
}

/**
 * Loads an app for a person who wants to do `action`.
 * @throws AppError `notFound` when they cannot see it, `forbidden` when they can but may not do this,
 * `personalApp` when the app is personal, `appArchived` when the archive forbids it
 */
export async function appFor(db: Db, reader: Reader, appId: string, action: AppAction): Promise<LoadedApp> {
  const app = await findApp(db, reader, appId);
  if (!app) throw new AppError('notFound');
  if (!mayOnApp(app.held, action)) throw new AppError('forbidden');
  if (keptPersonal(app, action)) throw new AppError('personalApp');
  if (appHeldByArchive(app, action)) throw new AppError('appArchived');
  return app;
}

/** Guards a procedure by an action on the channel that `pick` names; the operation receives `ctx.channel`. */
export function channelRule<Input>(
  action: ChannelAction,
  pick: (input: Input) => string,
): AccessRule<Input, { channel: LoadedChannel }> {
  return {
    action,
    check: async (ctx, input) => ({ channel: await channelFor(ctx.db, ctx.actor, pick(input), action) }),
  };
}

/** Guards a procedure by an action on the app that `pick` names; the operation receives `ctx.app`. */
export function appRule<Input>(
  action: AppAction,
  pick: (input: Input) => string,
): AccessRule<Input, { app: LoadedApp }> {
  return {
    action,
    check: async (ctx, input) => ({ app: await appFor(ctx.db, ctx.actor, pick(input), action) }),
  };
}
