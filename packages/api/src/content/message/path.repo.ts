import type { Db } from '@tandem/db';
import type { MessageTable, TurnTable } from '@tandem/db/tables/message';
import type { Part } from '@tandem/shared/message/parts';
import type { Mention, MessageRole } from '@tandem/shared/message/schema';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import { leaseFromNow } from '../turn/lease.repo.ts';
import type { LockedHead } from './head.ts';

/** Facts that decide where a new message goes. */
export interface PathEnd {
  isRunning: boolean;
  /** Messages that wait. */
  waiting: number;
  /** The newest message. */
  tip: string | null;
}

/** The end of a channel's path. Read it under the head's lock. */
export async function findEnd(tx: Db, channelId: string): Promise<PathEnd> {
  const { rows } = await endOf(channelId).execute(tx);
  return rows[0] ?? { isRunning: false, waiting: 0, tip: null };
}

/** The statement of `findEnd`. */
export function endOf(channelId: string): RawBuilder<PathEnd> {
  return sql`
    select
      exists (select from "turn" where "channelId" = ${channelId} and "status" = 'running') as "isRunning",
      (select count(*)::int from "queued_message" where "channelId" = ${channelId}) as "waiting",
      (
        select "id" from "message" where "channelId" = ${channelId} and "active"
        order by "seq" desc limit 1
      ) as "tip"
  `;
}

/** Messages that come to the end of a channel's path together. */
export interface Exchange {
  messages: Insertable<MessageTable>[];
  /** The turn of the last message, when that is a new answer. */
  turn: Omit<Insertable<TurnTable>, 'leaseUntil'> | null;
  /** Number of messages that left the path. */
  left: number;
}

/**
 * Stores an exchange and raises the head, as the beginning of one statement that its caller ends, since every message
 * pays for each round trip.
 */
export function withExchange(
  tx: Db,
  head: LockedHead,
  { messages, turn, left }: Exchange,
): Pick<Db, 'updateTable'> {
  const stored = tx
    .with('stored', (db) => db.insertInto('message').values(messages))
    .with('raised', (db) =>
      db
        .updateTable('channel_head')
        .set({
          revision: head.revision + 1,
          lastSeq: head.lastSeq + messages.length,
          messageCount: sql`"messageCount" + ${messages.length - left}`,
        })
        .where('channelId', '=', head.channelId),
    );
  const started = turn
    ? stored.with('started', (db) => db.insertInto('turn').values({ ...turn, leaseUntil: leaseFromNow }))
    : stored;
  return started as Pick<Db, 'updateTable'>;
}

/**
 * Removes the messages from `seq` on from the active path.
 * @returns their number
 */
