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
    .select(['content.seq', 'content.markdown', 'content.text', 'content.wordCount'])
    // As text: whoever needs them has a child process read them, or reads them for one answer.
    .select(sql<string>`"content"."blocks"::text`.as('blocksJson'))
    .select(sql<boolean>`"document"."frozenAt" is not null`.as('isFrozen'))
    .where('content.documentId', '=', documentId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Keeps what was read of a document, unless something newer is kept, the document is gone, or it was frozen or thawed
 * meanwhile.
 */
export async function storeContent(
  db: Db,
  documentId: string,
  { seq, blocksJson, markdown, text, wordCount, isFrozen }: DocumentContent,
  words: readonly string[],
): Promise<void> {
  await sql`
    insert into "document_content" ("documentId", "seq", "blocks", "markdown", "text", "wordCount", "words")
    select "channelId", ${seq}, ${blocksJson}::jsonb, ${markdown}, ${text}, ${wordCount},
      array_to_tsvector(array(select jsonb_array_elements_text(${JSON.stringify(words)}::jsonb)))
    from "document" where "channelId" = ${documentId} and ("frozenAt" is not null) = ${isFrozen}
    for share
    on conflict ("documentId") do update set
      "seq" = excluded."seq", "blocks" = excluded."blocks", "markdown" = excluded."markdown",
      "text" = excluded."text", "wordCount" = excluded."wordCount", "words" = excluded."words"
    where "document_content"."seq" < excluded."seq"
  `.execute(db);
}

/** Forgets what was read of a document, which is not what is to be shown of it any more. */
export async function forgetContent(tx: Db, documentId: string): Promise<void> {
  await tx.deleteFrom('document_content').where('documentId', '=', documentId).execute();
}
