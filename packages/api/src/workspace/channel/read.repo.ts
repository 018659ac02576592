import type { Db } from '@tandem/db';
import { sql } from 'kysely';

/** Openings closer together than this, in seconds, are one: reading writes seldom. */
const OPENED_STEP = 60;

/**
 * Advances a person's read position up to `seq` (undefined for the end), and records that they opened the
 * channel.
 * @returns whether the position moved; repeating it writes nothing within a minute
 */
export async function moveReadPosition(
  db: Db,
  { channelId, userId, seq }: { channelId: string; userId: number; seq?: number },
): Promise<boolean> {
  const { rows } = await sql<{ moved: boolean }>`
    with "before" as (
      select "lastReadSeq" from "channel_read" where "userId" = ${userId} and "channelId" = ${channelId}
    ), "written" as (
      insert into "channel_read" ("userId", "channelId", "lastReadSeq")
      select ${userId}, "channelId", least("lastSeq", coalesce(${seq ?? null}::bigint, "lastSeq"))
      from "channel_head" where "channelId" = ${channelId}
      on conflict ("userId", "channelId") do update set
        "lastReadSeq" = greatest("channel_read"."lastReadSeq", excluded."lastReadSeq"),
        "openedAt" = now()
      where excluded."lastReadSeq" > "channel_read"."lastReadSeq"
        or "channel_read"."openedAt" < now() - make_interval(secs => ${sql.lit(OPENED_STEP)})
      returning "lastReadSeq"
    )
    select "written"."lastReadSeq" > coalesce((select "lastReadSeq" from "before"), -1) as "moved"
    from "written"`.execute(db);
  return rows[0]?.moved ?? false;
}

/**
 * Sets a person's read position right before a message, forward or back.
 * @returns the new position; null when the message is not in that channel
 */
export async function readUntilBefore(
  db: Db,
  { channelId, userId, messageId }: { channelId: string; userId: number; messageId: string },
): Promise<number | null> {
  const { rows } = await sql<{ lastReadSeq: number }>`
    insert into "channel_read" ("userId", "channelId", "lastReadSeq")
    select ${userId}, "channelId", "seq" - 1 from "message"
    where "id" = ${messageId} and "channelId" = ${channelId}
    on conflict ("userId", "channelId") do update set "lastReadSeq" = excluded."lastReadSeq", "openedAt" = now()
    returning "lastReadSeq"`.execute(db);
  return rows[0]?.lastReadSeq ?? null;
}

/** Deletes a person's read positions and pins. */
export async function forgetPerson(tx: Db, { userId }: { userId: number }): Promise<void> {
  await tx.deleteFrom('channel_read').where('userId', '=', userId).execute();
  await tx.deleteFrom('channel_pin').where('userId', '=', userId).execute();
}

/** Records in a fork that its creator and everyone who opened the original has read all of it. */
export async function copyReads(
  tx: Db,
  { from, to, untilSeq, userId }: { from: string; to: string; untilSeq: number; userId: number },
): Promise<void> {
  await sql`
    insert into "channel_read" ("userId", "channelId", "lastReadSeq")
    select "userId", ${to}::uuid, ${untilSeq}::bigint from "channel_read" where "channelId" = ${from}
    union
    select ${userId}::integer, ${to}::uuid, ${untilSeq}::bigint
  `.execute(tx);
}
