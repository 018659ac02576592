import { createHash } from 'node:crypto';
import { storePages } from '@tandem/api/content/file/extraction/extraction.repo';
import { indexPages } from '@tandem/api/content/file/extraction/index/index-pages';
import { transaction } from '@tandem/db';
import { makeChannel } from '@tandem/db/testing/factories/index';
import type { World } from '../world.ts';

/** A file of a dataset, as reading it left it. */
export interface ReadFile {
  name: string;
  pages: readonly { label: string; text: string }[];
  /** Two-letter code; recognised when left out. */
  language?: string;
}

/** Pages that are stored at once, as when a file is read. */
const PAGES_AT_ONCE = 400;

/** A dataset in the world's app, which everyone in it sees. @returns its id */
export async function makeDataset(
  { database: { db }, appId, teamId, people }: World,
  name: string,
): Promise<string> {
  const creatorId = people[0]?.userId ?? 0;
  const { id } = await makeChannel(db, { appId, creatorId, kind: 'dataset', name });
  await db.insertInto('dataset').values({ channelId: id, teamId }).execute();
  return id;
}

/** Adds a file that has been read and indexed by the functions that do so for uploads. @returns its extraction's id */
export async function addReadFile(
  { database: { db }, teamId, people }: World,
  datasetId: string,
  { name, pages, language }: ReadFile,
): Promise<number> {
  const hash = createHash('sha256').update(`${datasetId} ${name}`).digest('hex');
  const key = { hash, format: 'pdf' as const };
  const { id } = await db.insertInto('extraction').values(key).returning('id').executeTakeFirstOrThrow();
  const soFar = { pages: 0, passages: 0, language: language as string | null | undefined };
  while (soFar.pages < pages.length) {
    const some = pages
      .slice(soFar.pages, soFar.pages + PAGES_AT_ONCE)
      .map((page) => ({ ...page, problem: null }));
    const index = indexPages(some, soFar);
    await transaction(db, (tx) =>
      storePages(tx, key, soFar.pages, { title: null, total: pages.length, pages: some, index }),
    );
    soFar.pages += some.length;
    soFar.passages += index.passages.length;
    soFar.language = index.language;
  }
  await db
    .insertInto('source')
    .values({ datasetId, teamId, creatorId: people[0]?.userId ?? 0, kind: 'file', name, ...key })
    .execute();
  return id;
}
