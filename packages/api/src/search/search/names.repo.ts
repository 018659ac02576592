import type { Db } from '@tandem/db';
import type { AppType } from '@tandem/shared/app/schema';
import type { ChannelKind } from '@tandem/shared/channel/schema';
import type { TeamRole } from '@tandem/shared/team/schema';
import { type RawBuilder, sql } from 'kysely';
import { appVisibleTo, type Reader, visibleTo } from '../../access/policy/access.fragments.ts';
import { likePattern, type NamedText, namedBy, nameKey } from '../../core/names.ts';
import type { NameCursor } from './cursor.ts';
import { nameMatches, nameRank, type SearchQuery } from './query.ts';

/** A search of names of one kind. */
export interface NameSearch {
  reader: Reader;
  teamId: string;
  query: SearchQuery;
  /** Rows at most. */
  limit: number;
  after: NameCursor | null;
}

/** Rank and sort key of each row. */
interface Fit {
  rank: number;
  key: string;
}

export interface AppNameRow extends Fit {
  id: string;
  name: string;
  icon: string;
  type: AppType;
  spaceName: string;
}

/** Finds apps the reader may see. */
export async function findAppNames(db: Db, search: NameSearch): Promise<AppNameRow[]> {
  const { rows } = await sql<AppNameRow>`
    select "app"."id", "app"."name", "app"."icon", "app"."type", "space"."name" as "spaceName",
      "app"."rank", "app"."key"
    from (${best('app', search, appVisibleTo(search.reader))}) as "app"
    join "space" on "space"."id" = "app"."spaceId"
    ${inOrder('app.id')}
  `.execute(db);
  return rows;
}

export interface ChannelNameRow extends Fit {
  id: string;
  name: string;
  icon: string;
  kind: ChannelKind;
  appId: string;
  appType: AppType;
  activeAt: Date;
  archivedAt: Date | null;
}

/** Finds channels the reader may see, including archived ones. */
export async function findChannelNames(db: Db, search: NameSearch): Promise<ChannelNameRow[]> {
  const { rows } = await sql<ChannelNameRow>`
    select "channel"."id", "channel"."name", "channel"."icon", "channel"."kind", "channel"."appId",
      "app"."type" as "appType", "channel"."activeAt", "channel"."archivedAt", "channel"."rank", "channel"."key"
    from (${best('channel', search, visibleTo(search.reader))}) as "channel"
    join "app" on "app"."id" = "channel"."appId"
    ${inOrder('channel.id')}
  `.execute(db);
  return rows;
}

export interface AssistantNameRow extends Fit {
  id: string;
  name: string;
  avatar: string;
  appId: string | null;
  appType: AppType | null;
  appName: string | null;
}

/** Finds assistants of visible apps, and the reader's own. */
export async function findAssistantNames(db: Db, search: NameSearch): Promise<AssistantNameRow[]> {
  const visible = sql<boolean>`"assistant"."deletedAt" is null and case when "assistant"."appId" is null
    then "assistant"."ownerId" = ${search.reader.userId}
    else exists (
      select from "app" where "app"."id" = "assistant"."appId" and ${appVisibleTo(search.reader)}
    ) end`;
  const { rows } = await sql<AssistantNameRow>`
    select "assistant"."id", "assistant"."name", "assistant"."avatar", "assistant"."appId",
      "app"."type" as "appType", "app"."name" as "appName", "assistant"."rank", "assistant"."key"
    from (${best('assistant', search, visible)}) as "assistant"
    left join "app" on "app"."id" = "assistant"."appId"
    ${inOrder('assistant.id')}
  `.execute(db);
  return rows;
}

export interface PersonNameRow extends Fit {
  id: number;
  name: string;
  avatar: string;
  email: string;
  role: TeamRole;
}

/**
 * Finds active members by name, or by the beginning of their address or its domain.
 * @param among visible members; null for all
 */
