import type { Db } from '@tandem/db';
import { type RawBuilder, sql } from 'kysely';
import { messages, seqAt } from './message.repo.ts';
import type { MessageRow } from './row.ts';

/** Bytes of a message as it is sent, about. The column alone says how much it takes when it is compressed. */
const bytesOf = sql<number>`octet_length("message"."parts"::text)`;

interface PageAsked {
  before?: number | undefined;
  /** Messages that are stepped over. */
  offset?: number;
  limit: number;
  bytes: number;
}

/** Where a page begins; null where there are no messages. */
interface PageStart {
  from: number | null;
  hasMore: boolean;
  /** Whether it would be longer if its messages were shorter. */
  isCut: boolean;
}

/**
 * As many of the newest messages of the active path before `before` as fit: `limit`, and `bytes`, but at least one. Goes
 * from one to the next and so looks at no more than it finds.
 */
function pageStart(
  channelId: string,
  { before, offset = 0, limit, bytes }: PageAsked,
): RawBuilder<PageStart> {
  const next = (below: RawBuilder<unknown>) => sql`
    select "message"."seq", ${bytesOf} as "bytes" from "message"
    where "message"."channelId" = ${channelId} and "message"."active" and ${below}
    order by "message"."seq" desc limit 1`;
  const first = offset > 0 ? sql`"message"."seq" <= ${seqAt(channelId, offset)}` : sql`true`;
  return sql<PageStart>`(
    with recursive "walk" as (
      select "newest"."seq", 1 as "count", "newest"."bytes"::bigint as "bytes"
      from (${next(before === undefined ? first : sql`"message"."seq" < ${before}`)}) as "newest"
      union all
      select "older"."seq", "walk"."count" + 1, "walk"."bytes" + "older"."bytes"
      from "walk" cross join lateral (${next(sql`"message"."seq" < "walk"."seq"`)}) as "older"
      where "walk"."count" <= ${limit} and ("walk"."bytes" <= ${bytes} or "walk"."count" = 1)
    )
    select
      min("seq") filter (where "count" = 1 or ("count" <= ${limit} and "bytes" <= ${bytes})) as "from",
      coalesce(bool_or("count" > ${limit} or ("count" > 1 and "bytes" > ${bytes})), false) as "hasMore",
      coalesce(bool_or("count" between 2 and ${limit} and "bytes" > ${bytes}), false) as "isCut"
    from "walk")`;
}

/** Whether a page would have to end before `limit` because its messages are long. */
export async function isCutShort(db: Db, channelId: string, asked: PageAsked): Promise<boolean> {
  const { rows } = await sql<PageStart>`select * from ${pageStart(channelId, asked)} as "page"`.execute(db);
  return rows[0]?.isCut ?? false;
}

/** A page that fits, oldest first, in one query. */
export async function findPage(
  db: Db,
  channelId: string,
  asked: PageAsked,
): Promise<{ rows: MessageRow[]; hasMore: boolean }> {
  let query = messages(db, channelId)
    .innerJoin(pageStart(channelId, asked).as('page'), (join) => join.onRef('message.seq', '>=', 'page.from'))
    .select('page.hasMore')
    .where('message.channelId', '=', channelId)
    .where('message.active', '=', true)
    .orderBy('message.seq', 'desc')
    .limit(asked.limit);
  if (asked.before !== undefined) query = query.where('message.seq', '<', asked.before);
  const found = await query.execute();
  return {
    rows: found.map(({ hasMore: _, ...row }) => row).reverse(),
    hasMore: found[0]?.hasMore ?? false,
  };
}

/** Whether messages of a channel that were found by id are more than `bytes` together. */
export async function areMoreThan(
  db: Db,
  channelId: string,
  ids: readonly string[],
  bytes: number,
): Promise<boolean> {
  const { total } = await db
    .selectFrom('message')
    .select(sql<number>`coalesce(sum(${bytesOf}), 0)::float8`.as('total'))
    .where('channelId', '=', channelId)
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow();
  return total > bytes;
}
