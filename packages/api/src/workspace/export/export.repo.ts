import type { Db } from '@tandem/db';
import type { MessageTable } from '@tandem/db/tables/message';
import { type RawBuilder, type Selectable, sql } from 'kysely';

/** A message as exported. */
export interface ExportedRow
  extends Pick<
    Selectable<MessageTable>,
    'id' | 'seq' | 'role' | 'parts' | 'status' | 'model' | 'createdAt' | 'editedAt'
  > {
  authorName: string | null;
  assistantName: string | null;
}

/**
 * Returns messages of the active path after `afterSeq`, oldest first: up to `limit`, and starting within
 * `bytes`. Steps from one to the next, so it reads no more than it returns.
 */
export function findPathAfter(
  db: Db,
  channelId: string,
  afterSeq: number,
  { limit, bytes }: { limit: number; bytes: number },
): Promise<ExportedRow[]> {
  const next = (above: RawBuilder<unknown>) => sql`
    select "message"."seq", octet_length("message"."parts"::text) as "bytes" from "message"
    where "message"."channelId" = ${channelId} and "message"."active" and "message"."seq" > ${above}
    order by "message"."seq" limit 1`;
  const last = sql<number>`(
    with recursive "walk" as (
      select "first"."seq", 1 as "count", "first"."bytes"::bigint as "bytes" from (${next(sql`${afterSeq}`)}) as "first"
      union all
      select "later"."seq", "walk"."count" + 1, "walk"."bytes" + "later"."bytes"
      from "walk" cross join lateral (${next(sql`"walk"."seq"`)}) as "later"
      where "walk"."count" < ${limit} and "walk"."bytes" < ${bytes}
    )
    select max("seq") from "walk")`;
  return db
    .selectFrom('message')
    .leftJoin('user', 'user.id', 'message.authorId')
    .leftJoin('assistant', 'assistant.id', 'message.assistantId')
    .select([
      'message.id',
      'message.seq',
      'message.role',
      'message.parts',
      'message.status',
      'message.model',
      'message.createdAt',
      'message.editedAt',
      'user.name as authorName',
      'assistant.name as assistantName',
    ])
    .where('message.channelId', '=', channelId)
    .where('message.active', '=', true)
    .where('message.seq', '>', afterSeq)
    .where('message.seq', '<=', last)
    .orderBy('message.seq')
    .limit(limit)
    .execute();
}
