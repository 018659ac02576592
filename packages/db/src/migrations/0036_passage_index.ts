import { type Kysely, sql } from 'kysely';

/** The inverted index in one row for each batch of pages: a row for each term took most of the time of reading. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table "passage_index" (
  "extractionId" bigint not null references "extraction" ("id") on delete cascade,
  "first" integer not null,
  "postings" bytea not null,
  primary key ("extractionId", "first")
);

insert into "passage_index" ("extractionId", "first", "postings")
select "extractionId", "first", string_agg(
  int4send(octet_length("term")) || convert_to("term", 'UTF8') || int4send(octet_length("entries")) || "entries",
  ''::bytea
)
from "posting" group by "extractionId", "first";

drop table "posting";
`;
