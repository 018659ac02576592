import type { Db } from '@tandem/db';
import { sql } from 'kysely';

interface BelowRow {
  id: string;
  fileId: string | null;
  documentId: string | null;
  /** Levels below the named source. */
  depth: number;
}

/** A folder by its place and name. */
export interface NamedFolder {
  parentId: string | null;
  name: string;
}

/** Finds folders of a dataset. @returns their ids in the order of `folders`; null for one that is not there */
export async function findFolders(
  db: Db,
  datasetId: string,
  folders: readonly NamedFolder[],
): Promise<(string | null)[]> {
  const parentIds = folders.map(({ parentId }) => parentId);
  const names = folders.map(({ name }) => name);
  const { rows } = await sql<{ id: string | null }>`
    select distinct on ("wanted"."at") "found"."id"
    from unnest(${parentIds}::uuid[], ${names}::text[]) with ordinality as "wanted" ("parentId", "name", "at")
    left join "source" as "found"
      on "found"."datasetId" = ${datasetId} and "found"."kind" = 'folder' and "found"."name" = "wanted"."name"
        and "found"."parentId" is not distinct from "wanted"."parentId"
    order by "wanted"."at", "found"."id"
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Sources and everything below them, with their files. */
export async function subtreeOf(
  db: Db,
  datasetId: string,
  sourceIds: readonly string[],
): Promise<BelowRow[]> {
  const { rows } = await sql<BelowRow>`
    with recursive "below" as (
      select "id", "fileId", "documentId", 0 as "depth" from "source"
      where "datasetId" = ${datasetId} and "id" = any(${sourceIds}::uuid[])
      union all
      select "source"."id", "source"."fileId", "source"."documentId", "below"."depth" + 1 from "source"
      join "below" on "source"."parentId" = "below"."id"
    )
    select distinct on ("id") * from "below" order by "id", "depth"
  `.execute(db);
  return rows;
}

/** Ids of a folder and its ancestors, from itself up. */
export async function lineOf(
  db: Db,
  datasetId: string,
  sourceId: string,
): Promise<{ id: string; kind: string }[]> {
  const { rows } = await sql<{ id: string; kind: string }>`
    with recursive "line" as (
      select "id", "parentId", "kind", 0 as "depth" from "source"
      where "datasetId" = ${datasetId} and "id" = ${sourceId}
      union all
      select "source"."id", "source"."parentId", "source"."kind", "line"."depth" + 1 from "source"
      join "line" on "source"."id" = "line"."parentId"
    )
    select "id", "kind" from "line" order by "depth"
  `.execute(db);
  return rows;
}
