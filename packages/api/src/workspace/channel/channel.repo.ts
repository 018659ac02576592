import type { Db } from '@tandem/db';
import type { ChannelTable } from '@tandem/db/tables/channel';
import { levelRank } from '@tandem/shared/access/permissions';
import { type Scope, scopeOfApp, scopeOfChannel } from '@tandem/shared/access/scope';
import type { Answering } from '@tandem/shared/channel/schema';
import { type Insertable, type Selectable, sql } from 'kysely';
import { levelFor, type Reader, visibleTo } from '../../access/policy/access.fragments.ts';
import { insertHead } from '../../content/message/head.ts';
import { withSpelling } from '../../core/names.ts';

/** The channel that this author made with this key, and its app. */
export async function channelByClientKey(
  db: Db,
  creatorId: number,
  clientKey: string,
): Promise<{ id: string; appId: string } | null> {
  const found = await db
    .selectFrom('channel')
    .select(['id', 'appId'])
    .where('creatorId', '=', creatorId)
    .where('clientKey', '=', clientKey)
    .executeTakeFirst();
  return found ?? null;
}

/** Returns the scope a channel inherits at a place in an app. */
export async function scopeAt(tx: Db, appId: string, parentId: string | null): Promise<Scope> {
  if (parentId !== null)
    return tx
      .selectFrom('channel')
      .select(['accessPath', 'teamLevel'])
      .where('id', '=', parentId)
      .executeTakeFirstOrThrow();
  const app = await tx
    .selectFrom('app')
    .select(['id', 'visibility', 'level'])
    .where('id', '=', appId)
    .executeTakeFirstOrThrow();
  return scopeOfApp(app);
}

type NewChannel = Omit<Insertable<ChannelTable>, 'id' | 'accessPath' | 'teamLevel' | 'visibility' | 'level'>;

/**
 * Inserts an inheriting channel with its head and its creator's grant.
 * @returns its id, or null when the author has already used the key
 */
export async function insertChannel(
  tx: Db,
  place: Scope,
  { id = crypto.randomUUID(), ...values }: NewChannel & { id?: string },
): Promise<string | null> {
  const scope = scopeOfChannel({ id, visibility: 'inherit', level: null }, place);
  const channel = await tx
    .insertInto('channel')
    .values({ id, ...withSpelling(values), ...scope })
    .onConflict((conflict) => conflict.columns(['creatorId', 'clientKey']).doNothing())
    .returning(['teamId', 'creatorId'])
    .executeTakeFirst();
  if (!channel) return null;
  await insertHead(tx, id);
  await tx
    .insertInto('grant')
    .values({ teamId: channel.teamId, targetId: id, userId: channel.creatorId, level: levelRank.manage })
    .execute();
  return id;
}

/** Updates a channel outside the bin; false when there is none. */
export async function updateChannelRow(
  tx: Db,
  channelId: string,
  values: {
    name?: string;
    icon?: string;
    description?: string;
    answering?: Answering;
    parentId?: string | null;
    sort?: string;
    revision: number;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('channel')
    .set(withSpelling(values))
    .where('id', '=', channelId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Sets new sort keys of siblings, in one statement. */
export async function updateSorts(
  tx: Db,
  placed: readonly { id: string; sort: string }[],
  revision: number,
): Promise<void> {
  const ids = placed.map(({ id }) => id);
  const sorts = placed.map(({ sort }) => sort);
  await sql`
    update "channel" set "sort" = "placed"."sort", "revision" = ${revision}
    from unnest(${ids}::uuid[], ${sorts}::text[]) as "placed" ("id", "sort")
    where "channel"."id" = "placed"."id"`.execute(tx);
}

/**
 * Names an unnamed channel.
 * @returns false when it has a name meanwhile, or is gone
 */
export async function nameIfUnnamed(
  tx: Db,
  channelId: string,
  name: string,
  revision: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('channel')
    .set(withSpelling({ name, revision }))
    .where('id', '=', channelId)
    .where('name', '=', '')
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The team of a channel that has no name; null when it has one or does not exist. */
export async function teamOfUnnamed(db: Db, channelId: string): Promise<string | null> {
  const found = await db
    .selectFrom('channel')
    .select('teamId')
    .where('id', '=', channelId)
    .where('name', '=', '')
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return found?.teamId ?? null;
}

/** A channel in or out of the bin, with the rank that the reader holds on it. */
export interface KeptChannel
  extends Pick<Selectable<ChannelTable>, 'id' | 'teamId' | 'appId' | 'parentId' | 'deletedAt'> {
  rank: number;
}

/** Returns a channel of an existing app with the reader's level, in the bin or not. */
export async function findKept(db: Db, reader: Reader, channelId: string): Promise<KeptChannel | null> {
  const found = await db
    .selectFrom('channel')
    .innerJoin('app', 'app.id', 'channel.appId')
    .select(['channel.id', 'channel.teamId', 'channel.appId', 'channel.parentId', 'channel.deletedAt'])
    .select(levelFor(reader).as('rank'))
    .where('channel.id', '=', channelId)
    .where('app.deletedAt', 'is', null)
    .where(levelFor(reader), '>', 0)
    .executeTakeFirst();
  return found ?? null;
}

/** Whether a channel is archived. */
export async function isArchived(db: Db, channelId: string): Promise<boolean> {
  const found = await db
    .selectFrom('channel')
    .select('id')
    .where('id', '=', channelId)
    .where('archivedAt', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether the reader may see any channel of an app. */
export async function seesAnyChannel(db: Db, reader: Reader, appId: string): Promise<boolean> {
  const found = await db
    .selectFrom('channel')
    .select('channel.id')
    .where('channel.appId', '=', appId)
    .where(visibleTo(reader))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Locks channels that have been in the bin for longer than `days`, or their app has, and have no children:
 * leaves first, so that each deletion is bounded. Skips those locked by another process.
 */
export async function lockOldLeaves(tx: Db, days: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select "channel"."id" from "channel"
    where (
        "channel"."deletedAt" < now() - make_interval(days => ${days})
        or "channel"."appId" in (select "id" from "app" where "deletedAt" < now() - make_interval(days => ${days}))
      )
      and not exists (select from "channel" as "child" where "child"."parentId" = "channel"."id")
    limit ${limit}
    for update skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Deletes channels for good, with their messages and grants. */
export async function deleteChannels(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('grant').where('targetId', 'in', ids).execute();
  await tx.deleteFrom('channel').where('id', 'in', ids).execute();
}
