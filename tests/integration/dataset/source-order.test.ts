import { spellNames } from '@tandem/api/search/search/spell';
import { connect } from '@tandem/db';
import { migrate } from '@tandem/db/migrate';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createDatabase } from '../harness/databases.ts';
import { useServer } from '../harness/server.ts';
import { useTeam } from '../workspace/team.ts';
import { makeDataset } from './datasets.ts';

const server = useServer();
const team = useTeam(server);

const ORDER = [
  ...['2026-02-01', '2026-10-01', 'Ångström', 'apple', 'Béton', '单雄信', 'Éclair', 'page 2', 'Page 10'],
  ...['page 010a', 'v1.9', 'v1.10', '王伟', 'zoe', 'Привет'],
];

it('sources are in the order that people expect of names, page after page, also after a change', async () => {
  const datasetId = await makeDataset(team.api, team.app.id);
  const add = (name: string) => team.api.trpc.source.addText.mutate({ datasetId, name, text: name });
  const added = new Map<string, string>();
  for (const name of ORDER.toReversed()) added.set(name, (await add(name)).id);
  const listed = async () => {
    const names: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await team.api.trpc.source.list.query({ datasetId, limit: 2, ...(cursor && { cursor }) });
      names.push(...page.list.map(({ name }) => name));
      if (page.nextCursor === null) return names;
      cursor = page.nextCursor;
    }
  };
  expect(await listed()).toEqual(ORDER);
  await team.api.trpc.source.update.mutate({ sourceId: added.get('单雄信') ?? '', name: '安琪' });
  expect(await listed()).toEqual(ORDER.filter((name) => name !== '单雄信').toSpliced(2, 0, '安琪'));
});

it('sources go on in order behind names of any length and script', async () => {
  const datasetId = await makeDataset(team.api, team.app.id);
  const long = ['𠮷'.repeat(99), '1a'.repeat(100), 'ﷺ'.repeat(200), `${'李'.repeat(99)}二`];
  for (const name of long) await team.api.trpc.source.addFolder.mutate({ datasetId, name });
  const names = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await team.api.trpc.source.list.query({ datasetId, limit: 1, ...(cursor && { cursor }) });
    names.push(...page.list.map(({ name }) => name));
    cursor = page.nextCursor;
  }
  expect(names.toSorted()).toEqual(long.toSorted());
});

it('datasets are listed in the same order', async () => {
  const make = (name: string) =>
    team.api.trpc.channel.create.mutate({ appId: team.app.id, kind: 'dataset', name });
  for (const name of ['zoe', 'Éclair', '李娜', 'bob']) await make(name);
  const first = await team.api.trpc.dataset.list.query({ limit: 2 });
  const rest = await team.api.trpc.dataset.list.query({ limit: 2, cursor: first.nextCursor ?? '' });
  expect([...first.list, ...rest.list].map(({ name }) => name)).toEqual(['bob', 'Éclair', '李娜', 'zoe']);
});

it('sources of an older version get their place, and those in Chinese once they are spelt', async () => {
  const database = await createDatabase();
  const connection = connect({ url: database.url });
  const { db } = connection;
  try {
    await sql`drop schema public cascade`.execute(db);
    await sql`create schema public`.execute(db);
    await migrate(db, '0044_open_tools');
    await sql`insert into "user" ("email", "name") values ('a@example.test', 'Ada')`.execute(db);
    await sql`insert into "team" ("name") values ('Port')`.execute(db);
    // The dataset itself says nothing here.
    await sql`alter table "source" drop constraint "source_datasetId_fkey"`.execute(db);
    await sql`insert into "source" ("teamId", "datasetId", "kind", "name", "creatorId")
      select "team"."id", gen_random_uuid(), 'text', "each", "user"."id" from "team", "user",
      unnest(array['page 10', '李娜', 'Page 2', 'zoe', 'Åse']) as "each"`.execute(db);
    expect(await migrate(db, '0045_source_order')).toEqual(['0045_source_order']);
    const names = async () =>
      (await db.selectFrom('source').select('name').orderBy('sortKey').execute()).map(({ name }) => name);
    expect(await names()).toEqual(['Åse', 'Page 2', 'page 10', 'zoe', '李娜']);
    expect(await spellNames(db)).toBe(1);
    expect(await names()).toEqual(['Åse', '李娜', 'Page 2', 'page 10', 'zoe']);
  } finally {
    await connection.close();
    await database.drop();
  }
});
