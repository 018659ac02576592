import { type Kysely, sql } from 'kysely';

/** Finds what changed in a dataset, what of it is not finished, and its documents, without looking at all sources. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create index "source_change" on "source" ("datasetId", "revision");
create index "source_unfetched" on "source" ("datasetId")
  where "problem" is null and "kind" <> 'folder' and ("hash" is null or "kind" = 'sitemap');
create index "source_followed" on "source" ("datasetId") where "kind" = 'document';
create index "source_added" on "source" ("datasetId", "createdAt", "name", "id") where "kind" <> 'folder';
create index "extraction_unfinished" on "extraction" ("hash", "format") where "status" in ('queued', 'reading');
`;
