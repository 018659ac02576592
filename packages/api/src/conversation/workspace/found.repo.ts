import { type Db, transaction } from '@tandem/db';
import type { Part } from '@tandem/shared/message/parts';
import type { Wanted } from '@tandem/shared/search/words';
import { type RawBuilder, sql } from 'kysely';
import { visibleToAudience } from '../../access/policy/access.audience.ts';
import { visibleTo } from '../../access/policy/access.fragments.ts';

/** The asker and the channel: everyone who sees it reads the answer. */
export interface Asking {
  userId: number;
  teamId: string;
  channelId: string;
}

/** Hits that somebody may view of a word, and of all, from which on it is common and leads to nothing by itself. */
const COMMON = 1_000;
const COMMON_OF_ALL = 4_000;
/** Hits that are scored, the newest first. */
const MAX_SCORED = 4_000;
/** Characters of a document that are read. */
const MAX_TEXT = 1_000_000;
const PATIENCE_MS = 2_000;

/** Whether the asker and everyone who will read the answer may view a channel of the query. */
function readable({ userId, channelId }: Asking): RawBuilder<boolean> {
  return sql<boolean>`(${visibleTo({ userId })} and ${visibleToAudience(channelId, 'channel')})`;
}

/** Words contain only letters and digits, so that no quoted word can contain an operator. */
function tsquery(wanted: readonly Wanted[], operator: '&' | '|'): RawBuilder<unknown> {
  const words = wanted.map(({ word, prefix }) => `'${word}'${prefix ? ':*' : ''}`);
  return sql`${words.join(` ${operator} `)}::tsquery`;
}

/** A word with how rare it is. */
export interface WeighedWord extends Wanted {
  weight: number;
  isCommon: boolean;
}

type Kind = 'message' | 'document';

/** The searched rows of a team: messages of people in other channels, or documents. */
function rowsOf(kind: Kind, { teamId, channelId }: Asking): RawBuilder<unknown> {
  return kind === 'message'
    ? sql`"message_text" as "text" where "text"."teamId" = ${teamId} and "text"."channelId" <> ${channelId}`
    : sql`"document_content" as "text" join "document" on "document"."channelId" = "text"."documentId"
        where "document"."teamId" = ${teamId}`;
}

/** Weighs words by how many messages or documents have them that the asker and all readers of the answer may view. */
export async function weighWords(
  db: Db,
  asking: Asking,
  kind: Kind,
  wanted: readonly Wanted[],
): Promise<WeighedWord[]> {
  if (wanted.length === 0) return [];
  const place = sql.ref(kind === 'message' ? 'text.channelId' : 'text.documentId');
  const hits = wanted.map(
    (word, index) => sql`select * from (
      select ${sql.lit(index)} as "word", ${place} as "channelId"
      from ${rowsOf(kind, asking)} and "text"."words" @@ ${tsquery([word], '&')} limit ${sql.lit(COMMON_OF_ALL)}
    ) as "of"`,
  );
  const { rows } = await quickly(db, (tx) =>
    sql<{ word: number; all: number; seen: number }>`
      with "hit" as materialized (
        select "word", "channelId", count(*)::int as "count" from (${sql.join(hits, sql` union all `)}) as "each"
        group by "word", "channelId"
      ), "place" as materialized (
        select "channel"."id" from "channel"
        where "channel"."id" in (select "channelId" from "hit") and ${readable(asking)}
      )
      select "word", sum("count")::int as "all",
        coalesce(sum("count") filter (where "channelId" in (select "id" from "place")), 0)::int as "seen"
      from "hit" group by "word"`.execute(tx),
  );
  const counts = new Map(rows.map((row) => [row.word, row]));
  return wanted.map((word, index) => {
    const { all = 0, seen = 0 } = counts.get(index) ?? {};
    const isCommon = seen > COMMON || all >= COMMON_OF_ALL;
    return { ...word, weight: Math.log(1 + COMMON / (seen + 1)), isCommon };
  });
}

/** Restricts rows to those with any of the rare words, or where all are common, with all of them; and what they score. */
function scored(words: readonly WeighedWord[]) {
  const rare = words.filter(({ isCommon }) => !isCommon);
  const fits = sql<boolean>`"text"."words" @@ ${rare.length > 0 ? tsquery(rare, '|') : tsquery(words, '&')}`;
  const each = words.map(
    (word) => sql`case when "text"."words" @@ ${tsquery([word], '&')} then ${word.weight}::float8 else 0 end`,
  );
  return { fits, score: sql<number>`(${sql.join(each, sql` + `)})` };
}

export interface FoundMessage {
  id: string;
  score: number;
  parts: Part[];
  authorName: string;
  channelId: string;
  channelName: string;
  createdAt: Date;
}

const messageColumns = sql`"message"."id", "message"."parts", "message"."createdAt",
  coalesce("user"."name", "assistant"."name", '') as "authorName", "channel"."id" as "channelId", "channel"."name" as "channelName"`;

