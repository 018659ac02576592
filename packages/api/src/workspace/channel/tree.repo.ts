import type { Db } from '@tandem/db';
import { keyBefore, type Sorted } from '@tandem/shared/sort/place';
import { type RawBuilder, sql } from 'kysely';

/** Ids and keys of the channels directly below `parentId` (null: the app's top), in order. */
export function siblingChannels(tx: Db, appId: string, parentId: string | null): Promise<Sorted[]> {
  return tx
    .selectFrom('channel')
    .select(['id', 'sort'])
    .where('appId', '=', appId)
    .where('parentId', 'is not distinct from', parentId)
    .where('deletedAt', 'is', null)
    .orderBy('sort')
    .orderBy('id')
    .execute();
}

/** A key before every channel directly below `parentId` (null: the app's top). */
export async function firstChannelSort(tx: Db, appId: string, parentId: string | null): Promise<string> {
  const first = await tx
    .selectFrom('channel')
    .select('sort')
    .where('appId', '=', appId)
    .where('parentId', parentId === null ? 'is' : '=', parentId)
    .orderBy('sort')
    .limit(1)
    .executeTakeFirst();
  return keyBefore(first?.sort ?? null);
}

/** Moves a private channel, in the bin or not, to the top of its app; grants on it and below stay. */
export async function placeAtTop(
  tx: Db,
  channelId: string,
  values: { sort: string; revision: number },
): Promise<void> {
  await tx
    .updateTable('channel')
    .set({ ...values, parentId: null })
    .where('id', '=', channelId)
    .execute();
}

/** Ids from a channel up to the top of its app, itself first; empty when it or an ancestor is in the bin. */
export async function lineOf(tx: Db, appId: string, channelId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; deletedAt: Date | null }>`
    with recursive "line" as (
      select "id", "parentId", "deletedAt", 1 as "step"
      from "channel" where "id" = ${channelId} and "appId" = ${appId}
      union all
      select "up"."id", "up"."parentId", "up"."deletedAt", "line"."step" + 1
      from "channel" as "up" join "line" on "up"."id" = "line"."parentId"
    )
    select "id", "deletedAt" from "line" order by "step"`.execute(tx);
  return rows.some(({ deletedAt }) => deletedAt !== null) ? [] : rows.map(({ id }) => id);
}

/** Returns the height of a channel's subtree, including the bin: 1 without children. */
export async function heightOf(tx: Db, channelId: string): Promise<number> {
  const { rows } = await sql<{ height: number }>`
    with recursive "below" as (
      select "id", 1 as "step" from "channel" where "id" = ${channelId}
      union all
      select "channel"."id", "below"."step" + 1
      from "channel" join "below" on "channel"."parentId" = "below"."id"
    )
    select max("step") as "height" from "below"`.execute(tx);
  return rows[0]?.height ?? 1;
}

/**
 * Moves a channel with its subtree, including the bin, into another app, without assistants of the old one.
 * @returns ids of the channels
 */
