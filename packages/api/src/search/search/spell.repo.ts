import type { Db } from '@tandem/db';
import { sql } from 'kysely';

/** Tables with names that are found by their spelling. */
export const namedTables = ['user', 'app', 'channel', 'assistant', 'source'] as const;
export type Named = (typeof namedTables)[number];

/** The next names without a spelling, locked until the transaction ends; another process has its own. */
export async function lockUnspelt(
  tx: Db,
  table: Named,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select "id"::text as "id", "name" from ${sql.table(table)} where "spelling" is null
    order by ${sql.table(table)}."id" limit ${sql.lit(limit)} for no key update skip locked
  `.execute(tx);
  return rows;
}

/** Writes how names are spelt. */
export async function writeSpellings(
  tx: Db,
  table: Named,
  spellings: readonly { id: string; spelling: string }[],
): Promise<void> {
  const type = sql.raw(table === 'user' ? 'integer' : 'uuid');
  await sql`
    update ${sql.table(table)} as "named" set "spelling" = "new"."spelling"
    from jsonb_to_recordset(${JSON.stringify(spellings)}::jsonb) as "new" ("id" text, "spelling" text)
    where "named"."id" = "new"."id"::${type}
  `.execute(tx);
}
