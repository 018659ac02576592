import { MAX_UNREAD } from '@tandem/shared/channel/schema';
import { type RawBuilder, sql } from 'kysely';

/**
 * Others' messages on the path that the reader has not read, at most `MAX_UNREAD`. A channel never opened counts
 * from when the reader joined the team. Needs `channel`, `channel_head`, `channel_read` (left) and `member` of
 * the reader in the query, whose row says who that is.
 */
export function unreadOfMember(): RawBuilder<number> {
  return sql<number>`case
    when "channel_head"."lastSeq" <= coalesce("channel_read"."lastReadSeq", 0) then 0
    when "channel_read"."userId" is null and "channel"."activeAt" <= "member"."createdAt" then 0
    else (
      select count(*)::integer
      from (
        select "message"."authorId", "message"."createdAt" from "message"
        where "message"."channelId" = "channel"."id" and "message"."active"
          and "message"."seq" > coalesce("channel_read"."lastReadSeq", 0)
        order by "message"."seq" desc limit ${sql.lit(MAX_UNREAD)}
      ) as "late"
      where "late"."authorId" is distinct from "member"."userId"
        and ("channel_read"."userId" is not null or "late"."createdAt" > "member"."createdAt")
    )
  end`;
}
