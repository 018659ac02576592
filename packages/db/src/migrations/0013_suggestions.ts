import { type Kysely, sql } from 'kysely';

/** Suggestions for documents are paid for like everything else that a model writes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table "usage" drop constraint "usage_kind_check";
alter table "usage" add constraint "usage_kind_check"
  check ("kind" in ('chat', 'title', 'summary', 'image', 'try', 'compare', 'suggestion'));
`;
