import { rankerOf } from '@tandem/api/dataset/retrieval/ranker/ranker';
import { searchPassages } from '@tandem/api/dataset/retrieval/search';
import { expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { useTeam } from '../workspace/team.ts';
import { statementsOf } from './plans.ts';
import { addSource, makeDataset } from './sources.ts';

const server = useServer();
const team = useTeam(server);

const find = async (datasetIds: string[], query: string) => {
  const search = { reader: { userId: team.owner.id }, datasetIds, query, limit: 10 };
  const { passages } = await searchPassages({ db: server.db, platform: server.platform }, search);
  return passages.map(({ name }) => name);
};
const place = (datasetId: string) => ({ datasetId, teamId: team.team.id, creatorId: team.owner.id });

it('finds what came after the first search, and no more what is gone, however much of it', async () => {
  const sources = Array.from({ length: 6 }, (_, n) => ({
    name: `rope ${n}`,
    pages: ['The rope is in the loft.'],
  }));
  const { id, sources: added } = await makeDataset(server, team, { sources });
  expect(await find([id], 'rope')).toHaveLength(6);
  for (const { id: sourceId } of added.slice(1))
    await server.db.deleteFrom('source').where('id', '=', sourceId).execute();
  expect(await find([id], 'rope')).toEqual(['rope 0']);
  // Most of what is held has gone, so that all is read anew.
  await addSource(server.db, place(id), { name: 'anchor', pages: ['An anchor, and a rope.'] });
  expect((await find([id], 'rope')).toSorted()).toEqual(['anchor', 'rope 0']);
  expect(await find([id], 'anchor')).toEqual(['anchor', 'rope 0']);
});

it('answers searches that are asked at once, of datasets that share files', async () => {
  const [one, two] = await Promise.all(
    ['rope', 'sail'].map((word) =>
      makeDataset(server, team, { sources: [{ name: word, pages: [`A ${word} on a boat.`] }] }),
    ),
  );
  const ids = [one?.id ?? '', two?.id ?? ''];
  const shared = { ...place(ids[0] ?? ''), kind: 'file' as const, name: 'copy' };
  const { hash = '', format = '' } =
    (await server.db
      .selectFrom('source')
      .select(['hash', 'format'])
      .where('datasetId', '=', ids[1] ?? '')
      .executeTakeFirst()) ?? {};
  await server.db
    .insertInto('source')
    .values({ ...shared, hash, format })
    .execute();
  const all = await Promise.all([
    find(ids, 'boat'),
    find(ids.slice(1), 'boat'),
    find(ids.slice(0, 1), 'boat'),
    find(ids, 'sail'),
  ]);
  expect(all.map((names) => names.length)).toEqual([2, 1, 2, 2]);
});

it('does not take the stop words of most files for rare because a file in another language holds them', async () => {
  const english = ['ropes are in the loft', 'ropes are at the quay', 'sails are in the loft'].map((text) => ({
    name: text,
    pages: [`All of the ${text}, and they were there when we came to the harbour.`],
  }));
  const german = {
    name: 'Hafen',
    pages: [
      'Das Boot mit dem Namen „The Other“ liegt seit dem Sommer nicht mehr an der alten Mole im Hafen.',
    ],
  };
  const { id } = await makeDataset(server, team, { sources: [...english, german] });
  const languages = await server.db
    .selectFrom('extraction')
    .innerJoin('source', 'source.hash', 'extraction.hash')
    .select('language')
    .where('source.datasetId', '=', id)
    .execute();
  expect(languages.map(({ language }) => language).toSorted()).toEqual(['de', 'en', 'en', 'en']);
  expect((await find([id], 'the ropes'))[0]).toMatch(/^ropes/);
});

it('reads nothing more for a search that nobody waits for, and goes on from there for the next', async () => {
  const { id, sources } = await makeDataset(server, team, {
    sources: [{ name: 'tar', pages: ['Tar keeps planks dry.'] }],
  });
  const extraction = await server.db
    .selectFrom('extraction')
    .select(['id', 'passages', 'language'])
    .where('hash', '=', sources[0]?.hash ?? '')
    .executeTakeFirstOrThrow();
  const datasets = [{ id, extractions: [extraction], space: null }];
  const { result, statements } = await statementsOf(server.db, (db) =>
    rankerOf(server.platform)
      .holding(db, datasets, () => Promise.resolve('ranked'), AbortSignal.abort(new Error('late')))
      .catch((error: Error) => error.message),
  );
  expect(result).toBe('late');
  expect(statements).toEqual([]);
  expect(await find([id], 'tar')).toEqual(['tar']);
});
