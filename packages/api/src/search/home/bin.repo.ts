import type { Db } from '@tandem/db';
import { levelRank } from '@tandem/shared/access/permissions';
import type { BinnedItem } from '@tandem/shared/home/schema';
import { type SqlBool, sql } from 'kysely';
import { appLevelFor, appVisibleTo, levelFor, type Reader } from '../../access/policy/access.fragments.ts';
import { belowInBin, comesBackByItself } from '../../workspace/channel/fragments.ts';

/** Position before a page. */
export interface BinCursor {
  at: Date;
  id: string;
}

interface BinOptions {
  appId?: string | undefined;
  after: BinCursor | null;
  limit: number;
}

/**
 * Returns a page of a team's deleted apps, and deleted channels of existing apps, that the reader may
 * restore, the last deleted first. Counts what a channel would restore for this page alone.
 */
export async function binnedItems(
  db: Db,
  reader: Reader,
  teamId: string,
  { appId, after, limit }: BinOptions,
): Promise<BinnedItem[]> {
  const inApp = appId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`"app"."id" = ${appId}`;
  const behind = after
    ? sql<SqlBool>`("bin"."deletedAt" < ${after.at} or ("bin"."deletedAt" = ${after.at} and "bin"."id" > ${after.id}))`
    : sql<SqlBool>`true`;
  const { rows } = await sql<BinnedItem>`
    with "page" as (
      select * from (
        select 'app' as "kind", "app"."id", date_trunc('milliseconds', "app"."deletedAt") as "deletedAt"
        from "app"
        where "app"."teamId" = ${teamId} and "app"."deletedAt" is not null and ${inApp}
          and ${appLevelFor(reader)} >= ${levelRank.manage}
        union all
        select 'channel', "channel"."id", date_trunc('milliseconds', "channel"."deletedAt")
        from "channel"
        join "app" on "app"."id" = "channel"."appId"
        left join "channel" as "parent" on "parent"."id" = "channel"."parentId"
        where "channel"."teamId" = ${teamId} and "channel"."deletedAt" is not null and ${inApp}
          and "app"."deletedAt" is null and ${comesBackByItself(reader)}
          and ${levelFor(reader)} >= ${levelRank.manage}
      ) as "bin"
      where ${behind}
      order by "bin"."deletedAt" desc, "bin"."id"
      limit ${limit}
    )
    select "page"."kind", "page"."id", "page"."deletedAt", "app"."id" as "appId", "app"."type" as "appType",
      "channel"."kind" as "channelKind",
      coalesce("channel"."name", "app"."name") as "name", coalesce("channel"."icon", "app"."icon") as "icon",
      case when "channel"."id" is null or ${appVisibleTo(reader)} then "app"."name" else '' end as "appName",
      case when "channel"."id" is null then 0 else ${belowInBin()} end as "below"
    from "page"
    left join "channel" on "channel"."id" = "page"."id"
    join "app" on "app"."id" = coalesce("channel"."appId", "page"."id")
    order by "page"."deletedAt" desc, "page"."id"`.execute(db);
  return rows;
}
