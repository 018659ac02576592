import type { Db } from '@tandem/db';
import type { NoticeKind } from '@tandem/shared/notice/schema';
import { type RawBuilder, sql } from 'kysely';

/** A notification for one person. */
export interface NewNotice {
  userId: number;
  teamId: string;
  kind: NoticeKind;
  /** The person who caused it; they are never notified themselves. */
  actorId?: number | undefined;
  appId?: string | undefined;
  channelId?: string | undefined;
  messageId?: string | undefined;
  invitationId?: string | undefined;
  commentId?: string | undefined;
  blockId?: string | undefined;
}

export interface StoredNotice {
  id: string;
  userId: number;
  kind: NoticeKind;
  /** Whether a recent one of theirs guarantees a mail that will include this one too. */
  awaitsMail: boolean;
}

/** Seconds in which the mail of an earlier notification is sure to include a new one. */
const SHARED_MAIL_SECONDS = 150;

/** Deletes unread notifications about the same shares: the newer one replaces them. */
export async function deleteReplacedShares(db: Db, notices: readonly NewNotice[]): Promise<void> {
  const shares = notices.filter(({ kind }) => kind === 'share');
  if (shares.length === 0) return;
  await sql`
    delete from "notice" using jsonb_to_recordset(${JSON.stringify(shares)}::jsonb)
      as "new" ("userId" int, "appId" uuid, "channelId" uuid)
    where "notice"."userId" = "new"."userId" and "notice"."readAt" is null and "notice"."kind" = 'share'
      and "notice"."appId" is not distinct from "new"."appId"
      and "notice"."channelId" is not distinct from "new"."channelId"
  `.execute(db);
}

/** Stores notifications for people whose account still exists. */
export async function insertNotices(db: Db, notices: readonly NewNotice[]): Promise<StoredNotice[]> {
  const { rows } = await sql<StoredNotice>`
    insert into "notice" ("userId", "teamId", "kind", "actorId", "appId", "channelId", "messageId", "invitationId", "commentId", "blockId")
    select "new".* from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as "new" (
      "userId" int, "teamId" uuid, "kind" text, "actorId" int, "appId" uuid, "channelId" uuid, "messageId" uuid,
      "invitationId" uuid, "commentId" uuid, "blockId" text
    )
    join "user" on "user"."id" = "new"."userId" and "user"."deletedAt" is null
    returning "id", "userId", "kind", exists (
      select from "notice" as "earlier"
      where "earlier"."userId" = "notice"."userId" and "earlier"."readAt" is null and "earlier"."mailedAt" is null
        and "earlier"."createdAt" > now() - make_interval(secs => ${sql.lit(SHARED_MAIL_SECONDS)})
    ) as "awaitsMail"
  `.execute(db);
  return rows;
}

/** Returns those of these people who were already notified of any of these messages, with this kind. */
export async function toldAmong(
  db: Db,
  kind: NoticeKind,
  messageIds: readonly string[],
  userIds: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('notice')
    .select('userId')
    .distinct()
    .where('kind', '=', kind)
    .where('messageId', 'in', messageIds)
    .where('userId', 'in', userIds)
    .execute();
  return rows.map(({ userId }) => userId);
}

/** Returns the people already notified of a comment. */
export async function toldOfComment(db: Db, commentId: string): Promise<number[]> {
  const rows = await db.selectFrom('notice').select('userId').where('commentId', '=', commentId).execute();
  return rows.map(({ userId }) => userId);
}

/** Returns the notifications these people got about blocks of a document that mention them. */
export async function toldOfBlocks(
  db: Db,
  documentId: string,
  userIds: readonly number[],
): Promise<{ userId: number; blockId: string }[]> {
  const rows = await db
    .selectFrom('notice')
    .select(['userId', 'blockId'])
    .where('channelId', '=', documentId)
    .where('userId', 'in', userIds)
    .where('blockId', 'is not', null)
    .execute();
  return rows.map(({ userId, blockId }) => ({ userId, blockId: blockId ?? '' }));
}

/**
 * Marks these notifications as read, locked in a fixed order, so that concurrent tabs only wait.
 * @param which the unread ones to mark
 * @returns their ids
 */