/** The messages of people that fit best, of channels that the asker and all readers of the answer may view. */
export async function findMessages(
  db: Db,
  asking: Asking,
  words: readonly WeighedWord[],
  limit: number,
): Promise<FoundMessage[]> {
  if (words.length === 0) return [];
  const { fits, score } = scored(words);
  const { rows } = await quickly(db, (tx) =>
    sql<FoundMessage>`
      with "hit" as materialized (
        select "text"."messageId", "text"."channelId", ${score} as "score"
        from ${rowsOf('message', asking)} and ${fits}
        order by "text"."createdAt" desc limit ${sql.lit(MAX_SCORED)}
      ), "place" as materialized (
        select "channel"."id", "channel"."name" from "channel"
        where "channel"."id" in (select "channelId" from "hit") and ${readable(asking)}
      )
      select ${messageColumns}, "hit"."score"
      from "hit"
      join "place" as "channel" on "channel"."id" = "hit"."channelId"
      join "message" on "message"."id" = "hit"."messageId" and "message"."active" and "message"."role" = 'user'
      left join "user" on "user"."id" = "message"."authorId"
      left join "assistant" on "assistant"."id" = "message"."assistantId"
      order by "hit"."score" desc, "message"."createdAt" desc limit ${limit}`.execute(tx),
  );
  return rows;
}

export interface FoundDocument {
  id: string;
  name: string;
  /** As it was derived last, without marks of Markdown. */
  text: string;
  score: number;
}

/** The documents that fit best, likewise. */
export async function findDocuments(
  db: Db,
  asking: Asking,
  words: readonly WeighedWord[],
  limit: number,
): Promise<FoundDocument[]> {
  if (words.length === 0) return [];
  const { fits, score } = scored(words);
  const { rows } = await quickly(db, (tx) =>
    sql<FoundDocument>`
      with "hit" as materialized (
        select "text"."documentId", "document"."editedAt", ${score} as "score"
        from ${rowsOf('document', asking)} and ${fits}
        order by "document"."editedAt" desc limit ${sql.lit(MAX_SCORED)}
      ), "best" as materialized (
        select "channel"."id", "channel"."name", "hit"."score", "hit"."editedAt"
        from "hit" join "channel" on "channel"."id" = "hit"."documentId" and ${readable(asking)}
        order by "hit"."score" desc, "hit"."editedAt" desc limit ${limit}
      )
      select "best"."id", "best"."name", "best"."score", left("text"."text", ${sql.lit(MAX_TEXT)}) as "text"
      from "best" join "document_content" as "text" on "text"."documentId" = "best"."id"
      order by "best"."score" desc, "best"."editedAt" desc`.execute(tx),
  );
  return rows;
}

/** Documents whose ids begin so; nearly always one at most. */
export async function documentsBeginning(
  db: Db,
  asking: Asking,
  beginning: string,
): Promise<FoundDocument[]> {
  const { rows } = await sql<FoundDocument>`
    select "channel"."id", "channel"."name", left("text"."text", ${sql.lit(MAX_TEXT)}) as "text", 0 as "score"
    from "channel" join "document_content" as "text" on "text"."documentId" = "channel"."id"
    where ${beginsWith('channel.id', beginning)} and "channel"."teamId" = ${asking.teamId}
      and "channel"."kind" = 'document' and ${readable(asking)}
    order by "channel"."id" limit 3`.execute(db);
  return rows;
}

/** Messages whose ids begin so, with others of their conversations around them. @param around messages on each side */
export async function messagesBeginning(
  db: Db,
  asking: Asking,
  beginning: string,
  around = 0,
): Promise<FoundMessage[]> {
  const { rows } = await sql<FoundMessage>`
    with "named" as (
      select "message"."channelId", "message"."seq" from "message"
      join "channel" on "channel"."id" = "message"."channelId" and ${readable(asking)}
      where ${beginsWith('message.id', beginning)} and "message"."teamId" = ${asking.teamId} and "message"."active"
      order by "message"."id" limit 3
    )
    select ${messageColumns}, 0 as "score"
    from "named"
    cross join lateral (
      (select * from "message" where "channelId" = "named"."channelId" and "active" and "seq" <= "named"."seq"
        order by "seq" desc limit ${around + 1})
      union all
      (select * from "message" where "channelId" = "named"."channelId" and "active" and "seq" > "named"."seq"
        order by "seq" limit ${around})
    ) as "message"
    join "channel" on "channel"."id" = "named"."channelId"
    left join "user" on "user"."id" = "message"."authorId"
    left join "assistant" on "assistant"."id" = "message"."assistantId"
    where "message"."status" <> 'running'
    order by "message"."seq"`.execute(db);
  return rows;
}

/** Ids of eight given hexadecimal digits are a range of the index. */
function beginsWith(column: string, beginning: string): RawBuilder<boolean> {
  const id = sql.ref(column);
  return sql<boolean>`(${id} >= ${`${beginning}-0000-0000-0000-000000000000`}::uuid
    and ${id} <= ${`${beginning}-ffff-ffff-ffff-ffffffffffff`}::uuid)`;
}

/** Plans each query for its own words, and gives it up after a while. @throws the database's error */
function quickly<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return transaction(db, async (tx) => {
    await sql`select set_config('statement_timeout', ${String(PATIENCE_MS)}, true),
      set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(tx);
    return work(tx);
  });
}
