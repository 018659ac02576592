import type { Db } from '@tandem/db';
import { compiledQuery } from '@tandem/db/compiled-query';
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

const visibleChannel = compiledQuery((db, { userId, channelId }: Reader & { channelId: string }) =>
  db
    .selectFrom('channel')
    .innerJoin('app', 'app.id', 'channel.appId')
    .selectAll('channel')
    .select(['app.type as appType', levelFor({ userId }).as('rank')])
    .where('channel.id', '=', channelId)
    .where(visibleTo({ userId }))
    .compile(),
);

/** Returns the channel with the reader's level, or null when they cannot see it. */
export async function findChannel(
  db: Db,
  { userId }: Reader,
  channelId: string,
): Promise<LoadedChannel | null> {
  const [found] = await visibleChannel(db, { userId, channelId });
  if (!found) return null;
  const { rank, ...channel } = found;
  return { ...channel, held: levelOf(rank) };
}

/** Returns a channel's row with the level of each of these people who may see it. */
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

/** Returns the app with the reader's level, or null when they cannot see it. */
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

/** Locks the row of an app outside the bin; returns false when there is none. */
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
