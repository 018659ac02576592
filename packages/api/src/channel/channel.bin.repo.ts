import type { Db } from '@tandem/db';
import { levelRank } from '@tandem/shared/access/permissions';
import type { BinnedChannel } from '@tandem/shared/channel/schema';
import { type SqlBool, sql } from 'kysely';
import { levelFor, type Reader } from '../access/access.fragments.ts';
import { belowInBin, comesBackByItself, standsAlone } from './channel.fragments.ts';

/** Longest list of the bin; older ones are found when newer ones are restored or gone. */
const MANY = 500;

/** Whether a channel is private, and what is above it not the reader's to manage. */
export async function isApart(db: Db, reader: Reader, channelId: string): Promise<boolean> {
  const found = await db
    .selectFrom('channel')
    .innerJoin('channel as parent', 'parent.id', 'channel.parentId')
    .select('channel.id')
    .where('channel.id', '=', channelId)
    .where(standsAlone(reader))
    .executeTakeFirst();
  return found !== undefined;
}

/** Those of these channels on which the reader holds any level, in the bin or not. */
export async function heldAmong(db: Db, reader: Reader, channelIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('channel')
    .select('channel.id')
    .where(sql<SqlBool>`"channel"."id" = any(${channelIds}::uuid[])`)
    .where(levelFor(reader), '>', 0)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * An app's deleted channels that the reader may restore, the last deleted first: each with how many went with it,
 * which are not listed by themselves. Those whose parent was deleted too come back after it, unless they are private
 * and the parent is not the reader's to restore.
 */
export function binnedChannels(db: Db, reader: Reader, appId: string): Promise<BinnedChannel[]> {
  return db
    .selectFrom('channel')
    .leftJoin('channel as parent', 'parent.id', 'channel.parentId')
    .select([
      'channel.id',
      'channel.appId',
      'channel.kind',
      'channel.name',
      'channel.icon',
      'channel.deletedAt',
      belowInBin().as('below'),
    ])
    .where('channel.appId', '=', appId)
    .where('channel.deletedAt', 'is not', null)
    .where(comesBackByItself(reader))
    .where(levelFor(reader), '>=', levelRank.manage)
    .orderBy('channel.deletedAt', 'desc')
    .orderBy('channel.id')
    .limit(MANY)
    .$narrowType<{ deletedAt: Date }>()
    .execute();
}
