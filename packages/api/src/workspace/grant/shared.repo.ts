import type { Db } from '@tandem/db';
import type { AppType } from '@tandem/shared/app/schema';
import type { ChannelKind } from '@tandem/shared/channel/schema';
import { type SqlBool, sql } from 'kysely';
import { appLevelOfMember, levelOfMember, type Reader } from '../../access/policy/access.fragments.ts';

export interface SharedRow {
  kind: 'app' | 'channel';
  id: string;
  appId: string;
  appType: AppType;
  channelKind: ChannelKind | null;
  name: string;
  icon: string;
  rank: number;
  byId: number | null;
  byName: string | null;
  byAvatar: string | null;
  /** In milliseconds, which a client can represent. */
  at: Date;
}

/** Position before a page. */
export interface SharedCursor {
  at: Date;
  id: string;
}

interface SharedOptions {
  after?: SharedCursor | null;
  limit: number;
  offset?: number;
}

/** The team default on a node, as far as it applies to this reader. */
const openApp = sql`(case when "member"."role" <> 'guest' and "app"."visibility" = 'team' then "app"."level" else 0 end)`;
const openChannel = sql`(case when "member"."role" <> 'guest' then "channel"."teamLevel" else 0 end)`;

/**
 * Things shared with the reader by others that have no place in the reader's tree: granted apps and channels
 * the team does not see, each at its topmost node, and channels open to them below a closed one.
 */
function sharedItems(reader: Reader, teamId: string) {
  return sql`
    select * from (
      select 'app' as "kind", "app"."id", "app"."id" as "appId", "app"."type" as "appType", null as "channelKind",
        "app"."name", "app"."icon", ${appLevelOfMember('app', 'member')} as "rank",
        "grant"."granterId" as "sharerId", date_trunc('milliseconds', "grant"."createdAt") as "at"
      from "member"
      join "grant" on "grant"."userId" = "member"."userId" and "grant"."teamId" = "member"."teamId"
      join "app" on "app"."id" = "grant"."targetId" and "app"."teamId" = "member"."teamId"
      where "member"."teamId" = ${teamId} and "member"."userId" = ${reader.userId}
        and "member"."suspendedAt" is null
        and "app"."creatorId" <> ${reader.userId} and "app"."deletedAt" is null and ${openApp} = 0
      union all
      select 'channel', "channel"."id", "app"."id", "app"."type", "channel"."kind",
        "channel"."name", "channel"."icon", "reach"."rank",
        case when "grant"."targetId" is null then "channel"."creatorId" else "grant"."granterId" end,
        date_trunc('milliseconds', coalesce("grant"."createdAt", "channel"."createdAt"))
      from "member"
      join "channel" on "channel"."teamId" = "member"."teamId"
      join "app" on "app"."id" = "channel"."appId"
      left join "grant" on "grant"."targetId" = "channel"."id" and "grant"."userId" = "member"."userId"
      left join "channel" as "parent" on "parent"."id" = "channel"."parentId"
      cross join lateral (select ${levelOfMember('channel', 'member')} as "rank" offset 0) as "reach"
      cross join lateral (
        select
          case when "parent"."id" is null then ${appLevelOfMember('app', 'member')}
            else ${levelOfMember('parent', 'member')} end as "rank",
          case when "member"."role" = 'guest' then 0
            when "parent"."id" is null then ${openApp} else "parent"."teamLevel" end as "open"
        offset 0
      ) as "above"
      where "member"."teamId" = ${teamId} and "member"."userId" = ${reader.userId}
        and "member"."suspendedAt" is null
        -- An array is made once and looked up by the key; planned as a join, the list is gone through for every channel.
        and "channel"."id" = any(array(
          select "own"."targetId" from "grant" as "own"
          where "own"."userId" = ${reader.userId} and "own"."teamId" = ${teamId}
          union
          select "open"."id" from "channel" as "open"
          where "open"."teamId" = ${teamId} and "open"."visibility" = 'team'
            and (select "role" from "member" where "teamId" = ${teamId} and "userId" = ${reader.userId}) <> 'guest'
        ))
        and "channel"."creatorId" <> ${reader.userId}
        and "channel"."deletedAt" is null and "app"."deletedAt" is null and "reach"."rank" > 0
        and ("above"."rank" = 0 or ("grant"."targetId" is not null and ${openChannel} = 0 and "above"."open" > 0))
    ) as "shared"`;
}

/** Returns a page of things shared with the reader, the latest first. */
export async function sharedWith(
  db: Db,
  reader: Reader,
  teamId: string,
  { after, limit, offset = 0 }: SharedOptions,
): Promise<SharedRow[]> {
  const behind = after
    ? sql<SqlBool>`("shared"."at" < ${after.at} or ("shared"."at" = ${after.at} and "shared"."id" > ${after.id}))`
    : sql<SqlBool>`true`;
  const { rows } = await sql<SharedRow>`
    with "page" as (
      select * from (${sharedItems(reader, teamId)}) as "shared"
      where ${behind}
      order by "shared"."at" desc, "shared"."id"
      limit ${limit} offset ${offset}
    )
    select "page".*, "by"."id" as "byId", "by"."name" as "byName", "by"."avatar" as "byAvatar"
    from "page" left join "user" as "by" on "by"."id" = "page"."sharerId"
    order by "page"."at" desc, "page"."id"`.execute(db);
  return rows;
}

/** Counts everything shared with the reader. */
export async function countShared(db: Db, reader: Reader, teamId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as "total" from (${sharedItems(reader, teamId)}) as "all"`.execute(db);
  return rows[0]?.total ?? 0;
}
