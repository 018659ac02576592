import { afterEach, describe, expect, it } from 'vitest';
import { addedFiles } from '../integration/dataset/datasets.ts';
import { filesOfAllKinds } from '../running/all-kinds.ts';
import { isFullDepth } from '../running/depth.ts';
import { until } from '../running/live.ts';
import { startWithOwner } from '../running/with-owner.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

// It takes as long as it is until a dead process is noticed, twice.
describe.runIf(isFullDepth)('a server killed while it reads two dozen files', () => {
  it('ends with each of them ready or failed for its reason, and nothing indexed twice', async () => {
    const opened = await startWithOwner();
    cleanUps.push(() => opened.close());
    const { server, person, appId } = opened;
    const { api } = person;
    const { id: datasetId } = await api.trpc.channel.create.mutate({
      appId,
      kind: 'dataset',
      name: 'Harbour',
    });
    // What becomes of archives is another test's.
    const files = (await filesOfAllKinds()).filter(({ ends }) => ends !== 'folder');
    const added = await addedFiles(api, datasetId, files);
    expect(added).toHaveLength(files.length);
    const states = () => Promise.all(added.map(({ id }) => api.trpc.source.get.query({ sourceId: id })));
    const isOver = ({ status }: { status: string }) => status === 'ready' || status === 'failed';
    await until('some of the files are read, and others are not', async () => {
      const all = await states();
      return all.some(({ done }) => done > 0) && !all.every(isOver);
    });
    await server.kill();
    await server.start();
    const ended = await until(
      'every file is read',
      async () => {
        const all = await states().catch(() => null);
        return all?.every(isOver) ? all : null;
      },
      280_000,
    );
    expect(ended.map(({ name, status, problem }) => `${name} ${problem ?? status}`)).toEqual(
      files.map(({ name, ends }) => `${name} ${ends}`),
    );
    expect(ended[0]).toMatchObject({ pages: 400, done: 400 });
    expect(ended[1]).toMatchObject({ scans: 3, recognised: 3 });
    for (const [at, { word, pages }] of files.entries()) {
      if (word === undefined) continue;
      const { passages } = await api.trpc.retrieval.search.query({ datasetId, query: word });
      const found = passages.filter(({ text }) => text.toLowerCase().includes(word));
      expect(new Set(found.map(({ sourceId }) => sourceId))).toEqual(new Set([added[at]?.id]));
      if (pages === undefined) expect(found, word).toHaveLength(1);
    }
  });
});
