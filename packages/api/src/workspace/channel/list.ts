import type { Db } from '@tandem/db';
import type { Channel } from '@tandem/shared/channel/schema';
import type { Reader } from '../../access/policy/access.fragments.ts';
import { AppError } from '../../core/errors.ts';
import { presentChannel } from './channel.presenter.ts';
import { viewOfChannel, viewsChangedSince, viewsOfApp, viewsOfChannels, viewsOfTeam } from './view.repo.ts';

/**
 * Returns one channel as presented to its reader.
 * @throws AppError `notFound`
 */
export async function readChannel(db: Db, reader: Reader, channelId: string): Promise<Channel> {
  const view = await viewOfChannel(db, reader, channelId);
  if (!view) throw new AppError('notFound');
  return presentChannel(view);
}

/** Returns the visible ones of these channels. */
export async function readChannels(
  db: Db,
  reader: Reader,
  channelIds: readonly string[],
): Promise<Channel[]> {
  return (await viewsOfChannels(db, reader, channelIds)).map(presentChannel);
}

/** The visible channels of an app, flat, in order among their siblings. */
export async function listChannels(db: Db, reader: Reader, appId: string): Promise<Channel[]> {
  return (await viewsOfApp(db, reader, appId)).map(presentChannel);
}

/** The visible channels of a team; with `since`, those that changed after that revision. */
export async function listTeamChannels(
  db: Db,
  reader: Reader,
  teamId: string,
  since?: number,
): Promise<Channel[]> {
  const views =
    since === undefined
      ? await viewsOfTeam(db, reader, teamId)
      : await viewsChangedSince(db, reader, teamId, since);
  return views.map(presentChannel);
}
