import type { Db } from '@tandem/db';
import type { SourceStatus } from '@tandem/shared/dataset/source';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../access/policy/access.fragments.ts';
import { sourceStatus, sourceVisibleTo } from './source.fragments.ts';

/** Numbers of one dataset. */
export interface DatasetCounts {
  id: string;
  revision: number;
  counts: Partial<Record<SourceStatus, number>>;
  pages: number;
  size: number;
}

/** Counts the sources of datasets that are no documents, without folders: these are the same for all readers. */
export function countOwn(db: Db, datasetIds: readonly string[]): Promise<DatasetCounts[]> {
  return count(db, datasetIds, sql`"source"."kind" not in ('folder', 'document')`);
}

/** Counts the documents in datasets that a reader sees. */
export function countDocuments(
  db: Db,
  reader: Reader,
  datasetIds: readonly string[],
): Promise<DatasetCounts[]> {
  return count(db, datasetIds, sql`"source"."kind" = 'document' and ${sourceVisibleTo(reader)}`);
}

async function count(
  db: Db,
  datasetIds: readonly string[],
  which: RawBuilder<unknown>,
): Promise<DatasetCounts[]> {
  if (datasetIds.length === 0) return [];
  const { rows } = await sql<{
    id: string;
    revision: number;
    status: SourceStatus | null;
    count: number;
    pages: number;
    size: number;
  }>`
    select "dataset"."channelId" as "id", "dataset"."revision", "of"."status", coalesce("of"."count", 0) as "count",
      coalesce("of"."pages", 0) as "pages", coalesce("of"."size", 0) as "size"
    from "dataset" left join lateral (
      select ${sourceStatus} as "status", count(*)::integer as "count", sum("extraction"."done")::integer as "pages",
        sum("file"."size")::bigint as "size"
      from "source" left join "file" on "file"."id" = "source"."fileId"
      left join "extraction" on "extraction"."hash" = "source"."hash" and "extraction"."format" = "source"."format"
      where "source"."datasetId" = "dataset"."channelId" and ${which}
      group by 1
    ) as "of" on true
    where "dataset"."channelId" = any(${datasetIds}::uuid[])
  `.execute(db);
  const found = new Map<string, DatasetCounts>();
  for (const { id, revision, status, count, pages, size } of rows) {
    const dataset = found.get(id) ?? { id, revision, counts: {}, pages: 0, size: 0 };
    if (status) dataset.counts[status] = count;
    found.set(id, { ...dataset, pages: dataset.pages + pages, size: dataset.size + Number(size) });
  }
  return [...found.values()];
}
