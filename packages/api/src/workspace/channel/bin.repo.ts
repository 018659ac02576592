import type { Db } from '@tandem/db';
import { type SqlBool, sql } from 'kysely';
import { levelFor, type Reader } from '../../access/policy/access.fragments.ts';
import { standsAlone } from './fragments.ts';

/** Whether a channel is private and the reader does not manage its parent. */
export async function isApart(db: Db, reader: Reader, channelId: string): Promise<boolean> {
  const found = await db
    .selectFrom('channel')
    .innerJoin('channel as parent', 'parent.id', 'channel.parentId')
    .select('channel.id')
    .where('channel.id', '=', channelId)
    .where(standsAlone(reader))
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns those of these channels on which the reader has any level, in the bin or not. */
export async function heldAmong(db: Db, reader: Reader, channelIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('channel')
    .select('channel.id')
    .where(sql<SqlBool>`"channel"."id" = any(${channelIds}::uuid[])`)
    .where(levelFor(reader), '>', 0)
    .execute();
  return rows.map(({ id }) => id);
}
