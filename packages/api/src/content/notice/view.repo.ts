import type { Db } from '@tandem/db';
import type { AppType } from '@tandem/shared/app/schema';
import { MAX_UNREAD_NOTICES, type NoticeKind } from '@tandem/shared/notice/schema';
import { type RawBuilder, sql } from 'kysely';
import { appLevelOfMember, levelOfMember, outOfBin } from '../../access/policy/access.fragments.ts';

/** A notification with everything its recipient is shown. */
export interface NoticeView {
  id: string;
  userId: number;
  kind: NoticeKind;
  teamId: string;
  teamName: string;
  actorId: number | null;
  actorName: string | null;
  actorAvatar: string | null;
  appId: string | null;
  appName: string | null;
  appType: AppType | null;
  channelId: string | null;
  channelName: string | null;
  messageId: string | null;
  invitationId: string | null;
  discussionId: string | null;
  blockId: string | null;
  /**
   * For a mention: a passage of the message, comment or document around the person's name, longer than is
   * displayed.
   */
  excerpt: string | null;
  /** Whether text precedes that passage. */
  isCut: boolean | null;
  createdAt: Date;
  readAt: Date | null;
}

/** Characters of a message before a name, and in all, that are enough to cut an excerpt from. */
const BEFORE_NAME = 60;
const STRETCH = 400;

const appIsVisible = sql<boolean>`(
  "member"."userId" is not null and "app"."deletedAt" is null and ${appLevelOfMember()} > 0
)`;

/** Each notification joined with its subject and its recipient's access to it. */
const noticesInPlace = sql`
  "notice"
  join "team" on "team"."id" = "notice"."teamId"
  left join "member" on "member"."teamId" = "notice"."teamId" and "member"."userId" = "notice"."userId"
    and "member"."suspendedAt" is null
  left join "channel" on "channel"."id" = "notice"."channelId"
  left join "app" on "app"."id" = coalesce("channel"."appId", "notice"."appId")
  left join "message" on "message"."id" = "notice"."messageId"
  left join "comment" on "comment"."id" = "notice"."commentId"
  left join "invitation" on "invitation"."id" = "notice"."invitationId"
`;

/**
 * Whether the recipient may see a notification's subject, by the usual rules; for an invitation, whether it
 * can still be accepted.
 */
const isVisible = sql<boolean>`case
  when "notice"."kind" = 'invitation' then
    "invitation"."acceptedAt" is null and "invitation"."endedAt" is null and "invitation"."expiresAt" > now()
  when "member"."userId" is null or "message"."active" is false or "comment"."deletedAt" is not null then false
  when "notice"."channelId" is not null then ${outOfBin()} and ${levelOfMember()} > 0
  else ${appIsVisible}
end`;

function views(which: RawBuilder<unknown>, limit: number): RawBuilder<NoticeView> {
  return sql<NoticeView>`
    select "notice"."id", "notice"."userId", "notice"."kind", "notice"."teamId", "team"."name" as "teamName",
      "actor"."id" as "actorId", "actor"."name" as "actorName", "actor"."avatar" as "actorAvatar",
      "app"."id" as "appId", "app"."type" as "appType", "channel"."id" as "channelId",
      case when ${appIsVisible} then "app"."name" else '' end as "appName",
      "channel"."name" as "channelName", "notice"."messageId", "notice"."invitationId",
      "comment"."discussionId", "notice"."blockId",
      "said"."excerpt", "said"."isCut", "notice"."createdAt", "notice"."readAt"
    from ${noticesInPlace}
    left join "user" as "actor" on "actor"."id" = "notice"."actorId" and "actor"."deletedAt" is null
    left join lateral (
      select "document_content"."text", "reader"."name" as "reader"
      from "document_content", "user" as "reader"
      where "document_content"."documentId" = "notice"."channelId" and "reader"."id" = "notice"."userId"
    ) as "written" on "notice"."blockId" is not null
    left join lateral (
      select substr("words"."text", "words"."from", ${sql.lit(STRETCH)}) as "excerpt", "words"."from" > 1 as "isCut"
      from (
        select "whole"."text", greatest(1, strpos("whole"."text", '@' || coalesce("named"."name", "whole"."reader")) - ${sql.lit(BEFORE_NAME)}) as "from"
        from (
          select coalesce("comment"."text", (
            select string_agg("part" ->> 'text', ' ')
            from jsonb_array_elements("message"."parts") as "part" where "part" ->> 'type' = 'text'
          ), "written"."text") as "text", "written"."reader"
        ) as "whole"
        left join lateral (
          select "mention" ->> 'name' as "name" from jsonb_array_elements(coalesce("comment"."mentions", "message"."mentions")) as "mention"
          where ("mention" ->> 'userId')::int = "notice"."userId" limit 1
        ) as "named" on true
      ) as "words"
    ) as "said" on "notice"."kind" in ('mention', 'comment')
    where ${which} and ${isVisible}
    order by "notice"."createdAt" desc, "notice"."id" desc
    limit ${limit}
  `;
}

/** A person's notices from the newest, or from before one that they hold. */
export async function pageOfNotices(
  db: Db,
  userId: number,
  {
    before,
    limit,
    unreadOnly,
  }: { before?: { createdAt: Date; id: string } | undefined; limit: number; unreadOnly: boolean },
): Promise<NoticeView[]> {
  const older = before
    ? sql`and ("notice"."createdAt", "notice"."id") < (${before.createdAt}::timestamptz, ${before.id}::uuid)`
    : sql``;
  const unread = unreadOnly ? sql`and "notice"."readAt" is null` : sql``;
  const { rows } = await views(sql`"notice"."userId" = ${userId} ${older} ${unread}`, limit).execute(db);
  return rows;
}

/** Returns those of these notifications their recipients may see, in one query for any number of people. */
export async function noticesByIds(db: Db, ids: readonly string[]): Promise<NoticeView[]> {
  if (ids.length === 0) return [];
  const { rows } = await views(sql`"notice"."id" = any(${ids}::uuid[])`, ids.length).execute(db);
  return rows;
}

/** Counts unread notifications of each of these people, up to `MAX_UNREAD_NOTICES`. */
export async function unreadCounts(db: Db, userIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ userId: number; unread: number }>`
    select "person"."userId", (
      select count(*)::int from (
        select from ${noticesInPlace}
        where "notice"."userId" = "person"."userId" and "notice"."readAt" is null and ${isVisible}
        limit ${sql.lit(MAX_UNREAD_NOTICES)}
      ) as "unread"
    ) as "unread"
    from unnest(${userIds}::int[]) as "person" ("userId")
  `.execute(db);
  return new Map(rows.map(({ userId, unread }) => [userId, unread]));
}
