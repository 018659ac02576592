import { countsOf, sharedCount } from '@tandem/api/dataset/dataset/counts';
import { AnswerSources } from '@tandem/api/dataset/grounding/answer-sources';
import { findChanged, findUnfinished } from '@tandem/api/dataset/source/news.repo';
import { listSources } from '@tandem/api/dataset/source/source.repo';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { useOwnServer } from '../harness/server.ts';
import { useTeam } from '../workspace/team.ts';
import { makeDataset } from './datasets.ts';
import { rowsRead, statementsOf } from './plans.ts';

// How many rows a plan reads depends on the tables, which others fill.
const server = useOwnServer();
const team = useTeam(server);
/** Sources of the dataset, as many as one may have. */
const SOURCES = 20_000;
/** Rows that a question about some sources may look at. */
const FEW = 2_000;
let datasetId: string;

const reader = () => ({ userId: team.owner.id });
const asking = () => ({ ...reader(), teamId: team.team.id, channelId: datasetId, assistantId: null });

describe('of a dataset with twenty thousand sources', () => {
  beforeEach(async () => {
    datasetId = await makeDataset(team.api, team.app.id);
    await sql`
    with "content" as (
      insert into "extraction" ("hash", "format", "status", "pages", "done")
      select ${datasetId} || n, 'text', case when n % 5000 = 0 then 'queued' else 'ready' end, 1, 1
      from generate_series(1, ${SOURCES}::integer) as n
      returning 1
    ), "page" as (
      insert into "extraction_page" ("hash", "format", "index", "label", "text")
      select ${datasetId} || n, 'text', 1, '1', 'Words of ' || n from generate_series(1, ${SOURCES}::integer) as n
      returning 1
    )
    insert into "source"
      ("teamId", "datasetId", "kind", "name", "hash", "format", "creatorId", "createdAt", "revision")
    select ${team.team.id}::uuid, ${datasetId}::uuid, 'file', lpad(n::text, 6, '0'), ${datasetId} || n, 'text',
      ${team.owner.id}::integer, now() - make_interval(secs => 30000 - n), n
    from generate_series(1, ${SOURCES}::integer) as n`.execute(server.db);
    for (const table of ['source', 'extraction', 'extraction_page'])
      await sql`analyze ${sql.table(table)}`.execute(server.db);
  });

  it('a watcher reads only what changed and what is not finished', async () => {
    const changed = { datasetId, since: SOURCES - 3, limit: 200 };
    const { result, statements } = await statementsOf(server.db, async (db) => [
      await findChanged(db, reader(), changed),
      await findChanged(db, reader(), { ...changed, since: 0 }),
      await findUnfinished(db, reader(), changed),
    ]);
    expect(result.map(({ length }) => length)).toEqual([3, 200, 4]);
    expect(await rowsRead(server.db, statements)).toBeLessThan(FEW);
  });

  it('a folder is listed by reading one page of it', async () => {
    const place = { datasetId, parentId: null, inState: undefined, limit: 100 };
    const id = '00000000-0000-4000-8000-000000000000';
    const { result, statements } = await statementsOf(server.db, async (db) => [
      ...(await listSources(db, reader(), { ...place, after: null })),
      ...(await listSources(db, reader(), { ...place, after: { isLeaf: true, key: '000000010001', id } })),
    ]);
    expect(result.map(({ name }) => Number(name)).filter((_, at) => at % 100 === 0)).toEqual([1, 10_001]);
    expect(await rowsRead(server.db, statements)).toBeLessThan(FEW);
  });

  it('an answer counts them once, and then reads only those that it names', async () => {
    const numbering = await statementsOf(server.db, async (db) => {
      const answer = new AnswerSources(db, asking());
      const first = await answer.source(9);
      for (let n = 100; n <= 2_000; n += 100) await answer.pages(n, { from: 1, to: 3 });
      return { answer, first, last: await answer.pages(SOURCES, { from: 1, to: 3 }) };
    });
    const { answer, first, last } = numbering.result;
    expect(first?.name).toBe('000009');
    expect(last.map(({ n, text }) => [n, text])).toEqual([[SOURCES, `Words of ${SOURCES}`]]);
    const [order, ...others] = numbering.statements;
    expect(await rowsRead(server.db, order ? [order] : [])).toBeGreaterThanOrEqual(SOURCES);
    expect(await rowsRead(server.db, others)).toBeLessThan(FEW);
    const listed = await answer.list(300, 100);
    expect(listed.map(({ n, name }) => Number(name) - n)).toEqual(Array(100).fill(0));
  });

  it('many watchers share what they count', async () => {
    const { db } = server;
    const { result, statements } = await statementsOf(db, (watched) => {
      const own = sharedCount({ ...server.platform, database: { ...server.platform.database, db: watched } });
      return Promise.all(Array.from({ length: 30 }, () => countsOf(db, reader(), [datasetId], own)));
    });
    for (const counts of result)
      expect(counts.get(datasetId)?.counts).toMatchObject({ queued: 4, ready: SOURCES - 4 });
    expect(statements.length).toBeLessThanOrEqual(2);
  });
});

it('numbers of an answer stay when sources come and go while it is written', async () => {
  const own = await makeDataset(team.api, team.app.id);
  const add = (name: string) => team.api.trpc.source.addText.mutate({ datasetId: own, name, text: name });
  const [first, second] = [await add('First'), await add('Second')];
  const answer = new AnswerSources(server.db, { ...asking(), channelId: own });
  expect((await answer.list(1, 10)).map(({ n, name }) => [n, name])).toEqual([
    [1, 'First'],
    [2, 'Second'],
  ]);
  await team.api.trpc.source.remove.mutate({ datasetId: own, sourceIds: [first.id] });
  const third = await add('Third');
  expect(await answer.source(1)).toBeNull();
  const named = await answer.some([second.id, third.id]);
  expect(named.map(({ n, name }) => [n, name])).toEqual([
    [2, 'Second'],
    [3, 'Third'],
  ]);
  expect((await answer.source(3))?.id).toBe(third.id);
});
