import { storePages } from '@tandem/api/content/file/extraction/extraction.repo';
import { indexPages } from '@tandem/api/content/file/extraction/index/index-pages';
import { pdfFile } from '@tandem/api/content/file/extraction/testing/pdf';
import { searchPassages } from '@tandem/api/dataset/retrieval/search';
import { learnSpaceOf } from '@tandem/api/dataset/retrieval/space/learn-space';
import { transaction } from '@tandem/db';
import { expect, it } from 'vitest';
import { uploaded } from '../file/files.ts';
import { useServer } from '../harness/server.ts';
import { expectRefused, makeGuest, useTeam } from '../workspace/team.ts';

const server = useServer();
const team = useTeam(server);

async function makeDataset(): Promise<string> {
  const { id } = await team.api.trpc.channel.create.mutate({
    appId: team.app.id,
    kind: 'dataset',
    name: 'Harbour',
  });
  return id;
}

/** Adds files of text and waits until they are read. */
async function add(datasetId: string, texts: Record<string, string | Uint8Array>): Promise<string[]> {
  const files: { fileId: string; path: string }[] = [];
  for (const [path, text] of Object.entries(texts)) {
    const { id: fileId } = await uploaded(team.api, text, path);
    files.push({ fileId, path });
  }
  const sources = await team.api.trpc.source.addFiles.mutate({ datasetId, files });
  for (const { fileId } of files) await team.api.trpc.file.read.mutate({ fileId });
  return sources.map(({ id }) => id);
}

const find = (datasetIds: string[], query: string, options: { includeExcluded?: boolean } = {}) =>
  searchPassages(
    { db: server.db, platform: server.platform },
    { reader: { userId: team.owner.id }, datasetIds, query, limit: 10, ...options },
  );
const names = async (datasetIds: string[], query: string) =>
  (await find(datasetIds, query)).passages.map(({ name }) => name);

const ropes = 'The ropes are stored in the loft above the boat house, and they are dried before the winter.';
const berths = 'A berth costs twelve crowns a night, which is paid at the office before the boat is moored.';
const hafen = 'Die Kündigung des Liegeplatzes ist zum Ende des Monats möglich und wird im Büro eingereicht.';

it('marks the words that counted, in any of their forms, and no stop words', async () => {
  const dataset = await makeDataset();
  const inChinese = '港口的历史很长，渡轮中午出发，泊位每晚十二克朗。';
  await add(dataset, { 'ropes.txt': ropes, 'hafen.txt': hafen, '港口.txt': inChinese });
  const marked = async (query: string) => {
    const [first] = (await find([dataset], query)).passages;
    return first?.marks.map(([from, to]) => first.text.slice(from, to));
  };
  expect(await marked('Where is the rope that they store?')).toEqual(['ropes', 'stored']);
  expect(await marked('Kündigungen der Liegeplätze')).toContain('Kündigung');
  expect(await marked('港口历史')).toEqual(['港口', '历史']);
});

it('finds passages by forms of their words, in the language of each file', async () => {
  const dataset = await makeDataset();
  await add(dataset, { 'ropes.txt': ropes, 'berths.txt': berths, 'hafen.txt': hafen });
  expect((await names([dataset], 'Where is a rope stored?'))[0]).toBe('ropes.txt');
  expect((await names([dataset], 'Kündigungen'))[0]).toBe('hafen.txt');
  const { passages, searched } = await find([dataset], 'cost of berths');
  expect(searched).toBe(3);
  expect(passages[0]).toMatchObject({
    name: 'berths.txt',
    page: 1,
    from: 0,
    to: berths.length,
    text: berths,
    methods: { words: { rank: 1 } },
    excluded: false,
  });
  expect(await names([dataset], 'xylophone')).toEqual([]);
  expect(await names([dataset], 'the and of')).toEqual([]);
});

it('finds only in the datasets that are given, and a content in two of them once', async () => {
  const [one, two] = [await makeDataset(), await makeDataset()];
  await add(one, { 'ropes.txt': ropes });
  await add(two, { 'copy.txt': ropes, 'berths.txt': berths });
  expect(await names([one], 'boat')).toEqual(['ropes.txt']);
  expect(await names([one, two], 'rope')).toEqual(['ropes.txt', 'berths.txt']);
  expect((await names([two], 'boat')).toSorted()).toEqual(['berths.txt', 'copy.txt']);
  expect(await names([], 'rope')).toEqual([]);
});

it('finds nothing of a source that was deleted, nor of a dataset in the bin', async () => {
  const dataset = await makeDataset();
  const [rope] = await add(dataset, { 'ropes.txt': ropes, 'berths.txt': berths });
  await team.api.trpc.source.remove.mutate({ datasetId: dataset, sourceIds: [rope ?? ''] });
  expect(await names([dataset], 'boat')).toEqual(['berths.txt']);
  await team.api.trpc.channel.remove.mutate({ channelId: dataset });
  expect(await names([dataset], 'boat')).toEqual([]);
});

