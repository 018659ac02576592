import { type Db, transaction } from '@tandem/db';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../access/policy/access.fragments.ts';
import type { MessageCursor } from './cursor.ts';
import type { SearchQuery } from './query.ts';

/** Milliseconds after which a search in texts is given up. */
const PATIENCE_MS = 2_000;
const QUERY_CANCELLED = '57014';

/** A search in messages, documents or comments. */
export interface TextSearch {
  reader: Reader;
  teamId: string;
  query: SearchQuery;
  /** Rows at most. */
  limit: number;
  /** The last row of the previous page. */
  after: MessageCursor | null;
}

/** Rows of a search; `partial` if it took too long, so that there may be more. */
export interface TextRows<Row> {
  rows: Row[];
  partial: boolean;
}

/**
 * Runs a search in a transaction that plans each query for its own words, and gives it up after `patience`
 * milliseconds.
 * @param work passes on the rows that it finds, which count even if it is given up afterwards
 */
export async function searchTexts<Row>(
  db: Db,
  work: (tx: Db, found: (rows: Row[]) => void) => Promise<void>,
  patience = PATIENCE_MS,
): Promise<TextRows<Row>> {
  const rows: Row[] = [];
  try {
    await transaction(db, async (tx) => {
      await sql`select set_config('statement_timeout', ${String(patience)}, true),
        set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(tx);
      await work(tx, (more) => rows.push(...more));
    });
    return { rows, partial: false };
  } catch (err) {
    if ((err as { code?: unknown }).code !== QUERY_CANCELLED) throw err;
    return { rows, partial: true };
  }
}

/**
 * Restricts rows, which are read newest first, to those that come after a page.
 * @param columns of time and id
 */
export function isBeyond(after: MessageCursor | null, ...columns: [string, string]): RawBuilder<boolean> {
  if (!after) return sql<boolean>`true`;
  const [time, id] = columns.map((column) => sql.ref(column));
  return sql<boolean>`(${time}, ${id})
    < ('epoch'::timestamptz + ${after.at}::bigint * interval '1 microsecond', ${after.id}::uuid)`;
}
