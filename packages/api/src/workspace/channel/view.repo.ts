import type { Db } from '@tandem/db';
import { compiledQuery } from '@tandem/db/compiled-query';
import type { ChannelTable } from '@tandem/db/tables/channel';
import { type AccessLevel, levelOf } from '@tandem/shared/access/permissions';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { levelOfMember, outOfBin, type Reader, visibleTo } from '../../access/policy/access.fragments.ts';
import { unreadOfMember } from './fragments.ts';

/** A channel's row with everything presented to one reader. */
export interface ChannelView extends Selectable<ChannelTable> {
  held: AccessLevel;
  parentVisible: boolean;
  /** Pinned by the reader. */
  pinned: boolean;
  unread: number;
  /** Number of other people who may view a channel of the reader's personal app. */
  sharedWith: number;
}

/**
 * Counts other active people who may view a channel in the reader's personal app, as `levelOfMember` decides;
 * 0 for all others. Requires `channel`, its `home` and the reader's `member` row in the query.
 */
function sharedWith(): RawBuilder<number> {
  // Few personal channels are open to the team: only those require checking every member.
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

/** Selects channels the reader may see, with everything presented of them, in one query. */
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
      // The offset keeps the planner from computing the level twice, for the filter and for the result.
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

/** Adds whether each parent is visible, for single channels, whose parents are not loaded. */
function withParents(query: ReturnType<typeof channelViews>, reader: Reader) {
  return query.select((eb) =>
    eb
      .exists(
        eb
          .selectFrom('channel as parent')
          .select(sql<number>`1`.as('one'))
          .whereRef('parent.id', '=', 'channel.parentId')
          .where(visibleTo(reader, 'parent')),
      )
      .as('parentVisible'),
  );
}

type PickedRow = Awaited<ReturnType<ReturnType<typeof withParents>['execute']>>[number];

function pickedView({ rank, parentVisible, ...row }: PickedRow): ChannelView {
  return { ...row, held: levelOf(rank), parentVisible: Boolean(parentVisible) };
}

async function pickedViews(query: ReturnType<typeof channelViews>, reader: Reader): Promise<ChannelView[]> {
  return (await withParents(query, reader).execute()).map(pickedView);
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

const oneView = compiledQuery((db, { userId, channelId }: Reader & { channelId: string }) =>
  withParents(channelViews(db, { userId }).where('channel.id', '=', channelId), { userId }).compile(),
);

/** Returns one visible channel, or null. */
export async function viewOfChannel(
  db: Db,
  { userId }: Reader,
  channelId: string,
): Promise<ChannelView | null> {
  const [row] = await oneView(db, { userId, channelId });
  return row ? pickedView(row) : null;
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
