import { levelRank } from '@tandem/shared/access/permissions';
import { MAX_UNREAD } from '@tandem/shared/channel/schema';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { levelFor, type Reader } from '../../access/policy/access.fragments.ts';

/**
 * Counts others' unread messages on the path, at most `MAX_UNREAD`. A channel never opened counts from the
 * time the reader joined the team. Requires `channel`, `channel_head`, `channel_read` (left) and the reader's
 * `member` row in the query.
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

/** Whether a channel is private and the reader does not manage its `parent`. */
export function standsAlone(reader: Reader): RawBuilder<SqlBool> {
  return sql<SqlBool>`("channel"."visibility" = 'private' and ${levelFor(reader, 'parent')} < ${levelRank.manage})`;
}

/**
 * Whether a deleted channel can be restored separately: those whose `parent` was deleted too follow it,
 * unless they are private and the reader cannot restore the parent.
 */
export function comesBackByItself(reader: Reader): RawBuilder<SqlBool> {
  return sql<SqlBool>`("parent"."deletedAt" is null or ${standsAlone(reader)})`;
}

/** Counts channels deleted together with a channel of the query. */
export function belowInBin(): RawBuilder<number> {
  return sql<number>`(
    with recursive "below" as (
      select "child"."id" from "channel" as "child"
      where "child"."parentId" = "channel"."id" and "child"."deletedAt" = "channel"."deletedAt"
      union all
      select "child"."id" from "channel" as "child" join "below" on "child"."parentId" = "below"."id"
      where "child"."deletedAt" = "channel"."deletedAt"
    )
    select count(*)::integer from "below"
  )`;
}
