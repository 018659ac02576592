import type { Db } from '@tandem/db';
import type { MessageTable, TurnTable } from '@tandem/db/tables/message';
import type { Part } from '@tandem/shared/message/parts';
import type { Mention, MessageRole } from '@tandem/shared/message/schema';
import { type Insertable, sql } from 'kysely';
import { leaseFromNow } from '../turn/turn.repo.ts';
import type { LockedHead } from './head.ts';

/** What decides where a message goes that is sent now. Read it under the head's lock. */
export async function findEnd(
  tx: Db,
  channelId: string,
): Promise<{ isRunning: boolean; waiting: number; tip: string | null }> {
  const { rows } = await sql<{ isRunning: boolean; waiting: number; tip: string | null }>`
    select
      exists (select from "turn" where "channelId" = ${channelId} and "status" = 'running') as "isRunning",
      (select count(*)::int from "queued_message" where "channelId" = ${channelId}) as "waiting",
      (
        select "id" from "message" where "channelId" = ${channelId} and "active"
        order by "seq" desc limit 1
      ) as "tip"
  `.execute(tx);
  return rows[0] ?? { isRunning: false, waiting: 0, tip: null };
}

/** Messages that come to the end of a channel's path together. */
export interface Exchange {
  messages: Insertable<MessageTable>[];
  /** Of the last message, where that is an answer that begins. */
  turn: Omit<Insertable<TurnTable>, 'leaseUntil'> | null;
  /** Messages that left the path to make room. */
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
 * Takes the messages from `seq` on off the active path.
 * @returns how many
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

/** Whether an assistant answered a message, on the active path. */
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

/** Gives a person's message other words, in place. */
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

/** The `seq` of the first message on the active path after `seq`; that itself where there is none. */
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
 * Which messages must come onto the active path so that it leads to one that is off it.
 * @returns their ids and the `seq` after which the path turns; -1 when it turns before its first message
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
 * The branch below a message, going always to the alternative that was shown last. Leaving the path gives a message
 * the revision of that moment, so that is the one with the highest.
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

/** Puts messages onto the active path; a statement takes fewer parameters than there may be of them. */
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

/** A person's message by its key, stored or waiting: where it is. */
export async function findSent(
  db: Db,
  authorId: number,
  clientKey: string,
): Promise<{ id: string; channelId: string; isQueued: boolean } | null> {
  const { rows } = await sql<{ id: string; channelId: string; isQueued: boolean }>`
    select "id", "channelId", true as "isQueued" from "queued_message"
    where "authorId" = ${authorId} and "clientKey" = ${clientKey}
    union all
    select "id", "channelId", false from "message"
    where "authorId" = ${authorId} and "clientKey" = ${clientKey}
    limit 1
  `.execute(db);
  return rows[0] ?? null;
}

/** A person's stored message by its key: where it is. */
export async function findByClientKey(
  db: Db,
  authorId: number,
  clientKey: string,
): Promise<{ id: string; channelId: string } | null> {
  const found = await db
    .selectFrom('message')
    .select(['id', 'channelId'])
    .where('authorId', '=', authorId)
    .where('clientKey', '=', clientKey)
    .executeTakeFirst();
  return found ?? null;
}

/** An answer of a channel by the key of whoever asked for it. */
export async function findAnswerByClientKey(
  db: Db,
  channelId: string,
  parentId: string | null,
  clientKey: string,
): Promise<{ id: string } | null> {
  const found = await db
    .selectFrom('message')
    .select('id')
    .where('channelId', '=', channelId)
    .where('parentId', parentId === null ? 'is' : '=', parentId)
    .where('clientKey', '=', clientKey)
    .executeTakeFirst();
  return found ?? null;
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
