import { type Kysely, sql } from 'kysely';

/** Directions in which the words of a dataset go together, learned from it, with the place of each passage. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table "dataset_space" (
  "datasetId" uuid primary key references "dataset" on delete cascade,
  "version" uuid not null default gen_random_uuid(),
  "passages" integer not null,
  "rank" integer not null,
  "builtAt" timestamptz not null default now()
);

create table "dataset_space_term" (
  "datasetId" uuid not null references "dataset_space" on delete cascade,
  "term" text not null,
  "vector" bytea not null,
  primary key ("datasetId", "term")
);

create table "dataset_space_passage" (
  "datasetId" uuid not null references "dataset_space" on delete cascade,
  "extractionId" bigint not null references "extraction" ("id") on delete cascade,
  "vectors" bytea not null,
  primary key ("datasetId", "extractionId")
);
create index "dataset_space_passage_extraction" on "dataset_space_passage" ("extractionId");
`;
