import type { Db } from '@tandem/db';
import type { Person } from '@tandem/shared/user/schema';
import { type RawBuilder, sql } from 'kysely';
import { levelOfMember, outOfBin } from '../../access/policy/access.fragments.ts';
import { unreadOfMember } from '../channel/fragments.ts';

export interface ChannelState {
  channelId: string;
  revision: number;
  turnId: string | null;
  /** Deltas saved of the running message. */
  n: number | null;
}

/** Returns the states of watched channels in one query. */
export function channelStates(db: Db, channelIds: string[]): Promise<ChannelState[]> {
  return db
    .selectFrom('channel_head')
    .leftJoin('turn', (join) =>
      join.onRef('turn.channelId', '=', 'channel_head.channelId').on('turn.status', '=', 'running'),
    )
    .leftJoin('message', 'message.id', 'turn.messageId')
    .select(['channel_head.channelId', 'channel_head.revision', 'turn.id as turnId', 'message.n'])
    .where('channel_head.channelId', 'in', channelIds)
    .execute();
}

/** People by their ids, however many, in one query. */
export function peopleById(db: Db, userIds: readonly number[]): Promise<Person[]> {
  return db.selectFrom('user').select(['id', 'name', 'avatar']).where('id', 'in', userIds).execute();
}

/** Rights of one person on a channel: their rank, and whether it is archived. */
export interface StandingRow {
  userId: number;
  channelId: string;
  rank: number;
  archivedAt: Date | null;
}

/** Returns how people stand to channels, for those pairs that still exist for them, in one query. */
export async function findStandings(
  db: Db,
  pairs: readonly { userId: number; channelId: string }[],
): Promise<StandingRow[]> {
  const { rows } = await sql<StandingRow>`
    select "pair"."userId", "pair"."channelId", "channel"."archivedAt",
      ${levelOfMember('channel', 'member')} as "rank"
    from unnest(${pairs.map(({ userId }) => userId)}::int[], ${pairs.map(({ channelId }) => channelId)}::uuid[])
      as "pair" ("userId", "channelId")
    join "channel" on "channel"."id" = "pair"."channelId"
    join "member" on "member"."teamId" = "channel"."teamId" and "member"."userId" = "pair"."userId"
    where "member"."suspendedAt" is null and ${outOfBin('channel')}
  `.execute(db);
  return rows;
}

/** Returns which of these people are active members of these teams, with the teams' tree revisions. */
export function activeMembers(
  db: Db,
  pairs: readonly { userId: number; teamId: string }[],
): Promise<{ userId: number; teamId: string; treeRevision: number }[]> {
  return db
    .selectFrom('member')
    .innerJoin('team', 'team.id', 'member.teamId')
    .select(['member.userId', 'member.teamId', 'team.treeRevision'])
    .where('member.suspendedAt', 'is', null)
    .where('member.userId', 'in', [...new Set(pairs.map(({ userId }) => userId))])
    .where('member.teamId', 'in', [...new Set(pairs.map(({ teamId }) => teamId))])
    .execute();
}

export interface UnreadRow {
  userId: number;
  channelId: string;
  unread: number;
  activeAt: Date;
}

function unreads(db: Db, userIds: readonly number[]) {
  return db
    .selectFrom('channel')
    .innerJoin('member', 'member.teamId', 'channel.teamId')
    .innerJoin('channel_head', 'channel_head.channelId', 'channel.id')
    .leftJoin('channel_read', (join) =>
      join
        .onRef('channel_read.channelId', '=', 'channel.id')
        .onRef('channel_read.userId', '=', 'member.userId'),
    )
    .select(['member.userId', 'channel.id as channelId', 'channel.activeAt', unreadOfMember().as('unread')])
    .where('member.userId', 'in', userIds)
    .where('member.suspendedAt', 'is', null)
    .where(outOfBin())
    .where(levelOfMember(), '>', 0);
}

/** Counts these people's unread messages in those of the channels they may see, in one query. */
export function unreadIn(
  db: Db,
  userIds: readonly number[],
  channelIds: readonly string[],
): Promise<UnreadRow[]> {
  return unreads(db, userIds).where('channel.id', 'in', channelIds).execute();
}

/** Counts unread messages for pairs of person and visible channel, in one query. */
export function unreadOf(
  db: Db,
  pairs: readonly { userId: number; channelId: string }[],
): Promise<UnreadRow[]> {
  const userIds = pairs.map(({ userId }) => userId);
  const channelIds = pairs.map(({ channelId }) => channelId);
  return unreads(db, [...new Set(userIds)])
    .where(
      sql<boolean>`("member"."userId", "channel"."id") in (
        select * from unnest(${userIds}::int[], ${channelIds}::uuid[])
      )`,
    )
    .execute();
}

/** A past time by the database's clock, which a server's may differ from. */
const ago = (seconds: number) => sql<Date>`now() - make_interval(secs => ${seconds})`;

/** The channels of these teams in which someone wrote within the last seconds, by the database's clock. */
export function lateChannels(
  db: Db,
  teamIds: readonly string[],
  seconds: number,
): Promise<{ id: string; activeAt: Date }[]> {
  return db
    .selectFrom('channel')
    .select(['id', 'activeAt'])
    .where('teamId', 'in', teamIds)
    .where('deletedAt', 'is', null)
    .where('activeAt', '>', ago(seconds))
    .execute();
}

/** Selects visible channels of a person's teams with messages since a time. */
function activeSince(db: Db, userId: number, since: RawBuilder<Date>, limit: number) {
  return db
    .selectFrom('member')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('channel')
          .select('channel.id')
          .whereRef('channel.teamId', '=', 'member.teamId')
          .where('channel.deletedAt', 'is', null)
          .where('channel.activeAt', '>', since)
          .where(levelOfMember(), '>', 0)
          .orderBy('channel.activeAt', 'desc')
          .limit(limit)
          .as('active'),
      (join) => join.onTrue(),
    )
    .select('active.id')
    .where('member.userId', '=', userId)
    .where('member.suspendedAt', 'is', null);
}

function openedSince(db: Db, userId: number, since: RawBuilder<Date>, limit: number) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('channel_read')
        .select('channel_read.channelId as id')
        .where('channel_read.userId', '=', userId)
        .where('channel_read.openedAt', '>', since)
        .orderBy('channel_read.openedAt', 'desc')
        .limit(limit)
        .as('opened'),
    )
    .select('opened.id');
}

/**
 * Counts a person's unread messages in channels with activity, or that they read, within the last seconds;
 * newest first. Uses two indexes, so that inactive channels are not read.
 */
export function unreadSince(db: Db, userId: number, seconds: number, limit: number): Promise<UnreadRow[]> {
  const since = ago(seconds);
  const late = activeSince(db, userId, since, limit).union(openedSince(db, userId, since, limit));
  return unreads(db, [userId])
    .where('channel.id', 'in', late)
    .orderBy('channel.activeAt', 'desc')
    .limit(limit)
    .execute();
}

/** The teams of which a person is an active member. */
export async function teamsOf(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('member')
    .select('teamId')
    .where('userId', '=', userId)
    .where('suspendedAt', 'is', null)
    .execute();
  return rows.map(({ teamId }) => teamId);
}
