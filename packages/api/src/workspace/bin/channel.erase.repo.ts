import type { Db } from '@tandem/db';
import { levelRank } from '@tandem/shared/access/permissions';
import { type RawBuilder, sql } from 'kysely';
import { levelFor, type Reader } from '../../access/policy/access.fragments.ts';

/**
 * The object of a permanent deletion: a channel in the bin with its children there, or all channels of an
 * app.
 */
export type Erased = { channelId: string } | { appId: string };

function idsOf(erased: Erased): RawBuilder<unknown> {
  if ('appId' in erased) return sql`select "id" from "channel" where "appId" = ${erased.appId}`;
  return sql`
    with recursive "tree" as (
      select "id" from "channel" where "id" = ${erased.channelId} and "deletedAt" is not null
      union all
      select "child"."id" from "channel" as "child" join "tree" on "child"."parentId" = "tree"."id"
      where "child"."deletedAt" is not null
    )
    select "id" from "tree"`;
}

/** Whether the reader does not manage part of it, such as somebody's private channel. */
export async function holdsForeign(db: Db, reader: Reader, erased: Erased): Promise<boolean> {
  const { rows } = await sql`
    select 1 from "channel"
    where "channel"."id" in (${idsOf(erased)}) and ${levelFor(reader)} < ${levelRank.manage}
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether an answer is running in it. */
export async function hasRunningTurn(db: Db, erased: Erased): Promise<boolean> {
  const { rows } = await sql`
    select 1 from "turn" where "status" = 'running' and "channelId" in (${idsOf(erased)}) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Locks some of its channels without children, so that each deletion is bounded. */
export async function lockLeaves(tx: Db, erased: Erased, limit: number): Promise<string[]> {
  // Checked again on the locked row: the ids may be older than the lock.
  const inBin = 'appId' in erased ? sql`true` : sql`"channel"."deletedAt" is not null`;
  const { rows } = await sql<{ id: string }>`
    select "channel"."id" from "channel"
    where "channel"."id" in (${idsOf(erased)}) and ${inBin}
      and not exists (select from "channel" as "child" where "child"."parentId" = "channel"."id")
    limit ${limit}
    for update`.execute(tx);
  return rows.map(({ id }) => id);
}
