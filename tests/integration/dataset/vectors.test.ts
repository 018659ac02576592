import { searchPassages } from '@tandem/api/dataset/retrieval/search';
import { fillVectors } from '@tandem/api/dataset/retrieval/vector/fill';
import { noteStop } from '@tandem/api/dataset/retrieval/vector/stop';
import { makeBudget } from '@tandem/db/testing/factories/index';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../../fakes/provider/server.ts';
import { usualVectors } from '../../fakes/provider/vectors.ts';
import { useServer } from '../harness/server.ts';
import { expectRefused, openTeam, type Team } from '../workspace/team.ts';
import { makeDataset, readFiles } from './datasets.ts';
import { addModel, embeddedTexts, longText, untilFilled } from './vectors.ts';

const server = useServer({ providerPrivateHosts: ['127.0.0.1'] });
let fake: FakeProvider;
let team: Team;
beforeAll(async () => {
  fake = await startFakeProvider();
});
beforeEach(async () => {
  team = await openTeam(server);
});
afterEach(() => {
  fake.requests.length = 0;
  Object.assign(fake.vectors, usualVectors());
});
afterAll(() => fake.close());

const car = 'Each vehicle is kept in the shed behind the mill, and is washed there on Fridays.';
const boat = 'The boats lie at the quay, where they are painted in spring before the season begins.';

const choose = (embeddingModelId: string | null, rerankModelId: string | null = null) =>
  team.api.trpc.retrieval.configure.mutate({ embeddingModelId, rerankModelId });

const add = (datasetId: string, files: Record<string, string>) => readFiles(team.api, datasetId, files);
const find = (datasetIds: string[], query: string) =>
  searchPassages(
    { db: server.db, platform: server.platform },
    { reader: { userId: team.owner.id }, datasetIds, query, limit: 10 },
  );
const indexesOf = () =>
  server.db.selectFrom('vector_index').selectAll().where('teamId', '=', team.team.id).execute();
const usageOf = (kind: 'embedding' | 'rerank') =>
  server.db
    .selectFrom('usage')
    .select(['userId', 'model', 'inputTokens', 'isEstimated'])
    .where('teamId', '=', team.team.id)
    .where('kind', '=', kind)
    .execute();

it('finds what says the same in other words, once passages have vectors', async () => {
  const dataset = await makeDataset(team.api, team.app.id);
  await add(dataset, { 'cars.txt': car, 'boats.txt': boat });
  expect((await find([dataset], 'automobiles')).passages).toEqual([]);
  const modelId = await addModel(team.api, fake, 'embedding', 'fake-embedding');
  expect(await choose(modelId)).toMatchObject({ embedding: { modelId, isReady: false, passages: 2 } });
  expect(await untilFilled(team.api)).toMatchObject({
    embedding: { isReady: true, passages: 2, filled: 2, problem: null },
    formerModelId: null,
  });
  const { passages } = await find([dataset], 'automobiles');
  expect(passages[0]).toMatchObject({ name: 'cars.txt', text: car, methods: { vectors: { rank: 1 } } });
  const score = passages[0]?.methods.vectors?.score ?? 0;
  expect(score).toBeGreaterThan(0.1);
  expect(score).toBeLessThanOrEqual(1);
  // The query is embedded once, and all of it is on record.
  await find([dataset], 'automobiles');
  expect(embeddedTexts(fake).filter((text) => text === 'automobiles')).toHaveLength(1);
  await expect.poll(async () => (await usageOf('embedding')).length).toBe(2);
  for (const usage of await usageOf('embedding'))
    expect(usage).toMatchObject({ userId: team.owner.id, model: 'fake-embedding', isEstimated: false });
});

