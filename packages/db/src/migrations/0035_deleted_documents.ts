import { type Kysely, sql } from 'kysely';

/** Takes a document's sources along when it is deleted: without it nobody could say who may see them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
delete from "source" where "kind" = 'document' and "documentId" is null;
alter table "source" drop constraint "source_documentId_fkey";
alter table "source" add constraint "source_documentId_fkey"
  foreign key ("documentId") references "document" on delete cascade;
`;
