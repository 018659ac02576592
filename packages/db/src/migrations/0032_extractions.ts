import { type Kysely, sql } from 'kysely';

/** The text of files, read once for each content and way of reading it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table "extraction" (
  "hash" text not null,
  "format" text not null,
  "status" text not null default 'queued' check ("status" in ('queued', 'reading', 'ready', 'failed')),
  "title" text,
  "pages" integer,
  "done" integer not null default 0,
  "problem" text,
  "createdAt" timestamptz not null default now(),
  primary key ("hash", "format")
);

create table "extraction_page" (
  "hash" text not null,
  "format" text not null,
  "index" integer not null,
  "label" text not null,
  "text" text not null,
  "problem" text,
  primary key ("hash", "format", "index"),
  foreign key ("hash", "format") references "extraction" on delete cascade
);
`;
