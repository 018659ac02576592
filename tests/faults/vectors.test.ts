import { afterEach, describe, expect, it } from 'vitest';
import { startFakeProvider } from '../fakes/provider/server.ts';
import { usualVectors } from '../fakes/provider/vectors.ts';
import { makeDataset } from '../integration/dataset/datasets.ts';
import { addModel } from '../integration/dataset/vectors.ts';
import { isFullDepth } from '../running/depth.ts';
import { until } from '../running/live.ts';
import { startWithOwner } from '../running/with-owner.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const text = Array.from({ length: 200 }, (_, i) => `Entry ${i} tells of berth and rope. `.repeat(18)).join(
  '\n\n',
);

// It takes as long as it is until others take over from a dead process.
describe.runIf(isFullDepth)('a server killed while it makes vectors', () => {
  it('goes on behind the last ones that were stored', async () => {
    const fake = await startFakeProvider();
    const opened = await startWithOwner({ PROVIDER_PRIVATE_HOSTS: new URL(fake.url).host });
    cleanUps.push(
      () => fake.close(),
      () => opened.close(),
    );
    const { server, person } = opened;
    const { api } = person;
    const { trpc } = api;
    const spaces = (await api.get('/api/space/list')).data as { id: string }[];
    const app = await trpc.app.create.mutate({ name: 'Library', type: 'chat', spaceId: spaces[0]?.id ?? '' });
    const datasetId = await makeDataset(api, app.id);
    const { id: sourceId } = await trpc.source.addText.mutate({ datasetId, name: 'Long', text });
    await until('the text is read', async () => {
      const { status } = await trpc.source.get.query({ sourceId });
      return status === 'ready';
    });
    Object.assign(fake.vectors, { untroubled: 2, trouble: 'hang' });
    const embeddingModelId = await addModel(api, fake, 'embedding', 'fake-embedding');
    await trpc.retrieval.configure.mutate({ embeddingModelId, rerankModelId: null });
    const half = await until('half of it has vectors', async () => {
      const { embedding } = await trpc.retrieval.settings.query();
      return embedding && embedding.filled >= 128 ? embedding : null;
    });
    expect(half).toMatchObject({ filled: 128, isReady: false });
    await until('a request waits', async () => fake.requests.some(({ outcome }) => outcome === 'running'));
    await server.kill();
    const before = fake.requests.length;
    Object.assign(fake.vectors, usualVectors());
    await server.start();
    const { filled } = await until(
      'all of it has vectors',
      async () => {
        const { embedding } = (await trpc.retrieval.settings.query().catch(() => null)) ?? {};
        return embedding?.isReady ? embedding : null;
      },
      240_000,
    );
    expect(filled).toBe(half.passages);
    const again = fake.requests.slice(before).flatMap(({ body }) => body.input as string[]);
    expect(again).toHaveLength(half.passages - half.filled);
    const { passages } = await trpc.retrieval.search.query({ datasetId, query: 'Entry 199' });
    expect(passages[0]?.methods).toHaveProperty('vectors');
  });
});
