import { watchEventLoop } from '@tandem/api/core/timing/event-loop';
import { beforeAll, describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { openTeam, type Team } from '../workspace/team.ts';
import { makeDataset } from './sources.ts';

const server = useServer();
let team: Team;
let datasetId: string;

/** As much as the address of a request holds, in which a character takes up to nine bytes. */
const long = (piece: string) => {
  const most = Math.floor(
    9_000 / Math.max(4, encodeURIComponent(piece.toWellFormed()).length / piece.length),
  );
  return piece.repeat(Math.ceil(most / piece.length)).slice(0, Math.min(most, 2_000));
};
const queries: [string, string][] = [
  ['a regular expression', '(a+)+$ .* [[:alpha:]] \\d{1,999} (?<=x)'],
  ['SQL', `'; drop table "source"; -- \\' " $1 %s %_ \\\\`],
  ['patterns', long('%_\\')],
  [
    'letters that all differ',
    Array.from({ length: 1_000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join(''),
  ],
  ['one word', long('a')],
  ['two letters, again and again', long('zq ')],
  [
    'different words',
    Array.from({ length: 400 }, (_, at) => `w${at}`)
      .join(' ')
      .slice(0, 2_000),
  ],
  ['marks', long('a\u0301\u0316\u0315')],
  ['characters of no width', long('\u200b\u200d\ufeff\u2060')],
  ['words from right to left', long('\u202e\u05d0\u05d1 ')],
  ['half characters', long('\ud800 \udfff ')],
  ['ligatures that stand for sentences', long('\ufdfa')],
  ['emoji', long('👨‍👩‍👧‍👦')],
  ['hyphens at ends of lines', long('a-\n')],
  ['apostrophes', long("l'n't's")],
  ['nothing that is a word', long('.,;:!')],
];

beforeAll(async () => {
  team = await openTeam(server);
  const pages = Array.from(
    { length: 200 },
    (_, at) => `${`Page ${at} says zq a${at} 港口费用 w${at}. `.repeat(400)}`,
  );
  ({ id: datasetId } = await makeDataset(server, team, {
    sources: [{ name: `a'; -- %_ \u202egnp.exe`, pages }],
    visibility: 'team',
  }));
});

async function longestWhile(work: () => Promise<unknown>): Promise<number> {
  const watch = watchEventLoop();
  watch.reset();
  await work();
  watch.stop();
  return watch.longestMs();
}

describe('a query of', () => {
  it.each(queries)('%s answers, and lets others work', async (_label, query) => {
    const longest = await longestWhile(async () => {
      const { trpc } = team.api;
      const found = await trpc.retrieval.search.query({ datasetId, query, limit: 50 });
      expect(found.searched).toBeGreaterThan(0);
      await trpc.search.find.query({ query: query.slice(0, 200) }).catch(refusedOnly);
      await trpc.dataset.list.query({ query: query.slice(0, 80) });
    });
    expect(longest).toBeLessThan(250);
  });

  it('many people at once lets others work', async () => {
    const longest = await longestWhile(() =>
      Promise.all(
        Array.from({ length: 16 }, (_, at) =>
          team.api.trpc.retrieval.search.query({ datasetId, query: `zq w${at} page`, limit: 50 }),
        ),
      ),
    );
    expect(longest).toBeLessThan(500);
  });
});

/** Input may be refused as such; nothing may fail. */
function refusedOnly(error: { data?: { httpStatus?: number } }): void {
  expect(error.data?.httpStatus).toBeLessThan(500);
}

describe('a request for a single query', () => {
  const odd = [
    '{}',
    '{"json":null}',
    '[]',
    'null',
    '"x"',
    '{"json":{"__proto__":{"datasetId":"x"}}}',
    '{"json":{"datasetId":"x"},"meta":{"values":{"__proto__.polluted":["Date"],"constructor.prototype.x":["set"]}}}',
    '{"json":{"datasetId":{"$ne":null}}}',
    `{"json":${'['.repeat(1_000)}${']'.repeat(1_000)}}`,
    '{"json":{"datasetId":"00000000-0000-0000-0000-000000000000","limit":1e999}}',
    '{"json":{"datasetId":["a"]}}',
  ];
  it.each(odd)('with input %# is refused as such', async (input) => {
    for (const name of ['dataset.get', 'source.list', 'retrieval.search']) {
      const answer = await fetch(`${server.url}/api/${name}?input=${encodeURIComponent(input)}`, {
        headers: { authorization: `Bearer ${team.api.token}` },
      });
      expect([400, 404]).toContain(answer.status);
      expect(await answer.text()).not.toMatch(/node_modules|\.ts:|at \w+ \(/);
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it.each([
    '__proto__.get',
    'constructor.x',
    'dataset.__proto__',
    'dataset.toString',
    '.',
    'a..b',
    'dataset.get,dataset.get',
  ])('of the name %s is not found, whatever it asks', async (name) => {
    const answer = await fetch(`${server.url}/api/${encodeURIComponent(name)}?input={}`, {
      headers: { authorization: `Bearer ${team.api.token}` },
    });
    expect([400, 404]).toContain(answer.status);
  });

  it('makes no change, and answers strangers nothing', async () => {
    const input = encodeURIComponent(JSON.stringify({ json: { datasetId, name: 'x' } }));
    const folder = await fetch(`${server.url}/api/source.addFolder?input=${input}`, {
      headers: { authorization: `Bearer ${team.api.token}` },
    });
    expect(folder.status).toBe(405);
    const get = `${server.url}/api/dataset.get?input=${encodeURIComponent(JSON.stringify({ json: { datasetId } }))}`;
    expect((await fetch(get)).status).toBe(401);
    const own = await fetch(get, { headers: { authorization: `Bearer ${team.api.token}` } });
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });
});
