import type { Db } from '@tandem/db';
import { sql } from 'kysely';
import { MAX_SEARCHED, WHOLE } from '../../content/search/whole.ts';
import type { DocumentContent } from './content.ts';

/** Returns a document's derived content, if it is current. */
export async function findContent(db: Db, documentId: string): Promise<DocumentContent | null> {
  const row = await db
    .selectFrom('document_content as content')
    .innerJoin('document', (join) =>
      join.onRef('document.channelId', '=', 'content.documentId').onRef('document.seq', '=', 'content.seq'),
    )
    .select(['content.seq', 'content.markdown', 'content.text', 'content.wordCount'])
    // As text: it is parsed in a child process, or once for an answer.
    .select(sql<string>`"content"."blocks"::text`.as('blocksJson'))
    .select(sql<boolean>`"document"."frozenAt" is not null`.as('isFrozen'))
    .where('content.documentId', '=', documentId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Stores a document's derived content, unless newer content is stored, or the document is gone, frozen or
 * thawed meanwhile.
 * @param words its search words, separated by spaces
 */
export async function storeContent(
  db: Db,
  documentId: string,
  { seq, blocksJson, markdown, text, wordCount, isFrozen }: DocumentContent,
  words: string,
): Promise<void> {
  await sql`
    insert into "document_content" ("documentId", "seq", "blocks", "markdown", "text", "wordCount", "words")
    select "channelId", ${seq}, ${blocksJson}::jsonb, ${markdown}, ${text}, ${wordCount},
      array_to_tsvector(string_to_array(${words}, ' '))
    from "document" where "channelId" = ${documentId} and ("frozenAt" is not null) = ${isFrozen}
    for share
    on conflict ("documentId") do update set
      "seq" = excluded."seq", "blocks" = excluded."blocks", "markdown" = excluded."markdown",
      "text" = excluded."text", "wordCount" = excluded."wordCount", "words" = excluded."words"
    where "document_content"."seq" < excluded."seq"
  `.execute(db);
}

/** Deletes a document's derived content because it is no longer what is shown. */
export async function forgetContent(tx: Db, documentId: string): Promise<void> {
  await tx.deleteFrom('document_content').where('documentId', '=', documentId).execute();
}

/** No shorter text was ever searched in part, in bytes. */
const LONG = 60_000;

/** Returns the next documents by id, and whether the words of each may cover only part of its text. */
export async function findCutWords(
  db: Db,
  afterId: string,
  limit: number,
): Promise<{ documentId: string; seq: number; isCut: boolean }[]> {
  const { rows } = await sql<{ documentId: string; seq: number; isCut: boolean }>`
    select "documentId", "seq",
      octet_length("text") > ${sql.lit(LONG)} and not ("words" @@ ${`'${WHOLE}'`}::tsquery) as "isCut"
    from "document_content" where "documentId" > ${afterId}::uuid
    order by "documentId" limit ${sql.lit(limit)}
  `.execute(db);
  return rows;
}

/** Returns a document's searchable text; '' when it is gone. Texts are long: read one at a time. */
export async function readText(db: Db, documentId: string): Promise<string> {
  const row = await db
    .selectFrom('document_content')
    .select(sql<string>`left("text", ${sql.lit(MAX_SEARCHED)})`.as('text'))
    .where('documentId', '=', documentId)
    .executeTakeFirst();
  return row?.text ?? '';
}

/** Stores a document's search words, separated by spaces, unless they were derived again meanwhile. */
export async function writeWords(
  db: Db,
  documentId: string,
  { seq, words }: { seq: number; words: string },
): Promise<void> {
  await sql`
    update "document_content" set "words" = array_to_tsvector(string_to_array(${words}, ' '))
    where "documentId" = ${documentId} and "seq" = ${seq}
  `.execute(db);
}
