import type { Db } from '@tandem/db';
import { compiledQuery } from '@tandem/db/compiled-query';
import { type RawBuilder, sql } from 'kysely';
import { messages, seqAt } from './message.repo.ts';
import type { MessageRow } from './row.ts';

/** Approximate bytes of a message as sent. The column's own size is the compressed one. */
const bytesOf = sql<number>`octet_length("message"."parts"::text)`;

interface PageAsked {
  before?: number | undefined;
  /** Messages that are stepped over. */
  offset?: number;
  limit: number;
  bytes: number;
}

/** Start of a page; null where there are no messages. */
interface PageStart {
  from: number | null;
  hasMore: boolean;
  /** Whether it was shortened because of long messages. */
  isCut: boolean;
}

/**
 * Finds the newest messages of the active path before `before` that fit `limit` and `bytes`, at least one.
 * Steps from one to the next, so it reads no more than it returns.
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

/** Whether a page would end before `limit` because its messages are long. */
export async function isCutShort(db: Db, channelId: string, asked: PageAsked): Promise<boolean> {
  const { rows } = await sql<PageStart>`select * from ${pageStart(channelId, asked)} as "page"`.execute(db);
  return rows[0]?.isCut ?? false;
}

/** The messages of a page that fits, newest first. */
function pageRows(db: Db, channelId: string, asked: PageAsked) {
  const newest = messages(db, channelId)
    .innerJoin(pageStart(channelId, asked).as('page'), (join) => join.onRef('message.seq', '>=', 'page.from'))
    .select('page.hasMore')
    .where('message.channelId', '=', channelId)
    .where('message.active', '=', true)
    .orderBy('message.seq', 'desc')
    .limit(asked.limit);
  return asked.before === undefined ? newest : newest.where('message.seq', '<', asked.before);
}

interface Fitting {
  channelId: string;
  limit: number;
  bytes: number;
}

const newestPage = compiledQuery((db, { channelId, limit, bytes }: Fitting) =>
  pageRows(db, channelId, { limit, bytes }).compile(),
);
const pageBefore = compiledQuery((db, { channelId, limit, bytes, before }: Fitting & { before: number }) =>
  pageRows(db, channelId, { limit, bytes, before }).compile(),
);

/** A page that fits, oldest first, in one query. */
export async function findPage(
  db: Db,
  channelId: string,
  { before, limit, bytes }: Omit<PageAsked, 'offset'>,
): Promise<{ rows: MessageRow[]; hasMore: boolean }> {
  const fitting = { channelId, limit, bytes };
  const found =
    before === undefined ? await newestPage(db, fitting) : await pageBefore(db, { ...fitting, before });
  return {
    rows: found.map(({ hasMore: _, ...row }) => row).reverse(),
    hasMore: found[0]?.hasMore ?? false,
  };
}

/** Whether these messages of a channel exceed `bytes` in total. */
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
