import type { Db } from '@tandem/db';
import { sql } from 'kysely';
import { isNamed, isShown } from './version.repo.ts';

/** Counts a document's versions made or named by people, and the bytes of their states. */
export async function measureNamed(db: Db, documentId: string): Promise<{ count: number; bytes: number }> {
  const { count, bytes } = await db
    .selectFrom('version')
    .select((eb) => eb.fn.countAll().as('count'))
    .select(sql<string>`coalesce(sum(octet_length("state")), 0)`.as('bytes'))
    .where('documentId', '=', documentId)
    .where(isNamed())
    .executeTakeFirstOrThrow();
  return { count: Number(count), bytes: Number(bytes) };
}

/** Returns the bytes of a version's state; 0 when it is gone. */
export async function measureVersion(db: Db, versionId: string): Promise<number> {
  const found = await db
    .selectFrom('version')
    .select(sql<number>`octet_length("state")`.as('bytes'))
    .where('id', '=', versionId)
    .executeTakeFirst();
  return found?.bytes ?? 0;
}

/**
 * Deletes a document's oldest unnamed versions until the rest fits into `bytes`.
 * @returns their ids
 */
export async function deleteOldest(tx: Db, documentId: string, bytes: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with "filled" as (
      select "id", sum(octet_length("state")) over (order by "createdAt" desc, "id" desc) as "bytes"
      from "version" where "documentId" = ${documentId} and not ${isNamed()} and not ${isShown()}
    )
    delete from "version" using "filled" where "version"."id" = "filled"."id" and "filled"."bytes" > ${bytes}
    returning "version"."id"
  `.execute(tx);
  return rows.map(({ id }) => id);
}
