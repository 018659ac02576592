import type { Db } from '@tandem/db';
import type { AppType } from '@tandem/shared/app/schema';
import type { Part } from '@tandem/shared/message/parts';
import type { Wanted } from '@tandem/shared/search/words';
import { type RawBuilder, sql } from 'kysely';
import { type Reader, visibleTo } from '../../access/policy/access.fragments.ts';
import type { MessageCursor } from './cursor.ts';
import { tsqueryOf } from './query.ts';
import { isBeyond, searchTexts, type TextRows, type TextSearch } from './text.repo.ts';

/**
 * Messages scanned, newest first, before the word index is used: common words are found among them, and rare
 * ones have few entries in the index.
 */
const RECENT = 20_000;
export interface MessageSearch extends TextSearch {
  /** Channels to search; null for the whole team. Invisible ones are excluded anyway. */
  channelIds: readonly string[] | null;
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
 * Finds messages with all the words, on the paths of visible channels, newest first.
 * @returns `partial` on a timeout: only the newest were searched, or none
 */
export async function findMessages(
  db: Db,
  search: MessageSearch,
  { patience, newest = RECENT }: { patience?: number; newest?: number } = {},
): Promise<TextRows<FoundMessage>> {
  return searchTexts<FoundMessage>(
    db,
    async (tx, found) => {
      await planAsWritten(tx);
      // An index in order of time covers one channel or all.
      if (search.channelIds && search.channelIds.length > 1)
        return found(await among(tx, search, indexed(search)));
      const rows = await among(tx, search, recent(search, newest));
      found(rows);
      if (rows.length >= search.limit) return;
      const edge = await edgeOfRecent(tx, search, newest);
      if (!edge) return;
      const older = { ...search, after: edge, limit: search.limit - rows.length };
      found(await among(tx, older, indexed(older)));
    },
    patience,
  );
}

/**
 * Configures this transaction's planner: joins in the written order with nested loops, so that reading stops
 * with the last requested row.
 */
async function planAsWritten(tx: Db): Promise<void> {
  await sql`
    select set_config('join_collapse_limit', '1', true), set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true), set_config('work_mem', '16MB', true)
  `.execute(tx);
}

/** Returns the visible rows of a source, in its order. */
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

/** Restricts messages by team, channels and cursor. */
function scope({ teamId, channelIds, after }: MessageSearch): RawBuilder<boolean> {
  const place =
    channelIds === null
      ? sql`"teamId" = ${teamId}`
      : channelIds.length === 1
        ? sql`"channelId" = ${channelIds[0]}`
        : sql`"channelId" = any(${channelIds}::uuid[])`;
  return sql<boolean>`${place} and ${isBeyond(after, 'createdAt', 'messageId')}`;
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

/** Returns the oldest of the newest; null when there is nothing older. */
async function edgeOfRecent(tx: Db, search: MessageSearch, newest: number): Promise<MessageCursor | null> {
  const { rows } = await sql<MessageCursor>`
    select (extract(epoch from "createdAt") * 1000000)::bigint as "at", "messageId" as "id"
    from "message_text" where ${scope(search)}
    order by "createdAt" desc, "messageId" desc limit 1 offset ${sql.lit(newest - 1)}
  `.execute(tx);
  return rows[0] ?? null;
}

/**
 * Finds matches by an index: of words, or of a few channels. Conditions that must not use it are outside the
 * inner query. Adding zero to the time keeps the planner from an index in order of time.
 */
function indexed(search: MessageSearch): RawBuilder<unknown> {
  const { channelIds, query } = search;
  const isFew = channelIds !== null && channelIds.length > 1;
  const asked = isFew ? [] : worthAsking(query.wanted);
  const words = asked.length > 0 ? sql`"words" @@ ${tsqueryOf(asked)}` : sql`true`;
  // Words matched by the index are not checked again: common words have very many entries.
  const rest = asked.length < query.wanted.length ? sql`"words" @@ ${tsqueryOf(query.wanted)}` : sql`true`;
  return sql`
    select "messageId", "channelId", "createdAt", "createdAt" + interval '0' as "key" from (
      select * from "message_text" where ${scope(search)} and ${words} offset 0
    ) as "held"
    where ${rest}
    order by "key" desc, "messageId" desc offset 0`;
}

/** Shorter prefixes match too many words. */
const SHORT_PREFIX = 3;

/** Words that the index finds quickly; all where there are no such. */
function worthAsking(wanted: readonly Wanted[]): readonly Wanted[] {
  const quick = wanted.filter(({ word, prefix }) => !prefix || word.length >= SHORT_PREFIX);
  return quick.length > 0 ? quick : wanted;
}

/** Returns the channels visible to a guest, who has only grants. */
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