export async function setAsideFrom(
  tx: Db,
  channelId: string,
  seq: number,
  revision: number,
): Promise<number> {
  const result = await tx
    .updateTable('message')
    .set({ active: false, revision })
    .where('channelId', '=', channelId)
    .where('active', '=', true)
    .where('seq', '>=', seq)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Whether an assistant answered a message on the active path. */
export async function isAnswered(tx: Db, channelId: string, messageId: string): Promise<boolean> {
  const answer = await tx
    .selectFrom('message')
    .select('id')
    .where('channelId', '=', channelId)
    .where('parentId', '=', messageId)
    .where('role', '=', 'assistant')
    .where('active', '=', true)
    .limit(1)
    .executeTakeFirst();
  return answer !== undefined;
}

/** Replaces the text of a person's message in place. */
export async function rewriteMessage(
  tx: Db,
  messageId: string,
  { parts, mentions, revision }: { parts: readonly Part[]; mentions: readonly Mention[]; revision: number },
): Promise<void> {
  await tx
    .updateTable('message')
    .set({
      parts: JSON.stringify(parts),
      mentions: JSON.stringify(mentions),
      revision,
      editedAt: sql`now()`,
    })
    .where('id', '=', messageId)
    .execute();
}

/** Whether a person other than `userId` wrote on the active path after `seq`. */
export async function othersFollow(tx: Db, channelId: string, seq: number, userId: number): Promise<boolean> {
  const other = await tx
    .selectFrom('message')
    .select('id')
    .where('channelId', '=', channelId)
    .where('active', '=', true)
    .where('seq', '>', seq)
    .where('role', '=', 'user')
    .where('authorId', 'is distinct from', userId)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/**
 * Returns the `seq` of the first message on the active path after `seq`, or `seq` itself where there is none.
 */
export async function findNextOnPath(tx: Db, channelId: string, seq: number): Promise<number> {
  const next = await tx
    .selectFrom('message')
    .select('seq')
    .where('channelId', '=', channelId)
    .where('active', '=', true)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  return next?.seq ?? seq;
}

/**
 * Finds the messages that must join the active path so that it leads to one off it.
 * @returns their ids and the `seq` after which the path branches; -1 when it branches before its first
 * message
 */
export async function findWayTo(tx: Db, messageId: string): Promise<{ ids: string[]; turnsAfter: number }> {
  const { rows } = await sql<{ id: string; active: boolean; seq: number }>`
    with recursive "up" as (
      select "id", "parentId", "active", "seq" from "message" where "id" = ${messageId}
      union all
      select "parent"."id", "parent"."parentId", "parent"."active", "parent"."seq"
      from "up" join "message" as "parent" on "parent"."id" = "up"."parentId"
      where not "up"."active"
    )
    select "id", "active", "seq" from "up"
  `.execute(tx);
  return {
    ids: rows.filter(({ active }) => !active).map(({ id }) => id),
    turnsAfter: rows.find(({ active }) => active)?.seq ?? -1,
  };
}

/**
 * Returns the branch below a message, always through the alternative shown last. A message that leaves the
 * path gets the revision of that moment, so the one with the highest was last.
 */
export async function findBranchBelow(tx: Db, messageId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive "branch" as (
      select "id", 0 as "depth" from "message" where "id" = ${messageId}
      union all
      select "next"."id", "branch"."depth" + 1 from "branch"
      cross join lateral (
        select "child"."id" from "message" as "child"
        where "child"."parentId" = "branch"."id"
        order by "child"."revision" desc, "child"."seq" desc
        limit 1
      ) as "next"
    )
    select "id" from "branch" where "depth" > 0
  `.execute(tx);
  return rows.map(({ id }) => id);
}

/** Puts messages onto the active path. */
export async function takeUp(tx: Db, ids: string[], revision: number): Promise<void> {
  await tx
    .updateTable('message')
    .set({ active: true, revision })
    .where(sql<boolean>`"id" = any(${ids}::uuid[])`)
    .execute();
}

/** Starts a message's growth again, in place. */
export async function reopenMessage(
  tx: Db,
  messageId: string,
  values: { turnId: string; model: string; revision: number },
): Promise<void> {
  await tx
    .updateTable('message')
    .set({ ...values, status: 'running', error: null })
    .where('id', '=', messageId)
    .execute();
}

/** A message of the active path as a turn reads it. */
export interface PathMessage {
  seq: number;
  role: MessageRole;
  /** The person's or the assistant's name. */
  name: string;
  authorId: number | null;
  parts: Part[];
}

/** Messages of the active path before `beforeSeq`, with the names of their writers, oldest first. */
export async function findPathForModel(
  db: Db,
  channelId: string,
  beforeSeq: number,
  limit: number,
): Promise<PathMessage[]> {
  const rows = await db
    .selectFrom('message')
    .leftJoin('user', 'user.id', 'message.authorId')
    .leftJoin('assistant', 'assistant.id', 'message.assistantId')
    .select(({ fn, val }) => [
      'message.seq',
      'message.role',
      'message.authorId',
      'message.parts',
      fn.coalesce('user.name', 'assistant.name', val('')).as('name'),
    ])
    .where('message.channelId', '=', channelId)
    .where('message.active', '=', true)
    .where('message.seq', '<', beforeSeq)
    .orderBy('message.seq', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse();
}