async function markRead(db: Db, which: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with "meant" as (${which} order by "notice"."id" for update of "notice")
    update "notice" set "readAt" = now() from "meant"
    where "notice"."id" = "meant"."id" and "notice"."readAt" is null
    returning "notice"."id"
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Marks those of a person's notices as read that were not, by id or all. @returns their ids */
export function markNoticesRead(
  db: Db,
  userId: number,
  which: { ids: readonly string[] } | { all: true },
): Promise<string[]> {
  const named = 'ids' in which ? sql`and "notice"."id" = any(${which.ids}::uuid[])` : sql``;
  return markRead(
    db,
    sql`select "id" from "notice" where "userId" = ${userId} and "readAt" is null ${named}`,
  );
}

/** A person’s reading state of a channel. */
export interface SeenOfChannel {
  channelId: string;
  comments: boolean;
  /** The blocks of a document that were on the screen; absent for all. */
  blocks?: readonly string[] | undefined;
}

/**
 * Marks a channel's notifications as read for a person who views it: shares of it or its app, answers,
 * mentions up to their reading position or in blocks that were visible or name them no longer, and comments
 * where these are visible.
 * @returns their ids
 */
export function markChannelNoticesRead(
  db: Db,
  userId: number,
  { channelId, comments, blocks }: SeenOfChannel,
): Promise<string[]> {
  const isBlockSeen =
    blocks === undefined
      ? sql`true`
      : sql`"notice"."blockId" = any(${blocks}::text[]) or not exists (
          select from "document" where "document"."channelId" = "channel"."id" and "mentions"->'list' @>
            jsonb_build_array(jsonb_build_object('userId', "notice"."userId", 'blockId', "notice"."blockId"))
        )`;
  return markRead(
    db,
    sql`
      select "notice"."id" from "notice" join "channel" on "channel"."id" = ${channelId}
      where "notice"."userId" = ${userId} and "notice"."readAt" is null and case
        when "notice"."channelId" is null then "notice"."kind" = 'share' and "notice"."appId" = "channel"."appId"
        when "notice"."channelId" <> "channel"."id" then false
        when "notice"."kind" = 'comment' then ${comments}::boolean
        when "notice"."kind" <> 'mention' then true
        when "notice"."blockId" is not null then ${isBlockSeen}
        when "notice"."messageId" is null then true
        else exists (
          select from "message"
          join "channel_read" as "position" on "position"."channelId" = "message"."channelId"
            and "position"."userId" = "notice"."userId" and "position"."lastReadSeq" >= "message"."seq"
          where "message"."id" = "notice"."messageId"
        )
      end
    `,
  );
}

/**
 * Deletes old notifications.
 * @returns their number
 */
export async function deleteOldNotices(
  db: Db,
  { readDays, unreadDays }: { readDays: number; unreadDays: number },
): Promise<number> {
  const result = await sql`
    delete from "notice"
    where "createdAt" < now() - make_interval(days => ${unreadDays})
      or ("readAt" is not null and "createdAt" < now() - make_interval(days => ${readDays}))
  `.execute(db);
  return Number(result.numAffectedRows ?? 0);
}

/** Whether an ended turn ran for longer than this. */
export async function hasTakenLong(db: Db, turnId: string, seconds: number): Promise<boolean> {
  const turn = await db
    .selectFrom('turn')
    .select('id')
    .where('id', '=', turnId)
    .where(sql<boolean>`"endedAt" - "startedAt" > make_interval(secs => ${seconds})`)
    .executeTakeFirst();
  return turn !== undefined;
}

/** Deletes a person's notifications. */
export async function forgetPerson(tx: Db, { userId }: { userId: number }): Promise<void> {
  await tx.deleteFrom('notice').where('userId', '=', userId).execute();
}

/** Updates the app of notifications about channels that moved into another app. */
export async function moveNotices(
  tx: Db,
  channelIds: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`
    update "notice" set "appId" = ${to}
    where "channelId" = any(${channelIds}::uuid[]) and "appId" = ${from}`.execute(tx);
}
