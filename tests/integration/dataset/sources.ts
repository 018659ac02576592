import { randomUUID } from 'node:crypto';
import { storePages } from '@tandem/api/content/file/extraction/extraction.repo';
import { indexPages } from '@tandem/api/content/file/extraction/index/index-pages';
import { transaction } from '@tandem/db';
import { makeApp, makeChannel } from '@tandem/db/testing/factories/index';
import type { TestServer } from '../harness/server.ts';
import type { Team } from '../workspace/team.ts';

/** A source whose text has been read, in the shape that reading a PDF leaves. */
export interface ReadSource {
  name: string;
  /** Texts of its pages; a label of its own, if it is not the index. */
  pages: readonly (string | { label: string; text: string })[];
  status?: 'reading' | 'ready';
  /** What it was read as; a PDF when left out. */
  format?: 'pdf' | 'table';
}

/** A dataset in a channel of its own, in an app that nobody but its owner sees unless told otherwise. */
export async function makeDataset(
  { db }: TestServer,
  { team, owner, space }: Pick<Team, 'team' | 'owner' | 'space'>,
  {
    sources,
    visibility = 'private',
    name = 'Papers',
  }: {
    sources: readonly ReadSource[];
    visibility?: 'team' | 'private';
    name?: string;
  },
) {
  const app = await makeApp(db, { teamId: team.id, spaceId: space.id, creatorId: owner.id, visibility });
  const { id } = await makeChannel(db, { appId: app.id, creatorId: owner.id, kind: 'dataset', name });
  await db.insertInto('dataset').values({ channelId: id, teamId: team.id }).execute();
  const added = [];
  for (const source of sources)
    added.push(await addSource(db, { datasetId: id, teamId: team.id, creatorId: owner.id }, source));
  return { id, app, sources: added };
}

/** Adds a source to a dataset, as its reading left it. */
export async function addSource(
  db: TestServer['db'],
  place: { datasetId: string; teamId: string; creatorId: number },
  { name, pages, status = 'ready', format = 'pdf' }: ReadSource,
) {
  const key = { hash: randomUUID().replaceAll('-', '').padEnd(64, '0'), format };
  await db.insertInto('extraction').values(key).execute();
  const read = pages.map((page, at) => {
    const { label, text } = typeof page === 'string' ? { label: String(at + 1), text: page } : page;
    return { label, text, problem: null };
  });
  const index = indexPages(read, { pages: 0, passages: 0, language: undefined });
  const batch = {
    title: null,
    total: status === 'ready' ? read.length : read.length + 1,
    pages: read,
    index,
  };
  await transaction(db, (tx) => storePages(tx, key, 0, batch));
  return db
    .insertInto('source')
    .values({ ...place, kind: 'file', name, ...key })
    .returning(['id', 'hash'])
    .executeTakeFirstOrThrow();
}

/** Lets the answers of a channel use a dataset. */
export async function attach(
  { db }: TestServer,
  { team, owner }: Pick<Team, 'team' | 'owner'>,
  datasetId: string,
  to: { channelId: string } | { assistantId: string },
): Promise<void> {
  await db
    .insertInto('dataset_link')
    .values({ channelId: null, assistantId: null, ...to, teamId: team.id, datasetId, creatorId: owner.id })
    .execute();
}