it('leaves out passages that were excluded, until they are let in again', async () => {
  const dataset = await makeDataset();
  await add(dataset, { 'ropes.txt': ropes, 'berths.txt': berths });
  const [first] = (await team.api.trpc.retrieval.search.query({ datasetId: dataset, query: 'rope' }))
    .passages;
  const passage = { datasetId: dataset, extractionId: first?.passage.extractionId ?? 0, n: 0 };
  await team.api.trpc.retrieval.exclude.mutate({ ...passage, excluded: true });
  expect(await names([dataset], 'rope')).toEqual([]);
  const tried = await team.api.trpc.retrieval.search.query({ datasetId: dataset, query: 'rope' });
  expect(tried.passages[0]).toMatchObject({ name: 'ropes.txt', excluded: true });
  await team.api.trpc.retrieval.exclude.mutate({ ...passage, excluded: false });
  expect((await names([dataset], 'rope'))[0]).toBe('ropes.txt');
  const other = { ...passage, n: 7 };
  await expectRefused(team.api.trpc.retrieval.exclude.mutate({ ...other, excluded: true }), 'notFound');
});

it('is for those who see the dataset, and leaving out for those who edit it', async () => {
  const dataset = await makeDataset();
  await add(dataset, { 'ropes.txt': ropes });
  const stranger = await team.person('guest');
  const search = { datasetId: dataset, query: 'rope' };
  await expectRefused(stranger.api.trpc.retrieval.search.query(search), 'notFound');
  const guest = await makeGuest(server, team, { targetId: dataset, permission: 'view' });
  const [found] = (await guest.api.trpc.retrieval.search.query(search)).passages;
  const exclusion = { datasetId: dataset, ...found?.passage, excluded: true };
  await expectRefused(
    guest.api.trpc.retrieval.exclude.mutate({ extractionId: 1, n: 0, ...exclusion }),
    'forbidden',
  );
  const { id: chat } = await team.api.trpc.channel.create.mutate({ appId: team.app.id, name: 'A chat' });
  await expectRefused(team.api.trpc.retrieval.search.query({ datasetId: chat, query: 'rope' }), 'notFound');
});

it('finds the first pages of a file while the others are still being read, and indexes none twice', async () => {
  const dataset = await makeDataset();
  await add(dataset, {
    'long.pdf': await pdfFile([['The harbour opens in May.'], ['Ropes are in the loft.']]),
  });
  const { hash, format } = await server.db
    .selectFrom('source')
    .select(['hash', 'format'])
    .where('datasetId', '=', dataset)
    .executeTakeFirstOrThrow();
  const key = { hash: hash ?? '', format: format as 'pdf' };
  // As if it were being read: only the first page is stored.
  await server.db.deleteFrom('extraction').where('hash', '=', key.hash).execute();
  await server.db.insertInto('extraction').values(key).execute();
  const store = (from: number, text: string, passages: number) => {
    const pages = [{ label: String(from + 1), text, problem: null }];
    const index = indexPages(pages, { pages: from, passages, language: from === 0 ? undefined : 'en' });
    return transaction(server.db, (tx) => storePages(tx, key, from, { title: null, total: 2, pages, index }));
  };
  await store(0, 'The harbour opens in May.', 0);
  const first = await find([dataset], 'when does the harbour open');
  expect(first.passages).toMatchObject([{ page: 1, text: 'The harbour opens in May.' }]);
  // Another process reads the same page.
  expect(await store(0, 'The harbour opens in May.', 0)).toMatchObject({ done: 1, passages: 1 });
  await store(1, 'Ropes are in the loft.', 1);
  const both = await find([dataset], 'rope harbour');
  expect(both.searched).toBe(2);
  expect(both.passages.map(({ page }) => page).toSorted()).toEqual([1, 2]);
});

it('finds by meaning once the words of a dataset were learned', async () => {
  const dataset = await makeDataset();
  const topic = (i: number) =>
    i % 2 === 0
      ? `The ${i % 20 === 0 ? 'automobile' : 'vehicle'} needs petrol${i % 5} brakes${i % 7} tyres${i % 3} on road${i % 11}`
      : `The cake needs sugar${i % 5} flour${i % 7} butter${i % 3} in oven${i % 11}`;
  const text = Array.from({ length: 140 }, (_, i) => `# Note ${i}\n\n${`${topic(i)}. `.repeat(12)}`).join(
    '\n\n',
  );
  await add(dataset, { 'notes.md': text });
  expect((await find([dataset], 'automobiles')).passages[0]?.methods).not.toHaveProperty('meaning');
  await learnSpaceOf(server.platform, dataset);
  const stored = () =>
    server.db
      .selectFrom('dataset_space')
      .selectAll()
      .where('datasetId', '=', dataset)
      .executeTakeFirstOrThrow();
  const space = await stored();
  expect(space.rank).toBeGreaterThan(10);
  const { passages } = await find([dataset], 'automobiles');
  expect(passages[0]?.methods).toMatchObject({ words: {}, meaning: {} });
  // It is learned again only when it grew.
  await learnSpaceOf(server.platform, dataset);
  expect((await stored()).version).toBe(space.version);
});
