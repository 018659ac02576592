import type { Db } from '@tandem/db';
import { sql } from 'kysely';
import type { PageIndex } from './index-pages.ts';

/** Stores the passages of consecutive pages and their part of the index. */
export async function storeIndex(tx: Db, extractionId: number, index: PageIndex): Promise<void> {
  const { first, passages, postings } = index;
  if (passages.length === 0) return;
  const column = (name: 'page' | 'from' | 'to' | 'length') =>
    passages.map((passage) => passage[name]).join(' ');
  await sql`
    insert into "passage" ("extractionId", "n", "page", "from", "to", "length")
    select ${extractionId}::bigint, ${first}::integer + "at" - 1, "page", "from", "to", "length"
    from unnest(${numbers(column('page'))}, ${numbers(column('from'))}, ${numbers(column('to'))},
      ${numbers(column('length'))}) with ordinality as "each" ("page", "from", "to", "length", "at")`.execute(
    tx,
  );
  await tx
    .insertInto('passage_index')
    .values({
      extractionId,
      first,
      postings: Buffer.from(postings.buffer, postings.byteOffset, postings.byteLength),
    })
    .execute();
}

/** An array of integers that travels as one text. */
function numbers(list: string) {
  return sql`string_to_array(${list}, ' ')::integer[]`;
}
