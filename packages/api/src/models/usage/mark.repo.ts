import type { Db } from '@tandem/db';
import { sql } from 'kysely';

/** Returns the last aggregated day; null for none. */
export async function markOf(db: Db): Promise<string | null> {
  const { rows } = await sql<{ day: string }>`select "day"::text from "statistic_mark"`.execute(db);
  return rows[0]?.day ?? null;
}
