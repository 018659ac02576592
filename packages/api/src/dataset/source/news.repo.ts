import type { Db } from '@tandem/db';
import { sql } from 'kysely';
import type { Reader } from '../../access/policy/access.fragments.ts';
import { sourceVisibleTo } from '../dataset/source.fragments.ts';
import { type SourceRow, sources } from './source.repo.ts';

/** Sources that changed after a revision, the latest first. */
export function findChanged(
  db: Db,
  reader: Reader,
  { datasetId, since, limit }: { datasetId: string; since: number; limit: number },
): Promise<SourceRow[]> {
  return sources(db)
    .where('source.datasetId', '=', datasetId)
    .where('source.revision', '>', since)
    .where(sourceVisibleTo(reader))
    .orderBy('source.revision', 'desc')
    .limit(limit)
    .execute() as Promise<SourceRow[]>;
}

/** Sources that are still to be fetched or read, in no order. Looks at these alone, however many are finished. */
export function findUnfinished(
  db: Db,
  reader: Reader,
  { datasetId, limit }: { datasetId: string; limit: number },
): Promise<SourceRow[]> {
  const isMine = sql`"source"."datasetId" = ${datasetId} and "source"."problem" is null and ${sourceVisibleTo(reader)}`;
  return sources(db)
    .where(
      sql<boolean>`"source"."id" in (
        select "source"."id" from "source"
        where ${isMine} and "source"."kind" <> 'folder' and ("source"."hash" is null or "source"."kind" = 'sitemap')
          and ("source"."kind" <> 'sitemap' or "source"."fetchedAt" is null)
        union all
        select "source"."id" from "extraction"
        join "source" on "source"."hash" = "extraction"."hash" and "source"."format" = "extraction"."format"
        where "extraction"."status" in ('queued', 'reading') and ${isMine}
        limit ${limit}
      )`,
    )
    .execute() as Promise<SourceRow[]>;
}

/** A document in a dataset. */
export interface FollowedDocument {
  id: string;
  revision: number;
  isSeen: boolean;
}

/**
 * The documents in a dataset, unless neither its sources nor the team's tree changed since they were last read.
 * @param since what was last returned as `readAt`
 */
export async function findFollowed(
  db: Db,
  reader: Reader,
  datasetId: string,
  since: string,
): Promise<{ readAt: string; documents: FollowedDocument[] | null }> {
  const now = await db
    .selectFrom('dataset')
    .innerJoin('team', 'team.id', 'dataset.teamId')
    .select(['dataset.revision', 'team.treeRevision'])
    .where('dataset.channelId', '=', datasetId)
    .executeTakeFirst();
  const readAt = `${now?.revision} ${now?.treeRevision}`;
  if (readAt === since) return { readAt, documents: null };
  const documents = await db
    .selectFrom('source')
    .select(['source.id', 'source.revision', sourceVisibleTo(reader).as('isSeen')])
    .where('source.datasetId', '=', datasetId)
    .where('source.kind', '=', 'document')
    .execute();
  return { readAt, documents };
}
