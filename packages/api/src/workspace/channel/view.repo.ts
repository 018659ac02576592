import type { Db } from '@tandem/db';
import type { ChannelTable } from '@tandem/db/tables/channel';
import { type AccessLevel, levelOf } from '@tandem/shared/access/permissions';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { levelOfMember, outOfBin, type Reader, visibleTo } from '../../access/policy/access.fragments.ts';
import { unreadOfMember } from './fragments.ts';

/** A channel's row with everything that one reader is told of it. */
export interface ChannelView extends Selectable<ChannelTable> {
  held: AccessLevel;
  parentVisible: boolean;
  /** By the reader. */
  pinned: boolean;
  unread: number;
  /** How many other people may view a channel of the reader's own app. */
  sharedWith: number;
}

/**
 * How many other active people may view a channel that stands in the reader's own app, as `levelOfMember` judges; 0 for
 * all others. Needs `channel`, its `home` and the reader's row of `member` in the query.
 */
function sharedWith(): RawBuilder<number> {
  // Few of somebody's own channels are open to the team: only for those is every member looked at.
  return sql<number>`case
    when "home"."personalUserId" is distinct from "member"."userId" then 0
    when "channel"."teamLevel" > 0 then (
      select count(*)::integer
      from "member" as "other"
      where "other"."teamId" = "channel"."teamId" and "other"."userId" <> "member"."userId"
        and "other"."suspendedAt" is null and ${levelOfMember('channel', 'other')} > 0
    )
    else (
      select count(distinct "given"."userId")::integer
      from "grant" as "given"
      join "member" as "other" on "other"."teamId" = "given"."teamId" and "other"."userId" = "given"."userId"
      where "given"."targetId" = any("channel"."accessPath") and "given"."teamId" = "channel"."teamId"
        and "given"."userId" <> "member"."userId" and "other"."suspendedAt" is null
    )
  end`;
}

/** Channels that the reader may see, with what they are told of them: one query, however many. */
function channelViews(db: Db, { userId }: Reader) {
  return (
    db
      .selectFrom('channel')
      .innerJoin('member', (join) =>
        join
          .onRef('member.teamId', '=', 'channel.teamId')
          .on('member.userId', '=', userId)
          .on('member.suspendedAt', 'is', null),
      )
      .innerJoin('app as home', 'home.id', 'channel.appId')
      .innerJoin('channel_head', 'channel_head.channelId', 'channel.id')
      .leftJoin('channel_read', (join) =>
        join.onRef('channel_read.channelId', '=', 'channel.id').on('channel_read.userId', '=', userId),
      )
      .leftJoin('channel_pin', (join) =>
        join.onRef('channel_pin.channelId', '=', 'channel.id').on('channel_pin.userId', '=', userId),
      )
      // The offset keeps the planner from working the level out twice, for the filter and for the answer.
      .crossJoinLateral(sql<{ rank: number }>`(select ${levelOfMember()} as "rank" offset 0)`.as('reach'))
      .selectAll('channel')
      .select([
        'reach.rank',
        unreadOfMember().as('unread'),
        sharedWith().as('sharedWith'),
        sql<boolean>`"channel_pin"."userId" is not null`.as('pinned'),
      ])
      .where(outOfBin())
      .where('reach.rank', '>', 0)
      .orderBy('channel.sort')
      .orderBy('channel.id')
  );
}

/** The same, each with whether its parent is visible: for picked channels, where the parents are not at hand. */
async function pickedViews(query: ReturnType<typeof channelViews>, reader: Reader): Promise<ChannelView[]> {
  const rows = await query
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('channel as parent')
            .select(sql<number>`1`.as('one'))
            .whereRef('parent.id', '=', 'channel.parentId')
            .where(visibleTo(reader, 'parent')),
        )
        .as('parentVisible'),
    )
    .execute();
  return rows.map(({ rank, parentVisible, ...row }) => ({
    ...row,
    held: levelOf(rank),
    parentVisible: Boolean(parentVisible),
  }));
}

/** The same for whole trees: a parent is visible when it is among them. */
async function wholeViews(query: ReturnType<typeof channelViews>): Promise<ChannelView[]> {
  const rows = await query.execute();
  const ids = new Set(rows.map(({ id }) => id));
  return rows.map(({ rank, ...row }) => ({
    ...row,
    held: levelOf(rank),
    parentVisible: row.parentId !== null && ids.has(row.parentId),
  }));
}

/** One channel as the reader may have it, or null. */
export async function viewOfChannel(db: Db, reader: Reader, channelId: string): Promise<ChannelView | null> {
  const [view] = await pickedViews(channelViews(db, reader).where('channel.id', '=', channelId), reader);
  return view ?? null;
}

/** The visible ones of these channels. */
export async function viewsOfChannels(
  db: Db,
  reader: Reader,
  channelIds: readonly string[],
): Promise<ChannelView[]> {
  if (channelIds.length === 0) return [];
  return pickedViews(channelViews(db, reader).where('channel.id', 'in', channelIds), reader);
}

/** The visible channels of an app, in order among their siblings. */
export function viewsOfApp(db: Db, reader: Reader, appId: string): Promise<ChannelView[]> {
  return wholeViews(channelViews(db, reader).where('channel.appId', '=', appId));
}

/** The visible channels of a team, in order among their siblings. */
export function viewsOfTeam(db: Db, reader: Reader, teamId: string): Promise<ChannelView[]> {
  return wholeViews(channelViews(db, reader).where('channel.teamId', '=', teamId));
}

/** The visible channels of a team that changed after a revision. */
export function viewsChangedSince(
  db: Db,
  reader: Reader,
  teamId: string,
  since: number,
): Promise<ChannelView[]> {
  return pickedViews(
    channelViews(db, reader).where('channel.teamId', '=', teamId).where('channel.revision', '>', since),
    reader,
  );
}

/** Ids of channels that the reader may have lost sight of after a revision. */
export async function channelsHiddenSince(
  db: Db,
  reader: Reader,
  teamId: string,
  since: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('channel')
    .select('channel.id')
    .where('channel.teamId', '=', teamId)
    .where('channel.revision', '>', since)
    .where('channel.hiddenRevision', '>', since)
    .where((eb) => eb.not(visibleTo(reader)))
    .execute();
  return rows.map(({ id }) => id);
}
