import type { Db } from '@tandem/db';
import { sql } from 'kysely';

export interface NewThreadRow {
  id: string;
  documentId: string;
  /** Null: it concerns the whole document. */
  blockId: string | null;
  quote: string;
  creatorId: number;
  isResolved: boolean;
  revision: number;
}

export interface NewThreadComment {
  discussionId: string;
  authorId: number;
  text: string;
  /** Its search words. */
  words: readonly string[];
}

/** Comments of one statement: some thousand, with their words, are many megabytes. */
const AT_ONCE = 200;

/** Inserts discussions in order; resolved ones name the importer as resolver. */
export async function insertThreadRows(tx: Db, rows: readonly NewThreadRow[]): Promise<void> {
  await sql`
    insert into "discussion"
      ("id", "documentId", "blockId", "quote", "creatorId", "revision", "resolverId", "resolvedAt", "createdAt")
    select
      "new"."id", "new"."documentId", "new"."blockId", "new"."quote", "new"."creatorId", "new"."revision",
      case when "new"."isResolved" then "new"."creatorId" end,
      case when "new"."isResolved" then now() end,
      now() + "new"."place" * interval '1 microsecond'
    from jsonb_to_recordset(${placed(rows, 0)}::jsonb) as "new" (
      "id" uuid, "documentId" uuid, "blockId" text, "quote" text, "creatorId" integer, "revision" bigint,
      "isResolved" boolean, "place" integer
    )
  `.execute(tx);
}

/** Inserts comments in order. */
export async function insertThreadComments(tx: Db, comments: readonly NewThreadComment[]): Promise<void> {
  for (let from = 0; from < comments.length; from += AT_ONCE)
    await sql`
      insert into "comment" ("discussionId", "authorId", "text", "mentions", "words", "createdAt")
      select
        "new"."discussionId", "new"."authorId", "new"."text", '[]'::jsonb,
        array_to_tsvector(array(select jsonb_array_elements_text("new"."words"))),
        now() + "new"."place" * interval '1 microsecond'
      from jsonb_to_recordset(${placed(comments.slice(from, from + AT_ONCE), from)}::jsonb) as "new" (
        "discussionId" uuid, "authorId" integer, "text" text, "words" jsonb, "place" integer
      )
    `.execute(tx);
}

/** Rows as JSON, with their place among all. */
function placed(rows: readonly object[], from: number): string {
  return JSON.stringify(rows.map((row, i) => ({ ...row, place: from + i })));
}