export async function changeApp(
  tx: Db,
  channelId: string,
  { from, to }: { from: string; to: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    ${subtree(channelId)}
    update "channel" set
      "appId" = ${to},
      "assistantId" = (
        select "id" from "assistant"
        where "id" = "channel"."assistantId" and "appId" is distinct from ${from}
      )
    from "below" where "channel"."id" = "below"."id"
    returning "channel"."id"`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Recomputes the scope of every channel below `from`, itself included, from their places, after a move or a
 * change of visibility or permission. `scopeOfChannel` is the same rule for one node. Includes the bin.
 * @returns ids of the subtree
 */
export async function rescope(
  tx: Db,
  from: { channelId: string } | { appId: string },
  revision: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive "scope" as (
      select
        "channel"."id",
        ${pathBelow(sql`coalesce("parent"."accessPath", array["app"."id"])`)} as "path",
        ${teamLevelBelow(sql`coalesce(
          "parent"."teamLevel", case when "app"."visibility" = 'team' then "app"."level" else 0 end
        )`)} as "level"
      from "channel"
      join "app" on "app"."id" = "channel"."appId"
      left join "channel" as "parent" on "parent"."id" = "channel"."parentId"
      where ${
        'channelId' in from
          ? sql`"channel"."id" = ${from.channelId}`
          : sql`"channel"."appId" = ${from.appId} and "channel"."parentId" is null`
      }
      union all
      select "channel"."id", ${pathBelow(sql`"scope"."path"`)}, ${teamLevelBelow(sql`"scope"."level"`)}
      from "channel" join "scope" on "channel"."parentId" = "scope"."id"
    )
    update "channel" set
      "accessPath" = "scope"."path", "teamLevel" = "scope"."level",
      "revision" = ${revision}, "hiddenRevision" = ${revision}
    from "scope" where "channel"."id" = "scope"."id"
    returning "channel"."id"`.execute(tx);
  return rows.map(({ id }) => id);
}

function pathBelow(inherited: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case
    when "channel"."visibility" = 'private' then array["channel"."id"]
    else "channel"."id" || ${inherited}
  end`;
}

function teamLevelBelow(inherited: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(case
    when "channel"."visibility" = 'private' then 0
    when "channel"."visibility" = 'team' or ${inherited} > 0
      then greatest(coalesce("channel"."level", 0), ${inherited})
    else 0
  end)::smallint`;
}

const subtree = (channelId: string) => sql`
  with recursive "below" as (
    select "id" from "channel" where "id" = ${channelId}
    union all
    select "channel"."id" from "channel" join "below" on "channel"."parentId" = "below"."id"
  )`;

/** Puts a channel with its subtree into the bin; channels already there keep their time. */
export async function binSubtree(tx: Db, channelId: string, revision: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    ${subtree(channelId)}
    update "channel" set "deletedAt" = now(), "revision" = ${revision}, "hiddenRevision" = ${revision}
    from "below" where "channel"."id" = "below"."id" and "channel"."deletedAt" is null
    returning "channel"."id"`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Archives a channel with its subtree; channels already archived keep their time. */
export async function archiveSubtree(tx: Db, channelId: string, revision: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    ${subtree(channelId)}
    update "channel" set "archivedAt" = now(), "revision" = ${revision}
    from "below"
    where "channel"."id" = "below"."id" and "channel"."archivedAt" is null and "channel"."deletedAt" is null
    returning "channel"."id"`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Archives those of these channels that are not, with their parent's time, so that they are unarchived with
 * it.
 */
export async function archiveLike(tx: Db, parentId: string, channelIds: readonly string[]): Promise<void> {
  await sql`
    update "channel" set "archivedAt" = "parent"."archivedAt" from "channel" as "parent"
    where "parent"."id" = ${parentId} and "channel"."id" = any(${channelIds}::uuid[])
      and "channel"."archivedAt" is null`.execute(tx);
}

/** Unarchives a channel with those archived together with it. */
export function unarchiveSubtree(tx: Db, channelId: string, revision: number): Promise<string[]> {
  return takeBack(tx, 'archivedAt', channelId, revision);
}

/** Restores a channel with those deleted together with it. */
export function restoreSubtree(tx: Db, channelId: string, revision: number): Promise<string[]> {
  return takeBack(tx, 'deletedAt', channelId, revision);
}

async function takeBack(
  tx: Db,
  since: 'archivedAt' | 'deletedAt',
  channelId: string,
  revision: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    ${subtree(channelId)}
    update "channel" set ${sql.ref(since)} = null, "revision" = ${revision}
    from "below", "channel" as "top"
    where "channel"."id" = "below"."id" and "top"."id" = ${channelId}
      and ${sql.ref(`channel.${since}`)} = ${sql.ref(`top.${since}`)}
    returning "channel"."id"`.execute(tx);
  return rows.map(({ id }) => id);
}
