import type { Db } from '@tandem/db';
import type { RecentChannel } from '@tandem/shared/home/schema';
import { sql } from 'kysely';
import { appVisibleTo, type Reader, visibleTo } from '../../access/policy/access.fragments.ts';
import { unreadOfMember } from '../../workspace/channel/fragments.ts';

/**
 * Returns the channels the reader opened or that were active last, newest first. Reads both orders from their
 * indexes until there are enough: for members the cost is independent of the team's size, while guests who
 * see little of it may require checking every channel.
 */
export function recentChannels(
  db: Db,
  reader: Reader,
  teamId: string,
  limit: number,
): Promise<RecentChannel[]> {
  return db
    .with('opened', (qb) =>
      qb
        .selectFrom('channel_read')
        .innerJoin('channel', 'channel.id', 'channel_read.channelId')
        .select('channel.id')
        .where('channel_read.userId', '=', reader.userId)
        .where('channel.teamId', '=', teamId)
        .where('channel.archivedAt', 'is', null)
        .where(visibleTo(reader))
        .orderBy('channel_read.openedAt', 'desc')
        .limit(limit),
    )
    .with('active', (qb) =>
      qb
        .selectFrom('channel')
        .select('channel.id')
        .where('channel.teamId', '=', teamId)
        .where('channel.deletedAt', 'is', null)
        .where('channel.archivedAt', 'is', null)
        .where(visibleTo(reader))
        .orderBy('channel.activeAt', 'desc')
        .limit(limit),
    )
    .selectFrom('channel')
    .innerJoin('app', 'app.id', 'channel.appId')
    .innerJoin('member', (join) =>
      join.onRef('member.teamId', '=', 'channel.teamId').on('member.userId', '=', reader.userId),
    )
    .innerJoin('channel_head', 'channel_head.channelId', 'channel.id')
    .leftJoin('channel_read', (join) =>
      join.onRef('channel_read.channelId', '=', 'channel.id').on('channel_read.userId', '=', reader.userId),
    )
    .select([
      'channel.id',
      'channel.appId',
      'app.type as appType',
      'channel.kind',
      'channel.name',
      'channel.icon',
      'channel.activeAt',
      // Where only the channel is shared, its app is unnamed.
      sql<string>`case when ${appVisibleTo(reader)} then "app"."name" else '' end`.as('appName'),
      unreadOfMember().as('unread'),
    ])
    .where('channel.id', 'in', (eb) =>
      eb.selectFrom('opened').select('id').union(eb.selectFrom('active').select('id')),
    )
    .orderBy(sql`greatest("channel"."activeAt", "channel_read"."openedAt")`, 'desc')
    .orderBy('channel.id')
    .limit(limit)
    .execute();
}
