import { type Kysely, sql } from 'kysely';

/** Overviews of sources, made once for each content, team and language; and the headings that files have themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table "extraction" add column "outline" jsonb;

create table "source_overview" (
  "id" uuid primary key default gen_random_uuid(),
  "teamId" uuid not null references "team" on delete cascade,
  "hash" text not null,
  "format" text not null,
  "language" text not null,
  "status" text not null default 'making' check ("status" in ('making', 'ready', 'failed')),
  "attempt" integer not null default 1,
  "claimedAt" timestamptz not null default now(),
  "error" jsonb,
  "summary" text not null default '',
  "outline" jsonb not null default '[]',
  "questions" jsonb not null default '[]',
  "model" text,
  "isExtract" boolean not null default false,
  unique ("teamId", "hash", "format", "language"),
  foreign key ("hash", "format") references "extraction" on delete cascade
);
create index "source_overview_content" on "source_overview" ("hash", "format");

alter table "usage" drop constraint "usage_kind_check";
alter table "usage" add constraint "usage_kind_check"
  check ("kind" in ('chat', 'title', 'summary', 'image', 'try', 'compare', 'suggestion', 'embedding', 'rerank', 'overview'));
`;