it('finds only in the datasets that are searched, and nothing that was removed', async () => {
  const [one, two] = [await makeDataset(team.api, team.app.id), await makeDataset(team.api, team.app.id)];
  const [cars] = await add(one, { 'cars.txt': car, 'own.txt': `${boat} And so on.` });
  await add(two, { 'boats.txt': boat });
  await choose(await addModel(team.api, fake, 'embedding', 'fake-embedding'));
  await untilFilled(team.api);
  const names = async (ids: string[]) => (await find(ids, 'sedan')).passages.map(({ name }) => name);
  expect(await names([two])).toEqual(['boats.txt']);
  expect((await names([one]))[0]).toBe('cars.txt');
  const contents = () =>
    server.db
      .selectFrom('vector_content')
      .innerJoin('vector_index', 'vector_index.id', 'vector_content.indexId')
      .innerJoin('vector_block', (on) =>
        on
          .onRef('vector_block.indexId', '=', 'vector_content.indexId')
          .onRef('vector_block.extractionId', '=', 'vector_content.extractionId'),
      )
      .select('vector_content.extractionId')
      .where('teamId', '=', team.team.id)
      .execute();
  expect(await contents()).toHaveLength(3);
  await team.api.trpc.source.remove.mutate({ datasetId: one, sourceIds: [cars ?? ''] });
  expect(await names([one])).toEqual(['own.txt']);
  // Vectors go with the team's last source of a content, though another team may have the same.
  await fillVectors(server.platform, team.team.id);
  expect(await contents()).toHaveLength(2);
});

it('goes on where it stopped, by another process too, and asks for no passage twice', async () => {
  const dataset = await makeDataset(team.api, team.app.id);
  await add(dataset, { 'long.txt': longText(150) });
  Object.assign(fake.vectors, { trouble: '503', untroubled: 1 });
  await choose(await addModel(team.api, fake, 'embedding', 'fake-embedding'));
  const stopped = await untilFilled(team.api);
  expect(stopped.embedding).toMatchObject({
    isReady: false,
    filled: 64,
    problem: { key: 'provider.overloaded', detail: 'The model is overloaded' },
    retryAt: expect.any(Date),
  });
  const total = stopped.embedding?.passages ?? 0;
  expect(total).toBeGreaterThan(128);
  // Not before its time, and not while another job is at it.
  await fillVectors(server.platform, team.team.id);
  expect(await indexesOf()).toMatchObject([{ failures: 1 }]);
  Object.assign(fake.vectors, usualVectors());
  const set = (values: object) =>
    server.db.updateTable('vector_index').set(values).where('teamId', '=', team.team.id).execute();
  const leaseId = crypto.randomUUID();
  await set({ problem: null, retryAt: null, leaseId, leaseUntil: new Date(Date.now() + 60_000) });
  await fillVectors(server.platform, team.team.id);
  expect((await team.api.trpc.retrieval.settings.query()).embedding).toMatchObject({ filled: 64 });
  // Its process died.
  await set({ leaseUntil: new Date(Date.now() - 1_000) });
  await fillVectors(server.platform, team.team.id);
  expect((await team.api.trpc.retrieval.settings.query()).embedding).toMatchObject({
    isReady: true,
    filled: total,
  });
  const served = fake.requests.filter(({ outcome, body }) => outcome === 'answered' && body.input);
  const texts = served.flatMap(({ body }) => body.input as string[]);
  expect(new Set(texts).size).toBe(total);
  expect(texts.length - total).toBe(64);
  const { passages } = await find([dataset], 'sedan');
  expect(passages).toHaveLength(10);
});

it('embeds fewer and shorter passages where a model takes no more', async () => {
  const dataset = await makeDataset(team.api, team.app.id);
  await add(dataset, { 'long.txt': longText(5), 'cars.txt': car });
  fake.vectors.maxCharacters = 300;
  await choose(await addModel(team.api, fake, 'embedding', 'fake-embedding'));
  const { embedding } = await untilFilled(team.api);
  expect(embedding).toMatchObject({ isReady: true, filled: embedding?.passages });
  expect((await find([dataset], 'sedan')).passages[0]).toMatchObject({ name: 'cars.txt' });
});

it('stores what each part of a request that was too long cost, before it asks for the next', async () => {
  const dataset = await makeDataset(team.api, team.app.id);
  await add(dataset, { 'long.txt': longText(40) });
  // The first request is too long, each half is not, and the second half fails.
  Object.assign(fake.vectors, { maxCharacters: 20_000, trouble: '503', untroubled: 2 });
  await choose(await addModel(team.api, fake, 'embedding', 'fake-embedding'));
  const { embedding } = await untilFilled(team.api);
  expect(embedding).toMatchObject({ isReady: false, problem: { key: 'provider.overloaded' } });
  expect(embedding?.filled).toBe(Math.ceil((embedding?.passages ?? 0) / 2));
  expect(await usageOf('embedding')).toHaveLength(1);
});

