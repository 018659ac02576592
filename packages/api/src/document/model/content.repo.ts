import type { Db } from '@tandem/db';
import { sql } from 'kysely';
import { MAX_SEARCHED, WHOLE } from '../../content/search/whole.ts';
import type { DocumentContent } from './content.ts';

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
 * @param words by which it is found, a space between each two
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

/** Forgets what was read of a document, which is not what is to be shown of it any more. */
export async function forgetContent(tx: Db, documentId: string): Promise<void> {
  await tx.deleteFrom('document_content').where('documentId', '=', documentId).execute();
}

/** No shorter text was ever searched in part, in bytes. */
const LONG = 60_000;

/** The next documents in order of their ids, and whether the words of each may be those of only a part of its text. */
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

/** The text of a document as far as it is searched; '' when it is gone. Texts are long: read one at a time. */
export async function readText(db: Db, documentId: string): Promise<string> {
  const row = await db
    .selectFrom('document_content')
    .select(sql<string>`left("text", ${sql.lit(MAX_SEARCHED)})`.as('text'))
    .where('documentId', '=', documentId)
    .executeTakeFirst();
  return row?.text ?? '';
}

/** Keeps the words by which a document is found, a space between each two, unless it was read anew meanwhile. */
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
