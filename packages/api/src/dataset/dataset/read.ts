import type { Db } from '@tandem/db';
import type { Channel } from '@tandem/shared/channel/schema';
import type { Dataset, ListDatasets } from '@tandem/shared/dataset/schema';
import type { KeysetPage } from '@tandem/shared/pagination/schema';
import * as z from 'zod';
import type { Reader } from '../../access/policy/access.fragments.ts';
import { cursorText, readCursor, writeCursor } from '../../core/cursor.ts';
import { AppError } from '../../core/errors.ts';
import { readChannels } from '../../workspace/channel/list.ts';
import type { DatasetCounts } from './counts.repo.ts';
import { type CountOwn, countsOf } from './counts.ts';
import { hasDataset } from './create.ts';
import { datasetIds } from './dataset.repo.ts';

/**
 * Returns a dataset in numbers.
 * @param own how its sources are counted, as `sharedCount` for readers that are many at a time
 * @throws AppError `notFound`
 */
export async function readDataset(
  db: Db,
  reader: Reader,
  datasetId: string,
  own?: CountOwn,
): Promise<Dataset> {
  const [dataset] = await readDatasets(db, reader, [datasetId], own);
  if (!dataset) throw new AppError('notFound');
  return dataset;
}

/** Those of these datasets that the reader sees, in the order of the ids. */
export async function readDatasets(
  db: Db,
  reader: Reader,
  ids: readonly string[],
  own?: CountOwn,
): Promise<Dataset[]> {
  const channels = new Map((await readChannels(db, reader, ids)).map((channel) => [channel.id, channel]));
  const counts = await countsOf(db, reader, [...channels.keys()], own);
  return ids.flatMap((id) => {
    const [channel, numbers] = [channels.get(id), counts.get(id)];
    return channel && numbers && hasDataset(channel.kind) ? [present(channel, channel.kind, numbers)] : [];
  });
}

const cursorSchema = z.strictObject({ key: cursorText(400), id: z.uuid() });

/** A team's datasets that the reader sees, by name; with `attachable`, those that they may attach. */
export async function listDatasets(
  db: Db,
  reader: Reader,
  teamId: string,
  { query, attachable, cursor, limit }: ListDatasets,
): Promise<KeysetPage<Dataset>> {
  const after = cursor === undefined ? null : readCursor(cursor, cursorSchema);
  const places = await datasetIds(db, reader, { teamId, query, attachable, after, limit: limit + 1 });
  const shown = places.slice(0, limit);
  const last = places.length > limit ? shown.at(-1) : undefined;
  const datasets = await readDatasets(
    db,
    reader,
    shown.map(({ id }) => id),
  );
  return {
    list: datasets,
    nextCursor: last ? writeCursor({ key: last.key, id: last.id }) : null,
  };
}

function present(
  { id, teamId, appId, name, icon, description, level, abilities }: Channel,
  kind: Dataset['kind'],
  { revision, counts, pages, size }: DatasetCounts,
): Dataset {
  return {
    ...{ id, teamId, appId, kind, name, icon, description, level, abilities, revision, pages, size },
    sources: { queued: 0, reading: 0, ready: 0, failed: 0, ...counts },
  };
}
