import type { Db } from '@tandem/db';
import { type Expression, type SqlBool, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Head, MessageRow } from './message.row.ts';

/** The channel's revision, and what waits, in one snapshot. Null when there is no such channel. */
export async function findHead(db: Db, channelId: string): Promise<Head | null> {
  const head = await db
    .selectFrom('channel_head')
    .select((eb) => [
      'revision',
      'messageCount',
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
            'queued_message.createdAt',
          ])
          .whereRef('queued_message.channelId', '=', 'channel_head.channelId')
          .orderBy('queued_message.number'),
      ).as('queue'),
    ])
    .where('channelId', '=', channelId)
    .executeTakeFirst();
  if (!head) return null;
  // JSON carries dates as text.
  const queue = head.queue.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
  return { ...head, queue };
}

function messages(db: Db) {
  return db
    .selectFrom('message')
    .leftJoin('user', 'user.id', 'message.authorId')
    .leftJoin('assistant', 'assistant.id', 'message.assistantId')
    .selectAll('message')
    .select([
      'user.name as authorName',
      'user.avatar as authorAvatar',
      'assistant.name as assistantName',
      'assistant.avatar as assistantAvatar',
      // Two queries, so that each finds its own index.
      sql<string[]>`case
        when "message"."parentId" is null then array(
          select "s"."id" from "message" as "s"
          where "s"."channelId" = "message"."channelId" and "s"."parentId" is null order by "s"."seq")
        else array(
          select "s"."id" from "message" as "s"
          where "s"."parentId" = "message"."parentId" order by "s"."seq")
        end`.as('siblings'),
      sql<boolean>`"message"."active" and not exists (
        select from "message" as "later"
        where "later"."channelId" = "message"."channelId" and "later"."active"
          and "later"."seq" > "message"."seq")`.as('last'),
    ]);
}

/** The `limit` newest messages of the active path before `before`, oldest first. */
export async function findPath(
  db: Db,
  channelId: string,
  { before, limit, offset = 0 }: { before?: number; limit: number; offset?: number },
): Promise<MessageRow[]> {
  let query = messages(db)
    .where('message.channelId', '=', channelId)
    .where('message.active', '=', true)
    .orderBy('message.seq', 'desc')
    .limit(limit)
    .offset(offset);
  if (before !== undefined) query = query.where('message.seq', '<', before);
  return (await query.execute()).reverse();
}

/** Which messages changed after a revision, on the active path or off it, in order of `seq`. */
export function findChanged(
  db: Db,
  channelId: string,
  since: number,
  limit: number,
): Promise<{ id: string; seq: number; active: boolean }[]> {
  return db
    .selectFrom('message')
    .select(['id', 'seq', 'active'])
    .where('channelId', '=', channelId)
    .where('revision', '>', since)
    .orderBy('seq')
    .limit(limit)
    .execute();
}

/** Those of these messages of a channel that are on the active path. */
export async function findOnPath(db: Db, channelId: string, ids: string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return [];
  return messages(db)
    .where('message.channelId', '=', channelId)
    .where('message.id', 'in', ids)
    .where('message.active', '=', true)
    .execute();
}

/** One message of a channel. */
export async function findMessage(db: Db, channelId: string, messageId: string): Promise<MessageRow | null> {
  const row = await messages(db)
    .where('message.channelId', '=', channelId)
    .where('message.id', '=', messageId)
    .executeTakeFirst();
  return row ?? null;
}

/** The message that is being written in a channel. */
export async function findRunningMessage(db: Db, channelId: string): Promise<MessageRow | null> {
  const row = await messages(db)
    .innerJoin('turn', 'turn.messageId', 'message.id')
    .where('turn.channelId', '=', channelId)
    .where('turn.status', '=', 'running')
    .executeTakeFirst();
  return row ?? null;
}

/** A stored message and the active answers below it. */
export function findWithAnswers(db: Db, channelId: string, messageId: string): Promise<MessageRow[]> {
  return messages(db)
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