it('waits longer each time after an error that nobody understands', async () => {
  const dataset = await makeDataset(team.api, team.app.id);
  await add(dataset, { 'cars.txt': car });
  fake.vectors.trouble = '401';
  await choose(await addModel(team.api, fake, 'embedding', 'fake-embedding'));
  await untilFilled(team.api);
  const [index] = await indexesOf();
  if (!index) throw new Error('no index');
  const waits: number[] = [];
  for (const failures of [0, 3]) {
    const leased = { ...index, failures, chooserId: team.owner.id };
    await noteStop(server.platform, leased, new TypeError('vectors are not a list'));
    const [stopped] = await indexesOf();
    expect(stopped).toMatchObject({ failures: failures + 1, problem: { key: 'provider.unknown' } });
    waits.push((stopped?.retryAt?.getTime() ?? 0) - Date.now());
  }
  expect(waits[0]).toBeGreaterThan(10_000);
  expect(waits[1]).toBeGreaterThan(100_000);
});

it('searches by the former model until the vectors of another are complete', async () => {
  const dataset = await makeDataset(team.api, team.app.id);
  await add(dataset, { 'cars.txt': car, 'boats.txt': boat });
  const first = await addModel(team.api, fake, 'embedding', 'fake-embedding');
  const broken = await addModel(team.api, fake, 'embedding', 'fake-401');
  const second = await addModel(team.api, fake, 'embedding', 'fake-other');
  await choose(first);
  await untilFilled(team.api);
  await choose(broken);
  expect(await untilFilled(team.api)).toMatchObject({
    embedding: { modelId: broken, isReady: false, filled: 0, problem: { key: 'provider.unauthorised' } },
    formerModelId: first,
  });
  expect((await find([dataset], 'sedan')).passages[0]?.methods).toHaveProperty('vectors');
  await choose(second);
  expect(await untilFilled(team.api)).toMatchObject({
    embedding: { modelId: second, isReady: true, filled: 2 },
    formerModelId: null,
  });
  await expect.poll(async () => (await indexesOf()).map(({ modelId }) => modelId)).toEqual([second]);
  expect((await find([dataset], 'sedan')).passages[0]?.methods).toHaveProperty('vectors');
  await choose(null);
  expect((await find([dataset], 'sedan')).passages).toEqual([]);
  await expect.poll(indexesOf).toEqual([]);
});

it('fills anew beside the old vectors when the model makes longer ones', async () => {
  const dataset = await makeDataset(team.api, team.app.id);
  await add(dataset, { 'cars.txt': car });
  await choose(await addModel(team.api, fake, 'embedding', 'fake-embedding'));
  await untilFilled(team.api);
  fake.vectors.dimensions = 96;
  await add(dataset, { 'boats.txt': boat });
  await fillVectors(server.platform, team.team.id);
  const stopped = await team.api.trpc.retrieval.settings.query();
  expect(stopped.embedding).toMatchObject({ filled: 1, problem: { key: 'vectorsDiffer' }, retryAt: null });
  // Queries have the new length, and are not compared with the old vectors.
  expect((await find([dataset], 'sedan')).passages).toEqual([]);
  await team.api.trpc.retrieval.resume.mutate();
  expect(await untilFilled(team.api)).toMatchObject({ embedding: { isReady: true, filled: 2 } });
  await expect.poll(async () => (await indexesOf()).map(({ dimensions }) => dimensions)).toEqual([96]);
  expect((await find([dataset], 'sedan')).passages[0]).toMatchObject({ name: 'cars.txt' });
});

it('stops with a sentence when the provider refuses, until an administrator asks again', async () => {
  const dataset = await makeDataset(team.api, team.app.id);
  await add(dataset, { 'cars.txt': car });
  fake.vectors.trouble = '401';
  await choose(await addModel(team.api, fake, 'embedding', 'fake-embedding'));
  const { embedding } = await untilFilled(team.api);
  expect(embedding).toMatchObject({
    isReady: false,
    retryAt: null,
    problem: { key: 'provider.unauthorised' },
  });
  expect(embedding?.problem?.detail).toContain('Incorrect API key');
  expect(embedding?.problem?.detail).not.toContain('sk-');
  fake.vectors.trouble = null;
  await team.api.trpc.retrieval.resume.mutate();
  expect(await untilFilled(team.api)).toMatchObject({ embedding: { isReady: true, problem: null } });
});

