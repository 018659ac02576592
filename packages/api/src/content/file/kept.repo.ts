import type { Db } from '@tandem/db';
import { sql } from 'kysely';

/**
 * Locks content against `keepContents`, besides `lockContent`. Many contents are kept in one transaction, more than there
 * is room for locks; so these are of contents whose hashes begin alike.
 */
export async function lockAgainstKeeping(tx: Db, hash: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${kindOfHash(hash)}, 0))`.execute(tx);
}

/**
 * Has a channel keep contents; those it keeps already stay. Locks them against removal until the transaction ends, and
 * waits for others that keep contents for the channel, so that each sees what the other added.
 * @returns the hashes of those it did not keep before
 */
export async function insertKept(
  tx: Db,
  channelId: string,
  contents: readonly { hash: string; size: number }[],
): Promise<Set<string>> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tandem kept ${channelId}`}, 0))`.execute(tx);
  const kinds = [...new Set(contents.map(({ hash }) => kindOfHash(hash)))].sort();
  await sql`
    select pg_advisory_xact_lock_shared(hashtextextended("kind", 0)) from unnest(${kinds}::text[]) as "kind"
  `.execute(tx);
  const [hashes, sizes] = [contents.map(({ hash }) => hash), contents.map(({ size }) => size)];
  const { rows } = await sql<{ hash: string; isNew: boolean }>`
    insert into "kept_content" ("channelId", "hash", "size")
    select ${channelId}, * from unnest(${hashes}::text[], ${sizes}::bigint[])
    on conflict ("channelId", "hash") do update set "keptAt" = now()
    where "kept_content"."keptAt" < now() - interval '1 hour'
    returning "hash", xmax = 0 as "isNew"
  `.execute(tx);
  return new Set(rows.flatMap(({ hash, isNew }) => (isNew ? [hash] : [])));
}

/** Bytes of all contents that a channel keeps. */
export async function keptBytes(db: Db, channelId: string): Promise<number> {
  const found = await db
    .selectFrom('kept_content')
    .select(({ fn }) => fn.sum<number | null>('size').as('bytes'))
    .where('channelId', '=', channelId)
    .executeTakeFirst();
  return Number(found?.bytes ?? 0);
}

/**
 * Marks contents of a channel as wanted now.
 * @returns how many of them it keeps
 */
export async function touchKept(tx: Db, channelId: string, hashes: readonly string[]): Promise<number> {
  const result = await tx
    .updateTable('kept_content')
    .set({ keptAt: sql`now()` })
    .where('channelId', '=', channelId)
    .where(sql<boolean>`"hash" = any(${hashes}::text[])`)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/**
 * Has a channel keep no other contents than these, but spares those that were asked for lately.
 * @returns how many it gave up
 */
export async function deleteKeptBut(
  db: Db,
  channelId: string,
  { hashes, sparedHours }: { hashes: readonly string[]; sparedHours: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from "kept_content" where "channelId" = ${channelId}
    and "keptAt" < now() - make_interval(hours => ${sparedHours})
    and not exists (select from unnest(${hashes}::text[]) as "named" where "named" = "hash")
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Channels that keep contents which nothing asked for lately, after `after` in their order. */
export async function channelsWithKept(
  db: Db,
  { sparedHours, after, most }: { sparedHours: number; after: string | null; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ channelId: string }>`
    select distinct "channelId" from "kept_content"
    where "keptAt" < now() - make_interval(hours => ${sparedHours})
    and (${after}::uuid is null or "channelId" > ${after}::uuid)
    order by "channelId" limit ${most}
  `.execute(db);
  return rows.map(({ channelId }) => channelId);
}

function kindOfHash(hash: string): string {
  return `tandem contents ${hash.slice(0, 2)}`;
}
