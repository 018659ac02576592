import type { Db } from '@tandem/db';
import { type RawBuilder, sql } from 'kysely';

/** A message that its author sent before by the same key. */
export interface SentBefore {
  id: string;
  channelId: string;
  isQueued: boolean;
}

/** The statement that finds a person's message by its key, stored or waiting; without a key it finds nothing. */
export function sentBefore(authorId: number, clientKey: string | null): RawBuilder<SentBefore> {
  return sql`
    select "id", "channelId", true as "isQueued" from "queued_message"
    where "authorId" = ${authorId} and "clientKey" = ${clientKey}
    union all
    select "id", "channelId", false from "message"
    where "authorId" = ${authorId} and "clientKey" = ${clientKey}
    limit 1
  `;
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

/** Returns an answer of a channel by its asker's key. */
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
