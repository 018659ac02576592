import { type Db, transaction } from '@tandem/db';
import type { AppType } from '@tandem/shared/app/schema';
import type { Part } from '@tandem/shared/message/parts';
import type { Wanted } from '@tandem/shared/search/words';
import { type RawBuilder, sql } from 'kysely';
import { type Reader, visibleTo } from '../../access/policy/access.fragments.ts';
import type { MessageCursor } from './cursor.ts';
import { type SearchQuery, tsqueryOf } from './query.ts';

/** Messages looked through one by one, newest first, before the index of words is asked: words that are common
 * are found among them, and of those that are not the index names few. */
const RECENT = 20_000;
/** A search gives up after this time, in milliseconds. */
const PATIENCE_MS = 2_000;
const QUERY_CANCELLED = '57014';

export interface MessageSearch {
  reader: Reader;
  teamId: string;
  /** Where to look; null: in every channel of the team. What the reader may not see is left out anyway. */
  channelIds: readonly string[] | null;
  query: SearchQuery;
  /** Rows at most. */
  limit: number;
  after: MessageCursor | null;
}

export interface FoundMessage {
  id: string;
  /** Microseconds since 1970, as exact as the database has it. */
  at: number;
  seq: number;
  parts: Part[];
  createdAt: Date;
  authorName: string | null;
  authorAvatar: string | null;
  assistantName: string | null;
  assistantAvatar: string | null;
  isAssistant: boolean;
  channelId: string;
  channelName: string;
  channelIcon: string;
  appId: string;
  appType: AppType;
}

/**
 * Messages that hold all the words, on the paths of channels that the reader may see, newest first.
 * @returns `partial` when time ran out: then only the newest were looked at, or none
 */
export async function findMessages(
  db: Db,
  search: MessageSearch,
  { patience = PATIENCE_MS, newest = RECENT }: { patience?: number; newest?: number } = {},
): Promise<{ rows: FoundMessage[]; partial: boolean }> {
  let rows: FoundMessage[] = [];
  try {
    await transaction(db, async (tx) => {
      await planAsWritten(tx, patience);
      if (search.channelIds && search.channelIds.length > 1) {
        // In order of time an index knows one channel or all.
        rows = await among(tx, search, indexed(search));
        return;
      }
      rows = await among(tx, search, recent(search, newest));
      if (rows.length >= search.limit) return;
      const edge = await edgeOfRecent(tx, search, newest);
      if (!edge) return;
      const older = { ...search, after: edge, limit: search.limit - rows.length };
      rows = [...rows, ...(await among(tx, older, indexed(older)))];
    });
    return { rows, partial: false };
  } catch (err) {
    if ((err as { code?: unknown }).code !== QUERY_CANCELLED) throw err;
    return { rows, partial: true };
  }
}

/**
 * For this transaction: joins in the order in which they stand, one row after the other, so that reading ends with
 * the last row that is asked for; and each query planned for its own words, never once for all.
 */
async function planAsWritten(tx: Db, patience: number): Promise<void> {
  await sql`
    select set_config('statement_timeout', ${String(patience)}, true),
      set_config('plan_cache_mode', 'force_custom_plan', true), set_config('join_collapse_limit', '1', true),
      set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true), set_config('work_mem', '16MB', true)
  `.execute(tx);
}

/** The rows of a source that may be shown, in its order. */
async function among(tx: Db, { reader, limit }: MessageSearch, hits: RawBuilder<unknown>) {
  const { rows } = await sql<FoundMessage>`
    select "message"."id", (extract(epoch from "hit"."createdAt") * 1000000)::bigint as "at", "message"."seq",
      "message"."parts", "message"."createdAt", "message"."role" = 'assistant' as "isAssistant",
      "user"."name" as "authorName", "user"."avatar" as "authorAvatar",
      "assistant"."name" as "assistantName", "assistant"."avatar" as "assistantAvatar",
      "place"."id" as "channelId", "place"."name" as "channelName", "place"."icon" as "channelIcon",
      "place"."appId", "app"."type" as "appType"
    from (${hits}) as "hit"
    join lateral (
      select "channel"."id", "channel"."name", "channel"."icon", "channel"."appId" from "channel"
      where "channel"."id" = "hit"."channelId" and ${visibleTo(reader)}
    ) as "place" on true
    join "message" on "message"."id" = "hit"."messageId" and "message"."active"
    join "app" on "app"."id" = "place"."appId"
    left join "user" on "user"."id" = "message"."authorId"
    left join "assistant" on "assistant"."id" = "message"."assistantId"
    order by "hit"."key" desc, "hit"."messageId" desc
    limit ${limit}
  `.execute(tx);
  return rows;
}

