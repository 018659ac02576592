import type { Db } from '@tandem/db';
import { levelRank } from '@tandem/shared/access/permissions';
import { sql } from 'kysely';
import { levelFor, type Reader, visibleTo } from '../../access/policy/access.fragments.ts';
import { nameKey } from '../../core/names.ts';

/** Adds the dataset of a new channel. */
export async function insertDataset(
  tx: Db,
  { datasetId, teamId }: { datasetId: string; teamId: string },
): Promise<void> {
  await tx.insertInto('dataset').values({ channelId: datasetId, teamId }).execute();
}

/** Position in the list of datasets. */
export interface DatasetPlace {
  key: string;
  id: string;
}

/** Ids of a team's datasets that the reader sees, or may attach, by name, after a position. */
export async function datasetIds(
  db: Db,
  reader: Reader,
  {
    teamId,
    query,
    attachable,
    after,
    limit,
  }: {
    teamId: string;
    query: string | undefined;
    attachable: boolean;
    after: DatasetPlace | null;
    limit: number;
  },
): Promise<DatasetPlace[]> {
  return db
    .selectFrom('dataset')
    .innerJoin('channel', 'channel.id', 'dataset.channelId')
    .select(['channel.id', nameKey('channel').as('key')])
    .where('dataset.teamId', '=', teamId)
    .where(visibleTo(reader))
    .$if(attachable, (rows) => rows.where(sql<boolean>`${levelFor(reader)} >= ${levelRank.manage}`))
    .$if(query !== undefined && query !== '', (rows) =>
      rows.where(sql<boolean>`position(lower(${query}) in lower("channel"."name")) > 0`),
    )
    .$if(after !== null, (rows) =>
      rows.where(
        sql<boolean>`(${nameKey('channel')}, "channel"."id") > (${after?.key}::text, ${after?.id}::uuid)`,
      ),
    )
    .orderBy(nameKey('channel'))
    .orderBy('channel.id')
    .limit(limit)
    .execute();
}
