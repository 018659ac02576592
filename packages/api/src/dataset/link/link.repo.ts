import type { Db } from '@tandem/db';
import type { DatasetUser } from '@tandem/shared/dataset/schema';
import { sql } from 'kysely';
import {
  appLevelOfMember,
  levelOfMember,
  type Reader,
  visibleTo,
} from '../../access/policy/access.fragments.ts';
import { nameKey } from '../../core/names.ts';

/** The column of `dataset_link` that names this kind of user, with its value. */
const userOf = (to: DatasetUser) =>
  'channelId' in to
    ? (['dataset_link.channelId', to.channelId] as const)
    : (['dataset_link.assistantId', to.assistantId] as const);
const channelIdOf = (to: DatasetUser) => ('channelId' in to ? to.channelId : null);
const assistantIdOf = (to: DatasetUser) => ('assistantId' in to ? to.assistantId : null);

/** Counts the datasets of an assistant or channel, whose number nobody else changes until the transaction ends. */
export async function countLinks(tx: Db, to: DatasetUser): Promise<number> {
  const [column, id] = userOf(to);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tandem datasets ${id}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('dataset_link')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(column, '=', id)
    .executeTakeFirstOrThrow();
  return count;
}

/** @returns whether it is new */
export async function insertLink(
  tx: Db,
  {
    teamId,
    datasetId,
    to,
    creatorId,
  }: { teamId: string; datasetId: string; to: DatasetUser; creatorId: number },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('dataset_link')
    .values({ teamId, datasetId, channelId: channelIdOf(to), assistantId: assistantIdOf(to), creatorId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function deleteLink(tx: Db, datasetId: string, to: DatasetUser): Promise<void> {
  const [column, id] = userOf(to);
  await tx.deleteFrom('dataset_link').where('datasetId', '=', datasetId).where(column, '=', id).execute();
}

/** The datasets of an assistant or channel, with the names of those that the reader sees. */
export async function findLinks(
  db: Db,
  reader: Reader,
  to: DatasetUser,
): Promise<{ datasetId: string; creatorId: number; name: string; icon: string; isSeen: boolean }[]> {
  const [column, id] = userOf(to);
  return db
    .selectFrom('dataset_link')
    .innerJoin('channel', 'channel.id', 'dataset_link.datasetId')
    .select(['dataset_link.datasetId', 'dataset_link.creatorId', 'channel.name', 'channel.icon'])
    .select(visibleTo(reader).as('isSeen'))
    .where('channel.deletedAt', 'is', null)
    .where(column, '=', id)
    .orderBy(nameKey('channel'))
    .orderBy('channel.id')
    .execute();
}

/** People who may view a channel, or the app of an assistant, but not a dataset: their number and some names. */
export async function findQuoteReaders(
  db: Db,
  datasetId: string,
  to: DatasetUser,
  some: number,
): Promise<{ others: number; names: string[] }> {
  const seesUser =
    'channelId' in to
      ? sql`exists (
          select from "channel" as "place" where "place"."id" = ${to.channelId} and "place"."teamId" = "member"."teamId"
            and ${levelOfMember('place')} > 0
        )`
      : sql`exists (
          select from "assistant" join "app" as "place" on "place"."id" = "assistant"."appId"
          where "assistant"."id" = ${to.assistantId} and "place"."teamId" = "member"."teamId"
            and ${appLevelOfMember('place')} > 0
        )`;
  const { rows } = await sql<{ name: string; others: number }>`
    select "user"."name", (count(*) over ())::integer as "others"
    from "channel" as "dataset"
    join "member" on "member"."teamId" = "dataset"."teamId" and "member"."suspendedAt" is null
    join "user" on "user"."id" = "member"."userId"
    where "dataset"."id" = ${datasetId} and ${seesUser} and coalesce(${levelOfMember('dataset')}, 0) = 0
    order by "user"."name", "user"."id" limit ${some}
  `.execute(db);
  return { others: rows[0]?.others ?? 0, names: rows.map(({ name }) => name) };
}