it('makes no vectors with a model without a price where there is a budget', async () => {
  const dataset = await makeDataset(team.api, team.app.id);
  await add(dataset, { 'cars.txt': car });
  await makeBudget(server.db, { teamId: team.team.id, amount: 1_000_000 });
  const modelRowId = await addModel(team.api, fake, 'embedding', 'fake-embedding');
  await team.api.trpc.model.update.mutate({ modelRowId, inputPrice: null });
  await choose(modelRowId);
  expect((await untilFilled(team.api)).embedding?.problem).toEqual({
    key: 'modelUnpriced',
    params: { model: 'fake-embedding' },
  });
  expect(embeddedTexts(fake)).toEqual([]);
});

it('goes on without vectors while the provider does not answer, and soon no longer waits for it', async () => {
  const dataset = await makeDataset(team.api, team.app.id);
  await add(dataset, { 'cars.txt': car, 'boats.txt': boat });
  await choose(await addModel(team.api, fake, 'embedding', 'fake-embedding'));
  await untilFilled(team.api);
  fake.requests.length = 0;
  fake.vectors.trouble = 'hang';
  const first = await find([dataset], 'shed');
  expect(first.passages).toMatchObject([{ name: 'cars.txt', methods: { words: { rank: 1 } } }]);
  expect(first.passages[0]?.methods).not.toHaveProperty('vectors');
  const second = await find([dataset], 'quay');
  expect(second.passages).toMatchObject([{ name: 'boats.txt' }]);
  // It was asked once, and so only the first search waited.
  expect(embeddedTexts(fake)).toEqual(['shed']);
  expect(second.milliseconds).toBeLessThan(900);
});

it('asks the model again after a query that was too long for it', async () => {
  const dataset = await makeDataset(team.api, team.app.id);
  await add(dataset, { 'cars.txt': car });
  await choose(await addModel(team.api, fake, 'embedding', 'fake-embedding'));
  await untilFilled(team.api);
  fake.vectors.maxCharacters = 30;
  const long = await find([dataset], 'which sheds are there behind the mills of the town');
  expect(long.passages[0]?.methods).not.toHaveProperty('vectors');
  expect((await find([dataset], 'sedan')).passages[0]?.methods).toHaveProperty('vectors');
});

it('puts passages in the order of the reranker, and leaves them as they are without its answer', async () => {
  const dataset = await makeDataset(team.api, team.app.id);
  await add(dataset, {
    'much.txt': 'Rope, rope, rope and rope again: the rope is in the loft.',
    'all.txt': 'Behind the mill, long after the season, hangs a rope of red hemp beside the winter sails.',
  });
  const query = 'red hemp of the rope';
  const before = (await find([dataset], query)).passages;
  const modelId = await addModel(team.api, fake, 'rerank', 'fake-rerank');
  await choose(null, modelId);
  const { passages } = await find([dataset], query);
  expect(passages.map(({ name }) => name)).toEqual(['all.txt', 'much.txt']);
  expect(passages[0]?.methods.rerank).toMatchObject({ rank: 1 });
  expect(passages[1]?.methods.rerank?.rank).toBe(2);
  await expect.poll(async () => (await usageOf('rerank')).length).toBe(1);
  fake.vectors.trouble = '500';
  expect((await find([dataset], query)).passages).toEqual(before);
  // It is left alone for a while.
  const asked = fake.requests.length;
  await find([dataset], query);
  expect(fake.requests.length).toBe(asked);
});

it('is chosen by administrators, among the models of their team', async () => {
  const member = await team.person('member');
  await expectRefused(member.api.trpc.retrieval.settings.query(), 'forbidden');
  await expectRefused(
    member.api.trpc.retrieval.configure.mutate({ embeddingModelId: null, rerankModelId: null }),
    'forbidden',
  );
  await expectRefused(member.api.trpc.retrieval.resume.mutate(), 'forbidden');
  const embedding = await addModel(team.api, fake, 'embedding', 'fake-embedding');
  const reranker = await addModel(team.api, fake, 'rerank', 'fake-rerank');
  await expectRefused(choose(reranker), 'notFound');
  await expectRefused(choose(null, embedding), 'notFound');
  const others = await openTeam(server);
  await expectRefused(
    others.api.trpc.retrieval.configure.mutate({ embeddingModelId: embedding, rerankModelId: null }),
    'notFound',
  );
  await team.api.trpc.model.update.mutate({ modelRowId: embedding, enabled: false });
  await expectRefused(choose(embedding), 'notFound');
  expect(await choose(null, reranker)).toMatchObject({ embedding: null, rerankModelId: reranker });
});
