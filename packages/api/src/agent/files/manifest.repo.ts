import type { Db } from '@tandem/db';
import type { AgentManifestTable } from '@tandem/db/tables/agent';
import { type Insertable, type Selectable, sql } from 'kysely';

export type ManifestRow = Omit<Selectable<AgentManifestTable>, 'body'>;

const columns = [
  'id',
  'channelId',
  'teamId',
  'parentId',
  'kind',
  'depth',
  'files',
  'bytes',
  'turnId',
  'step',
  'toolCallId',
  'authorId',
  'createdAt',
] as const;

/** Stores a manifest. */
export function insertManifest(tx: Db, values: Insertable<AgentManifestTable>): Promise<ManifestRow> {
  return tx.insertInto('agent_manifest').values(values).returning(columns).executeTakeFirstOrThrow();
}

/** Returns a manifest of a channel without its files. */
export async function findManifest(db: Db, channelId: string, id: string): Promise<ManifestRow | null> {
  const found = await db
    .selectFrom('agent_manifest')
    .select(columns)
    .where('channelId', '=', channelId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found ?? null;
}

/** Returns what is needed to read a manifest: it, its parent, and so on until one that holds all files. */
export async function findBodies(
  db: Db,
  channelId: string,
  id: string,
): Promise<Pick<Selectable<AgentManifestTable>, 'id' | 'depth' | 'body'>[]> {
  const { rows } = await sql<Pick<Selectable<AgentManifestTable>, 'id' | 'depth' | 'body'>>`
    with recursive "chain" as (
      select "id", "parentId", "depth", "body" from "agent_manifest"
      where "id" = ${id} and "channelId" = ${channelId}
      union all
      select "before"."id", "before"."parentId", "before"."depth", "before"."body"
      from "chain" join "agent_manifest" as "before" on "before"."id" = "chain"."parentId"
      where "chain"."depth" > 0
    )
    select "id", "depth", "body" from "chain" order by "depth"
  `.execute(db);
  return rows;
}

/** Manifests of a channel that were made within some days, and its newest. */
export async function findRecent(
  db: Db,
  channelId: string,
  days: number,
): Promise<{ id: string; parentId: string | null }[]> {
  const { rows } = await sql<{ id: string; parentId: string | null }>`
    select "id", "parentId" from "agent_manifest" where "channelId" = ${channelId} and (
      "createdAt" > now() - make_interval(days => ${days})
      or "id" = (select "manifestId" from "agent_workspace" where "channelId" = ${channelId})
    )
  `.execute(db);
  return rows;
}

/** What a manifest holds itself: all files, or what differs from its parent. */
export function findBody(db: Db, id: string): Promise<Pick<Selectable<AgentManifestTable>, 'body'>[]> {
  return db.selectFrom('agent_manifest').select('body').where('id', '=', id).execute();
}

/** Returns the newest manifest of a channel. */
export async function findNewest(
  db: Db,
  channelId: string,
): Promise<{ manifestId: string; revision: number } | null> {
  const found = await db
    .selectFrom('agent_workspace')
    .select(['manifestId', 'revision'])
    .where('channelId', '=', channelId)
    .executeTakeFirst();
  return found ?? null;
}

/**
 * The same, which nobody else changes until the transaction ends.
 * @returns null for a channel without files; others that make its first ones in this way wait as well
 */
export async function lockNewest(
  tx: Db,
  channelId: string,
): Promise<{ manifestId: string; revision: number } | null> {
  const lock = () =>
    tx
      .selectFrom('agent_workspace')
      .select(['manifestId', 'revision'])
      .where('channelId', '=', channelId)
      .forUpdate()
      .executeTakeFirst();
  const found = await lock();
  if (found) return found;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`agent_workspace ${channelId}`}, 0))`.execute(tx);
  return (await lock()) ?? null;
}

/**
 * Makes a manifest the newest of its channel if `from` is it now.
 * @returns whether it was
 */
export async function advanceWorkspace(
  tx: Db,
  channelId: string,
  { from, to }: { from: string | null; to: string },
): Promise<boolean> {
  if (from === null) {
    const result = await tx
      .insertInto('agent_workspace')
      .values({ channelId, manifestId: to })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return result.numInsertedOrUpdatedRows === 1n;
  }
  const result = await tx
    .updateTable('agent_workspace')
    .set({ manifestId: to, revision: sql`"revision" + 1` })
    .where('channelId', '=', channelId)
    .where('manifestId', '=', from)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
