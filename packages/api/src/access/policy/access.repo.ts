import type { Db } from '@tandem/db';
import type { AppTable } from '@tandem/db/tables/app';
import type { ChannelTable } from '@tandem/db/tables/channel';
import { type AccessLevel, levelOf } from '@tandem/shared/access/permissions';
import type { AppType } from '@tandem/shared/app/schema';
import type { ChannelKind } from '@tandem/shared/channel/schema';
import type { Selectable } from 'kysely';
import {
  appLevelFor,
  appVisibleTo,
  levelFor,
  levelOfMember,
  outOfBin,
  type Reader,
  visibleTo,
} from './access.fragments.ts';

/** A channel's row with the level that one person holds on it. */
export interface LoadedChannel extends Selectable<ChannelTable> {
  appType: AppType;
  held: AccessLevel;
}

/** An app's row with the level that one person holds on it. */
export interface LoadedApp extends Selectable<AppTable> {
  held: AccessLevel;
}

/** The channel as the reader may have it, or null when it does not exist for them. */
export async function findChannel(db: Db, reader: Reader, channelId: string): Promise<LoadedChannel | null> {
  const found = await db
    .selectFrom('channel')
    .innerJoin('app', 'app.id', 'channel.appId')
    .selectAll('channel')
    .select(['app.type as appType', levelFor(reader).as('rank')])
    .where('channel.id', '=', channelId)
    .where(visibleTo(reader))
    .executeTakeFirst();
  if (!found) return null;
  const { rank, ...channel } = found;
  return { ...channel, held: levelOf(rank) };
}

/** A channel's row with the level that each of these people holds on it, for those who may see it. */
export async function findReaders(
  db: Db,
  channelId: string,
  userIds: readonly number[],
): Promise<{ userId: number; kind: ChannelKind; archivedAt: Date | null; held: AccessLevel }[]> {
  const found = await db
    .selectFrom('channel')
    .innerJoin('member', 'member.teamId', 'channel.teamId')
    .select(['member.userId', 'channel.kind', 'channel.archivedAt', levelOfMember().as('rank')])
    .where('channel.id', '=', channelId)
    .where('member.userId', 'in', userIds)
    .where('member.suspendedAt', 'is', null)
    .where(outOfBin())
    .execute();
  return found.map(({ rank, ...reader }) => ({ ...reader, held: levelOf(rank) }));
}

/** The app as the reader may have it, or null when it does not exist for them. */
export async function findApp(db: Db, reader: Reader, appId: string): Promise<LoadedApp | null> {
  const found = await db
    .selectFrom('app')
    .selectAll('app')
    .select(appLevelFor(reader).as('rank'))
    .where('app.id', '=', appId)
    .where(appVisibleTo(reader))
    .executeTakeFirst();
  if (!found) return null;
  const { rank, ...app } = found;
  return { ...app, held: levelOf(rank) };
}

/** Locks a living app's row; false when there is none. */
export async function lockAppRow(tx: Db, appId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('app')
    .select('id')
    .where('id', '=', appId)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found !== undefined;
}
