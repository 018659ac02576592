import { type Kysely, sql } from 'kysely';

/** The models by which a team's datasets are searched, and the vectors of passages, one index for each model. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table "retrieval_setting" (
  "teamId" uuid primary key references "team" on delete cascade,
  "embeddingModelId" uuid references "model" on delete set null,
  "rerankModelId" uuid references "model" on delete set null,
  "chooserId" integer not null references "user",
  "changedAt" timestamptz not null default now()
);
create index "retrieval_setting_embedding" on "retrieval_setting" ("embeddingModelId");
create index "retrieval_setting_rerank" on "retrieval_setting" ("rerankModelId");

create table "vector_index" (
  "id" bigint generated always as identity primary key,
  "teamId" uuid not null references "team" on delete cascade,
  "modelId" uuid not null references "model" on delete cascade,
  "dimensions" integer,
  "isReady" boolean not null default false,
  "problem" jsonb,
  "failures" integer not null default 0,
  "retryAt" timestamptz,
  "leaseId" uuid,
  "leaseUntil" timestamptz,
  "createdAt" timestamptz not null default now()
);
create index "vector_index_team" on "vector_index" ("teamId");
create index "vector_index_model" on "vector_index" ("modelId");

create table "vector_content" (
  "indexId" bigint not null references "vector_index" on delete cascade,
  "extractionId" bigint not null references "extraction" ("id") on delete cascade,
  "passages" integer not null default 0,
  primary key ("indexId", "extractionId")
);
create index "vector_content_extraction" on "vector_content" ("extractionId");

create table "vector_block" (
  "indexId" bigint not null,
  "extractionId" bigint not null,
  "first" integer not null,
  "signatures" bytea not null,
  "vectors" bytea not null,
  primary key ("indexId", "extractionId", "first"),
  foreign key ("indexId", "extractionId") references "vector_content" on delete cascade
);
-- Parts of them are read, which compressed values do not allow; vectors do not compress anyway.
alter table "vector_block" alter column "signatures" set storage external, alter column "vectors" set storage external;

alter table "usage" drop constraint "usage_kind_check";
alter table "usage" add constraint "usage_kind_check" check ("kind" in
  ('chat', 'title', 'summary', 'image', 'try', 'compare', 'suggestion', 'embedding', 'rerank'));
`;
