import { type Kysely, sql } from 'kysely';

/** What each session last knew of a document, from which a text that it writes is merged; versions kept before that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table "document_reading" (
  "documentId" uuid not null references "document" on delete cascade,
  "sessionId" uuid not null references "session" on delete cascade,
  "seq" bigint not null,
  "isOwn" boolean not null,
  "base" bytea[],
  "readAt" timestamptz not null default now(),
  primary key ("documentId", "sessionId")
);
create index "document_reading_session" on "document_reading" ("sessionId");
create index "document_reading_age" on "document_reading" ("readAt");

alter table "version" drop constraint "version_cause_check";
alter table "version" add constraint "version_cause_check"
  check ("cause" in ('named', 'automatic', 'ai', 'restore', 'overwrite'));
`;