/** Where messages are looked for, after the cursor. */
function scope({ teamId, channelIds, after }: MessageSearch): RawBuilder<boolean> {
  const place =
    channelIds === null
      ? sql`"teamId" = ${teamId}`
      : channelIds.length === 1
        ? sql`"channelId" = ${channelIds[0]}`
        : sql`"channelId" = any(${channelIds}::uuid[])`;
  const time = after
    ? sql`("createdAt", "messageId")
        < ('epoch'::timestamptz + ${after.at}::bigint * interval '1 microsecond', ${after.id}::uuid)`
    : sql`true`;
  return sql<boolean>`${place} and ${time}`;
}

/** Hits among the newest, read in order of time until there are enough. */
function recent(search: MessageSearch, newest: number): RawBuilder<unknown> {
  return sql`
    select *, "createdAt" as "key" from (
      select * from "message_text" where ${scope(search)}
      order by "createdAt" desc, "messageId" desc limit ${sql.lit(newest)}
    ) as "newest"
    where "words" @@ ${tsqueryOf(search.query.wanted)}`;
}

/** The oldest of the newest; null when there is nothing older. */
async function edgeOfRecent(tx: Db, search: MessageSearch, newest: number): Promise<MessageCursor | null> {
  const { rows } = await sql<MessageCursor>`
    select (extract(epoch from "createdAt") * 1000000)::bigint as "at", "messageId" as "id"
    from "message_text" where ${scope(search)}
    order by "createdAt" desc, "messageId" desc limit 1 offset ${sql.lit(newest - 1)}
  `.execute(tx);
  return rows[0] ?? null;
}

/**
 * Hits by an index: of words, or of channels where these are few. What the index is not to be asked for stands
 * outside of the inner query. Adding nothing to the time keeps the planner from reading in order of time here.
 */
function indexed(search: MessageSearch): RawBuilder<unknown> {
  const { channelIds, query } = search;
  const isFew = channelIds !== null && channelIds.length > 1;
  const asked = isFew ? [] : worthAsking(query.wanted);
  const words = asked.length > 0 ? sql`"words" @@ ${tsqueryOf(asked)}` : sql`true`;
  // What the index answered for is not read again: of old words there can be very many.
  const rest = asked.length < query.wanted.length ? sql`"words" @@ ${tsqueryOf(query.wanted)}` : sql`true`;
  return sql`
    select "messageId", "channelId", "createdAt", "createdAt" + interval '0' as "key" from (
      select * from "message_text" where ${scope(search)} and ${words} offset 0
    ) as "held"
    where ${rest}
    order by "key" desc, "messageId" desc offset 0`;
}

/** Shorter beginnings of words stand for too many of them. */
const SHORT_PREFIX = 3;

/** Words that the index finds quickly; all where there are no such. */
function worthAsking(wanted: readonly Wanted[]): readonly Wanted[] {
  const quick = wanted.filter(({ word, prefix }) => !prefix || word.length >= SHORT_PREFIX);
  return quick.length > 0 ? quick : wanted;
}

/** The channels of a team that a guest may see, who has nothing but grants. */
export async function channelsGranted(db: Db, reader: Reader, teamId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('channel')
    .select('channel.id')
    .where('channel.teamId', '=', teamId)
    .where(
      sql<boolean>`"channel"."accessPath" && array(
        select "targetId" from "grant" where "userId" = ${reader.userId} and "teamId" = ${teamId}
      )`,
    )
    .where(visibleTo(reader))
    .execute();
  return rows.map(({ id }) => id);
}
