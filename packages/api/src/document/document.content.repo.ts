import type { Db } from '@tandem/db';
import { sql } from 'kysely';
import type { DocumentContent } from './document.content.ts';

/** What is kept of a document, if that is as new as the document. */
export async function findContent(db: Db, documentId: string): Promise<DocumentContent | null> {
  const row = await db
    .selectFrom('document_content as content')
    .innerJoin('document', (join) =>
      join.onRef('document.channelId', '=', 'content.documentId').onRef('document.seq', '=', 'content.seq'),
    )
    .select(['content.seq', 'content.blocks', 'content.markdown', 'content.text', 'content.wordCount'])
    .where('content.documentId', '=', documentId)
    .executeTakeFirst();
  return row ?? null;
}

/** Keeps what was read of a document, unless something newer is kept or the document is gone. */
export async function storeContent(
  db: Db,
  documentId: string,
  { seq, blocks, markdown, text, wordCount }: DocumentContent,
  words: readonly string[],
): Promise<void> {
  await sql`
    insert into "document_content" ("documentId", "seq", "blocks", "markdown", "text", "wordCount", "words")
    select "channelId", ${seq}, ${JSON.stringify(blocks)}::jsonb, ${markdown}, ${text}, ${wordCount},
      array_to_tsvector(array(select jsonb_array_elements_text(${JSON.stringify(words)}::jsonb)))
    from "document" where "channelId" = ${documentId}
    on conflict ("documentId") do update set
      "seq" = excluded."seq", "blocks" = excluded."blocks", "markdown" = excluded."markdown",
      "text" = excluded."text", "wordCount" = excluded."wordCount", "words" = excluded."words"
    where "document_content"."seq" < excluded."seq"
  `.execute(db);
}
