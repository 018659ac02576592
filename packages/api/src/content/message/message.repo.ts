import type { Db } from '@tandem/db';
import { compiledQuery } from '@tandem/db/compiled-query';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { reactionsOf } from './reaction.fragments.ts';
import type { Head, MessageRow } from './row.ts';

const headQuery = compiledQuery((db, { channelId, userId }: { channelId: string; userId: number }) =>
  db
    .selectFrom('channel_head')
    .select((eb) => [
      'revision',
      'messageCount',
      eb
        .selectFrom('channel_read')
        .select('channel_read.lastReadSeq')
        .whereRef('channel_read.channelId', '=', 'channel_head.channelId')
        .where('channel_read.userId', '=', userId)
        .as('lastReadSeq'),
      jsonArrayFrom(
        eb
          .selectFrom('queued_message')
          .innerJoin('user', 'user.id', 'queued_message.authorId')
          .select([
            'queued_message.id',
            'queued_message.authorId',
            'user.name as authorName',
            'user.avatar as authorAvatar',
            'queued_message.text',
            'queued_message.mentions',
            'queued_message.createdAt',
            jsonArrayFrom(
              eb
                .selectFrom('file')
                .select(['id', 'name', 'mediaType', 'size', 'width', 'height'])
                .whereRef('file.channelId', '=', 'channel_head.channelId')
                .where(sql<boolean>`"file"."id" = any("queued_message"."fileIds")`)
                .orderBy(sql`array_position("queued_message"."fileIds", "file"."id")`),
            ).as('files'),
          ])
          .whereRef('queued_message.channelId', '=', 'channel_head.channelId')
          .orderBy('queued_message.number'),
      ).as('queue'),
    ])
    .where('channelId', '=', channelId)
    .compile(),
);

/**
 * Returns the channel's revision, its queue, and the reader's position, in one snapshot. Null when there is
 * no such channel.
 * @param userId the reader; without one the position is null
 */
export async function findHead(db: Db, channelId: string, userId = 0): Promise<Head | null> {
  const [head] = await headQuery(db, { channelId, userId });
  if (!head) return null;
  // JSON carries dates as text.
  const queue = head.queue.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
  return { ...head, queue };
}

/**
 * Maximum alternatives sent with a message, itself included: an import may create hundreds of thousands under
 * one parent.
 */
const MOST_SIBLINGS = 100;

/** The alternatives nearest to a message, in order: half of them up to itself, half after it. */
function nearest(isSibling: RawBuilder<unknown>): RawBuilder<unknown> {
  const half = sql.lit(MOST_SIBLINGS / 2);
  return sql`
    select "near"."id" from (
      (select "s"."id", "s"."seq" from "message" as "s"
        where ${isSibling} and "s"."seq" <= "message"."seq" order by "s"."seq" desc limit ${half})
      union all
      (select "s"."id", "s"."seq" from "message" as "s"
        where ${isSibling} and "s"."seq" > "message"."seq" order by "s"."seq" limit ${half})
    ) as "near" order by "near"."seq"`;
}

/** Selects messages of a channel with everything presented of them; the caller limits which. */
export function messages(db: Db, channelId: string) {
  return db
    .selectFrom('message')
    .leftJoin('user', (join) =>
      // A deleted account has no name.
      join.onRef('user.id', '=', 'message.authorId').on('user.deletedAt', 'is', null),
    )
    .leftJoin('assistant', 'assistant.id', 'message.assistantId')
    .selectAll('message')
    .select([
      'user.name as authorName',
      'user.avatar as authorAvatar',
      'assistant.name as assistantName',
      'assistant.avatar as assistantAvatar',
      // Two queries, so that each finds its own index; as JSON, which is parsed ten times as quickly as an array.
      sql<string[]>`array_to_json(case
        when "message"."parentId" is null
        then array(${nearest(sql`"s"."channelId" = "message"."channelId" and "s"."parentId" is null`)})
        else array(${nearest(sql`"s"."parentId" = "message"."parentId"`)})
        end)`.as('siblings'),
      reactionsOf('message').as('reactions'),
      // By order rather than `exists`: proving that nothing is later would scan everything earlier. Scoped to
      // the one channel, so that it runs once and not per message.
      sql<boolean>`"message"."active" and "message"."seq" = (
        select "later"."seq" from "message" as "later"
        where "later"."channelId" = ${channelId} and "later"."active"
        order by "later"."seq" desc limit 1)`.as('last'),
    ]);
}

/** The `limit` newest messages of the active path after `offset` newer ones, oldest first. */
export async function findPath(
  db: Db,
  channelId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<MessageRow[]> {
  let query = messages(db, channelId)
    .where('message.channelId', '=', channelId)
    .where('message.active', '=', true)
    .orderBy('message.seq', 'desc')
    .limit(limit);
  if (offset > 0) query = query.where('message.seq', '<=', seqAt(channelId, offset));
  return (await query.execute()).reverse();
}

/**
 * Returns the `seq` of the active path after skipping `offset` newer messages; null where it ends before.
 * Skipped messages are counted in the index alone; a plain offset would read all their columns.
 */
export function seqAt(channelId: string, offset: number): RawBuilder<number> {
  return sql`(
    select "first"."seq" from "message" as "first"
    where "first"."channelId" = ${channelId} and "first"."active"
    order by "first"."seq" desc limit 1 offset ${offset})`;
}

/**
 * Finds the first `limit` messages that changed after a revision, on the active path or off it, in order of
 * `seq`.
 */
export function findChanged(
  db: Db,
  channelId: string,
  since: number,
  limit: number,
): Promise<{ id: string; seq: number; active: boolean }[]> {
  // Ordered by revision inside, so that the index ends the scan, however long the conversation.
  const changed = db
    .selectFrom('message')
    .select(['id', 'seq', 'active'])
    .where('channelId', '=', channelId)
    .where('revision', '>', since)
    .orderBy('revision')
    .limit(limit);
  return db.selectFrom(changed.as('changed')).selectAll().orderBy('seq').execute();
}

/** Returns those of these messages of a channel that are on the active path. */
export async function findOnPath(db: Db, channelId: string, ids: string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return [];
  return messages(db, channelId)
    .where('message.channelId', '=', channelId)
    .where('message.id', 'in', ids)
    .where('message.active', '=', true)
    .execute();
}

/** Returns one message of a channel. */
export async function findMessage(db: Db, channelId: string, messageId: string): Promise<MessageRow | null> {
  const row = await messages(db, channelId)
    .where('message.channelId', '=', channelId)
    .where('message.id', '=', messageId)
    .executeTakeFirst();
  return row ?? null;
}

/** The message that is being written in a channel. */
export async function findRunningMessage(db: Db, channelId: string): Promise<MessageRow | null> {
  const row = await messages(db, channelId)
    .innerJoin('turn', 'turn.messageId', 'message.id')
    .where('turn.channelId', '=', channelId)
    .where('turn.status', '=', 'running')
    .executeTakeFirst();
  return row ?? null;
}

/** A stored message and the active answers below it. */
export function findWithAnswers(db: Db, channelId: string, messageId: string): Promise<MessageRow[]> {
  return messages(db, channelId)
    .where('message.channelId', '=', channelId)
    .where(
      (eb): Expression<SqlBool> =>
        eb.or([
          eb('message.id', '=', messageId),
          eb.and([eb('message.parentId', '=', messageId), eb('message.active', '=', true)]),
        ]),
    )
    .orderBy('message.seq')
    .execute();
}
