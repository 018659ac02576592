import type { Db } from '@tandem/db';
import type { Part } from '@tandem/shared/message/parts';
import { sql } from 'kysely';

/** The address of a file, with its id. */
const FILE_ADDRESS = '^/api/files/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/content$';

/**
 * Copies a channel's path up to `untilSeq` into an empty channel. Text, parts, writers, times and models are
 * kept, and numbers too, because summaries refer to them; ids are new and each message's parent is the one
 * before it. Running answers and reactions are omitted. Files belong to the old channel, so the new one gets
 * its own rows for the same content.
 * @param last a message at `untilSeq`, running or not, of which these parts are copied, as finished; then its own line
 * is copied, whether or not it is the one that is shown. The copy has no words in the search yet
 * @returns the number of messages
 */
export async function copyPath(
  tx: Db,
  {
    from,
    to,
    untilSeq,
    last = null,
  }: { from: string; to: string; untilSeq: number; last?: { id: string; parts: readonly Part[] } | null },
): Promise<number> {
  const isLast = sql`coalesce("message"."id" = ${last?.id ?? null}::uuid, false)`;
  const isCopied = last
    ? sql`"id" in (
        with recursive "line" as (
          select "id", "parentId" from "message" where "id" = ${last.id} and "channelId" = ${from}
          union all
          select "before"."id", "before"."parentId" from "line"
          join "message" as "before" on "before"."id" = "line"."parentId" and "before"."channelId" = ${from}
        ) select "id" from "line")`
    : sql`"active" and "seq" <= ${untilSeq}`;
  const { rows } = await sql<{ count: number }>`
    with "source" as materialized (
      select "message".*, gen_random_uuid() as "newId", ${isLast} as "isLast",
        case when ${isLast} then ${JSON.stringify(last?.parts ?? [])}::jsonb else "parts" end as "shown"
      from "message"
      where "channelId" = ${from} and ${isCopied} and ("status" <> 'running' or ${isLast})
    ), "piece" as materialized (
      -- Each part of those messages once: to look for every file in every message would take the product of both.
      select "source"."newId" as "messageId", "each"."part", "each"."place",
        case when "each"."part" ->> 'type' = 'file'
          then substring("each"."part" ->> 'url' from ${FILE_ADDRESS}::text)::uuid end as "fileId"
      from "source" cross join lateral jsonb_array_elements("source"."shown") with ordinality as "each" ("part", "place")
      where "source"."shown" @> '[{"type":"file"}]'
    ), "held" as materialized (
      select "file".*, gen_random_uuid() as "newId" from "file"
      where "channelId" = ${from} and "id" in (select "fileId" from "piece")
      -- Else their content could be removed before the copies count.
      for share
    ), "rewritten" as materialized (
      select "messageId", jsonb_agg(
          case when "held"."id" is null then "part"
          else jsonb_set("part", '{url}', to_jsonb('/api/files/' || "held"."newId" || '/content')) end
          order by "place"
        ) as "parts"
      from "piece" left join "held" on "held"."id" = "piece"."fileId"
      group by "messageId"
    ), "files" as (
      insert into "file"
        ("id", "teamId", "uploaderId", "channelId", "name", "mediaType", "size", "hash", "width", "height")
      select "newId", "teamId", "uploaderId", ${to}::uuid, "name", "mediaType", "size", "hash", "width", "height" from "held"
    ), "copied" as (
      insert into "message" (
        "id", "channelId", "teamId", "parentId", "seq", "role", "authorId", "assistantId", "parts", "mentions",
        "status", "error", "n", "model", "revision", "createdAt", "editedAt"
      )
      select
        "newId", ${to}::uuid, "teamId", lag("newId") over (order by "seq"), "seq", "role", "authorId", "assistantId",
        coalesce("rewritten"."parts", "source"."shown"),
        "mentions", case when "isLast" then 'done' else "status" end, case when "isLast" then null else "error" end, "n", "model", 1, "createdAt", "editedAt"
      from "source" left join "rewritten" on "rewritten"."messageId" = "source"."newId"
    ), "indexed" as (
      insert into "message_text" ("messageId", "teamId", "channelId", "createdAt", "words")
      select "source"."newId", "source"."teamId", ${to}::uuid, "source"."createdAt", "message_text"."words"
      from "source" join "message_text" on "message_text"."messageId" = "source"."id"
      where not "source"."isLast"
    )
    update "channel_head" set
      "revision" = 1,
      "lastSeq" = ${untilSeq}::bigint,
      "messageCount" = (select count(*) from "source")
    where "channelId" = ${to}
    returning "messageCount" as "count"`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Returns a message's `seq` on a channel's path; null when it is not on it. */
export async function placeOnPath(tx: Db, channelId: string, messageId: string): Promise<number | null> {
  const found = await tx
    .selectFrom('message')
    .select('seq')
    .where('id', '=', messageId)
    .where('channelId', '=', channelId)
    .where('active', '=', true)
    .executeTakeFirst();
  return found?.seq ?? null;
}
