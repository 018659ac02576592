import { type Kysely, sql } from 'kysely';

/** Datasets with their sources, and the passages by which the text of files is found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
-- Texts are read again when they are next asked for, and indexed on the way.
delete from "extraction";
alter table "extraction"
  add column "id" bigint generated always as identity unique,
  add column "passages" integer not null default 0,
  add column "words" bigint not null default 0,
  add column "language" text;

create table "passage" (
  "extractionId" bigint not null references "extraction" ("id") on delete cascade,
  "n" integer not null,
  "page" integer not null,
  "from" integer not null,
  "to" integer not null,
  "length" integer not null,
  primary key ("extractionId", "n")
);

create table "posting" (
  "extractionId" bigint not null references "extraction" ("id") on delete cascade,
  "term" text not null,
  "first" integer not null,
  "entries" bytea not null,
  primary key ("extractionId", "term", "first")
);

create table "dataset" (
  "channelId" uuid primary key references "channel" on delete cascade,
  "teamId" uuid not null references "team" on delete cascade,
  "revision" bigint not null default 0
);
create index "dataset_team" on "dataset" ("teamId");

create table "dataset_link" (
  "id" uuid primary key default gen_random_uuid(),
  "teamId" uuid not null references "team" on delete cascade,
  "datasetId" uuid not null references "dataset" on delete cascade,
  "assistantId" uuid references "assistant" on delete cascade,
  "channelId" uuid references "channel" on delete cascade,
  "creatorId" integer not null references "user",
  "createdAt" timestamptz not null default now(),
  check (num_nonnulls("assistantId", "channelId") = 1),
  unique nulls not distinct ("datasetId", "assistantId", "channelId")
);
create index "dataset_link_team" on "dataset_link" ("teamId");
create index "dataset_link_assistant" on "dataset_link" ("assistantId");
create index "dataset_link_channel" on "dataset_link" ("channelId");

create table "source" (
  "id" uuid primary key default gen_random_uuid(),
  "teamId" uuid not null references "team" on delete cascade,
  "datasetId" uuid not null references "dataset" on delete cascade,
  "parentId" uuid references "source" on delete cascade,
  "kind" text not null check ("kind" in ('folder', 'file', 'text', 'page', 'sitemap', 'document')),
  "name" text not null,
  "fileId" uuid references "file" on delete set null,
  "hash" text,
  "format" text,
  "url" text,
  "etag" text,
  "refreshHours" integer,
  "fetchedAt" timestamptz,
  "nextFetchAt" timestamptz,
  "documentId" uuid references "document" on delete set null,
  "documentSeq" bigint,
  "problem" text,
  "creatorId" integer not null references "user",
  "clientKey" uuid,
  "createdAt" timestamptz not null default now(),
  "changedAt" timestamptz not null default now(),
  "revision" bigint not null default 0
);
create index "source_place" on "source" ("datasetId", "parentId", ("kind" <> 'folder'), "name", "id");
create index "source_content" on "source" ("hash", "format");
create index "source_file" on "source" ("fileId");
create index "source_team" on "source" ("teamId");
create index "source_parent" on "source" ("parentId");
create index "source_document" on "source" ("documentId");
create index "source_due" on "source" ("nextFetchAt") where "nextFetchAt" is not null;
create unique index "source_key" on "source" ("creatorId", "clientKey") where "clientKey" is not null;
create unique index "source_page" on "source" ("datasetId", "url") where "kind" in ('page', 'sitemap');

create table "passage_exclusion" (
  "datasetId" uuid not null references "dataset" on delete cascade,
  "extractionId" bigint not null references "extraction" ("id") on delete cascade,
  "n" integer not null,
  primary key ("datasetId", "extractionId", "n")
);
create index "passage_exclusion_extraction" on "passage_exclusion" ("extractionId");
`;