export async function findPeopleNames(
  db: Db,
  search: NameSearch,
  among: readonly number[] | null,
): Promise<PersonNameRow[]> {
  const name = namedBy('user');
  const { folded: typed } = search.query;
  const address = sql<boolean>`("user"."email" like ${likePattern('', typed, '%')}
    or "user"."email" like ${likePattern('%@', typed, '%')})`;
  const { rows } = await sql<PersonNameRow>`
    select "user"."id", "user"."name", "user"."avatar", "user"."email", "member"."role",
      ${nameRank(name, search.query)} as "rank", ${nameKey('user')} as "key"
    from "member" join "user" on "user"."id" = "member"."userId"
    where "member"."teamId" = ${search.teamId} and "member"."suspendedAt" is null
      ${among === null ? sql`` : sql`and "user"."id" = any(${among}::integer[])`}
      and (${nameMatches(name, search.query)} or ${address}) and ${isAfter({ name, key: nameKey('user') }, 'user.id', search)}
    ${inOrder('user.id')} limit ${search.limit}
  `.execute(db);
  return rows;
}

/** Returns the names of each channel's visible ancestors, outermost first, starting with its app. */
export async function findPaths(
  db: Db,
  reader: Reader,
  channelIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (channelIds.length === 0) return new Map();
  const { rows } = await sql<{ of: string; name: string }>`
    with recursive "up" ("of", "at", "depth") as (
      select "id", "parentId", 0 from "channel" where "id" = any(${channelIds}::uuid[])
      union all
      select "up"."of", "channel"."parentId", "up"."depth" + 1
      from "up" join "channel" on "channel"."id" = "up"."at"
    ), "step" ("of", "depth", "name") as (
      select "up"."of", "up"."depth", "channel"."name"
      from "up" join "channel" on "channel"."id" = "up"."at" and ${visibleTo(reader)}
      union all
      select "channel"."id", null, "app"."name"
      from "channel" join "app" on "app"."id" = "channel"."appId"
      where "channel"."id" = any(${channelIds}::uuid[]) and ${appVisibleTo(reader)}
    )
    select "of", "name" from "step" where "name" <> '' order by "of", "depth" desc nulls first
  `.execute(db);
  const steps = Map.groupBy(rows, ({ of }) => of);
  return new Map([...steps].map(([id, path]) => [id, path.map(({ name }) => name)]));
}

/**
 * Returns the best-ranked visible rows of a table, with `rank` and `key`. Reading all names of a team is
 * quick, but checking access to a row is not. So names are ranked first, and rows are checked in that order
 * until there are enough.
 */
function best(
  table: 'app' | 'channel' | 'assistant',
  search: NameSearch,
  visible: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const alias = sql.ref(table);
  const name: NamedText = { text: sql.ref(`${table}.folded`), spelling: sql.ref(`${table}.spelling`) };
  const key = nameKey(table);
  // Sort keys are the most expensive part, and only matches need one.
  return sql`
    select * from (
      select *, ${nameRank(name, search.query)} as "rank", ${key} as "key" from (
        select ${alias}.*, ${namedBy(table).text} as "folded" from ${sql.table(table)}
        where ${alias}."teamId" = ${search.teamId} offset 0
      ) as ${alias}
      where ${nameMatches(name, search.query)} and ${isAfter({ name, key }, `${table}.id`, search)}
      ${inOrder(`${table}.id`)} offset 0
    ) as ${alias}
    where ${visible}
    ${inOrder(`${table}.id`)} limit ${search.limit}`;
}

function isAfter(
  { name, key }: { name: NamedText; key: RawBuilder<string> },
  id: string,
  { query, after }: NameSearch,
): RawBuilder<boolean> {
  if (!after) return sql<boolean>`true`;
  return sql<boolean>`(${nameRank(name, query)}, ${key}, ${sql.ref(id)}::text)
    > (${after.rank}::integer, ${after.key}::text, ${after.id}::text)`;
}

function inOrder(id: string): RawBuilder<unknown> {
  return sql`order by "rank", "key", ${sql.ref(id)}::text`;
}
