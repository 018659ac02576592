import { spellNames } from '@tandem/api/search/search/spell';
import { connect } from '@tandem/db';
import { migrate } from '@tandem/db/migrate';
import { makeApp, makeAssistant, makeChannel } from '@tandem/db/testing/factories/index';
import type { SearchKind } from '@tandem/shared/search/schema';
import { spell } from '@tandem/shared/search/spelling';
import { fitOfName, spellingPattern, typedWords } from '@tandem/shared/search/spelt';
import { fold } from '@tandem/shared/search/words';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createDatabase } from '../harness/databases.ts';
import { useOwnServer } from '../harness/server.ts';
import { useTeam } from '../workspace/team.ts';

const server = useOwnServer();
const team = useTeam(server);

const TYPED = ['lina', 'ln', 'li na', 'LiNa', '李', '李na'];

/** A person of the team with this name, which they gave themselves. */
async function named(name: string) {
  const person = await team.person();
  await person.api.trpc.user.update.mutate({ name });
  return person;
}

const titles = async (kind: SearchKind, query: string) => {
  const { groups } = await team.api.trpc.search.find.query({ query, kinds: [kind] });
  return groups.flatMap(({ hits }) => hits.map(({ title }) => title));
};

/** All names of a list that comes in pages of two. */
async function paged<Cursor extends string | null>(
  ask: (page: {
    limit: number;
    cursor?: string;
  }) => Promise<{ list: { name: string }[]; nextCursor: Cursor }>,
): Promise<string[]> {
  const names: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await ask({ limit: 2, ...(cursor !== undefined && { cursor }) });
    names.push(...page.list.map(({ name }) => name));
    if (page.nextCursor === null) return names;
    cursor = page.nextCursor;
  }
}

describe('a person', () => {
  it('is found by pinyin and initials in every list of people', async () => {
    await named('李娜');
    await named('Lana');
    const { id: channelId } = await makeChannel(server.db, { appId: team.app.id, creatorId: team.owner.id });
    for (const query of TYPED) {
      const lists = {
        members: (await team.api.trpc.team.members.query({ query })).list,
        roster: (await team.api.trpc.team.roster.query({ query })).list,
        people: (await team.api.trpc.channel.people.query({ channelId, query })).list,
      };
      for (const [list, people] of Object.entries(lists))
        expect(
          people.map(({ name }) => name),
          `${list} by ${query}`,
        ).toEqual(['李娜']);
      expect(await titles('person', query), query).toEqual(['李娜']);
    }
    for (const query of ['ina', 'lix', 'nal']) {
      expect((await team.api.trpc.team.members.query({ query })).list, query).toEqual([]);
      expect(await titles('person', query), query).toEqual([]);
    }
  });

  it('is found by another spelling after a change of name', async () => {
    const person = await named('李娜');
    await person.api.trpc.user.update.mutate({ name: '曾国藩' });
    expect(await titles('person', 'lina')).toEqual([]);
    expect(await titles('person', 'zenggf')).toEqual(['曾国藩']);
    await person.api.trpc.user.update.mutate({ name: 'Anna' });
    expect(await titles('person', 'zeng')).toEqual([]);
  });

  it('whose name begins with what was typed comes first', async () => {
    for (const name of ['欧阳李娜', '李娜']) await named(name);
    expect(await titles('person', 'lina')).toEqual(['李娜', '欧阳李娜']);
  });
});

describe('things', () => {
  it('are found by pinyin and initials', async () => {
    const { api } = team;
    const { id: spaceId } = team.space;
    const app = await api.trpc.app.create.mutate({ spaceId, type: 'chat', name: '市场部' });
    const { id } = await api.trpc.channel.create.mutate({
      appId: app.id,
      kind: 'chat',
      name: '产品 Roadmap',
    });
    await api.trpc.assistant.add.mutate({ appId: app.id, name: '翻译官' });
    for (const [kind, query, title] of [
      ['app', 'shichang', '市场部'],
      ['app', 'scb', '市场部'],
      ['channel', 'cproad', '产品 Roadmap'],
      ['channel', 'roadmap chanpin', '产品 Roadmap'],
      ['assistant', 'fyg', '翻译官'],
    ] as const)
      expect(await titles(kind, query), query).toContain(title);
    expect((await api.trpc.app.administered.query({ query: 'scb' })).list.map(({ name }) => name)).toEqual([
      '市场部',
    ]);
    for (const query of ['fyg', 'scb fanyi'])
      expect(
        (await api.trpc.assistant.gallery.query({ query })).list.map(({ name }) => name),
        query,
      ).toContain('翻译官');
    await api.trpc.channel.update.mutate({ channelId: id, name: '设计' });
    expect(await titles('channel', 'chanpin')).toEqual([]);
    expect(await titles('channel', 'sj')).toEqual(['设计']);
    await api.trpc.app.update.mutate({ appId: app.id, name: '销售' });
    expect(await titles('app', 'xs')).toEqual(['销售']);
  });

  it('do not return the spelling of their names', async () => {
    const { id } = await makeChannel(server.db, {
      appId: team.app.id,
      creatorId: team.owner.id,
      name: '设计',
    });
    const told = JSON.stringify([
      await team.api.trpc.channel.get.query({ channelId: id }),
      await team.api.trpc.app.get.query({ appId: team.app.id }),
      await team.api.trpc.user.profile.query(),
    ]);
    expect(told).not.toContain('spelling');
  });
});

describe('the order of names', () => {
  const NAMES = ['王伟', 'Lim', '李娜', 'zoe', '安琪', 'Élodie', '单雄信', 'bob'];
  const ORDER = ['安琪', 'bob', 'Élodie', '李娜', 'Lim', 'Olive Owner', '单雄信', '王伟', 'zoe'];

  it('follows spellings, page after page', async () => {
    for (const name of NAMES) await named(name);
    const { trpc } = team.api;
    expect(await paged((page) => trpc.team.members.query(page))).toEqual(ORDER);
    expect(await paged((page) => trpc.team.roster.query({ sort: 'name', ...page }))).toEqual(ORDER);
    expect(
      await paged((page) => trpc.team.roster.query({ sort: 'name', direction: 'desc', ...page })),
    ).toEqual(ORDER.toReversed());
    const { id: channelId } = await makeChannel(server.db, { appId: team.app.id, creatorId: team.owner.id });
    expect(await paged((page) => trpc.channel.people.query({ channelId, ...page }))).toEqual(ORDER);
    expect((await trpc.team.users.query()).map(({ name }) => name)).toEqual(ORDER);
  });

  it('keeps its position when somebody is renamed meanwhile', async () => {
    for (const name of ['安琪', '李娜', '王伟']) await named(name);
    const first = await team.api.trpc.team.members.query({ limit: 2 });
    await named('白雪');
    const cursor = first.nextCursor ?? undefined;
    const rest = await team.api.trpc.team.members.query({ limit: 10, cursor });
    expect([...first.list, ...rest.list].map(({ name }) => name)).toEqual([
      '安琪',
      '李娜',
      'Olive Owner',
      '王伟',
    ]);
  });

  it('holds for names of any length', async () => {
    const long = [`${'李'.repeat(40)}一`, `${'李'.repeat(40)}二`, 'ﷺ'.repeat(40)];
    for (const name of long) await named(name);
    expect((await paged((page) => team.api.trpc.team.members.query(page))).toSorted()).toEqual(
      [...long, 'Olive Owner'].toSorted(),
    );
  });
});

describe('names without a spelling', () => {
  it('are spelt in batches, in every table, once each', async () => {
    const person = await team.person();
    await server.db.updateTable('user').set({ name: '李娜' }).where('id', '=', person.user.id).execute();
    const { id: appId } = await makeApp(server.db, { ...ofTeam(), name: '市场部' });
    await Promise.all(
      Array.from({ length: 450 }, (_, i) =>
        makeChannel(server.db, { appId, creatorId: team.owner.id, name: `频道${i}` }),
      ),
    );
    await makeAssistant(server.db, { ...ofAssistant(), name: '翻译官' });
    // A name by itself can be found as before.
    expect(await titles('person', '李')).toEqual(['李娜']);
    // Stops in the middle, and continues.
    await spellNames(server.db, 0);
    await spellNames(server.db);
    expect(await spellNames(server.db)).toBe(0);
    expect(await titles('person', 'lina')).toEqual(['李娜']);
    expect(await titles('app', 'scb')).toEqual(['市场部']);
    expect(await titles('channel', 'pindao449')).toEqual(['频道449']);
    expect(await titles('assistant', 'fyg')).toContain('翻译官');
  });

  it('do not keep another name’s spelling', async () => {
    const { user } = await named('李娜');
    await server.db.updateTable('user').set({ name: '王伟' }).where('id', '=', user.id).execute();
    expect(await titles('person', 'lina')).toEqual([]);
    await spellNames(server.db);
    expect(await titles('person', 'ww')).toEqual(['王伟']);
  });

  it('are distinguished from names with nothing to spell', async () => {
    const database = await createDatabase();
    const connection = connect({ url: database.url });
    const { db } = connection;
    try {
      await sql`drop schema public cascade`.execute(db);
      await sql`create schema public`.execute(db);
      await migrate(db, '0027_mailed_invitations');
      await sql`insert into "user" ("email", "name") values
        ('a@example.test', '李娜'), ('b@example.test', 'Ада'), ('c@example.test', '𠮷'), ('d@example.test', '曾经')`.execute(
        db,
      );
      expect(await migrate(db, '0028_spellings')).toEqual(['0028_spellings']);
      const spellings = async () =>
        (await db.selectFrom('user').select('spelling').orderBy('email').execute()).map(({ spelling }) =>
          spelling === null ? null : spelling.split('\n')[0],
        );
      expect(await spellings()).toEqual([null, '', null, null]);
      // Names of later tables are spelt as well.
      await migrate(db);
      expect(await spellNames(db)).toBe(3);
      expect(await spellings()).toEqual([' li na', '', ' 𠮷', ' zeng jing']);
    } finally {
      await connection.close();
      await database.drop();
    }
  });

  const ofTeam = () => ({ teamId: team.team.id, spaceId: team.space.id, creatorId: team.owner.id });
  const ofAssistant = () => ({ teamId: team.team.id, appId: team.app.id, ownerId: team.owner.id });
});

it('the database and the browser agree', async () => {
  const names = [
    '李娜',
    '欧阳娜娜',
    '产品 Roadmap',
    '吕布',
    '李乐',
    'Lina',
    'a.b 李',
    '西安',
    '单雄信',
    '二〇二六',
  ];
  const queries = [
    ...TYPED,
    'lna',
    'na li',
    'l n',
    'lin a',
    'lü',
    'lyu',
    "xi'an",
    'xian',
    'a.b',
    'a.b l',
    'shanxx',
    'ouyangnana',
    'nn',
    '2',
    '娜n',
    'o',
    '%',
    '_',
    '\\',
  ];
  for (const name of names) await named(name);
  for (const query of queries) {
    const { list } = await team.api.trpc.team.members.query({ query });
    const found = list.filter(({ email }) => !email.includes(query.toLowerCase())).map(({ name }) => name);
    const fits = (name: string) => fitOfName(fold(name), spell(name, 'person'), typedWords(query)) !== null;
    const byMail = new Set(
      list.filter(({ email }) => email.includes(query.toLowerCase())).map(({ name }) => name),
    );
    const here = [...names, team.owner.name].filter((name) => fits(name) && !byMail.has(name));
    expect(found.toSorted(), query).toEqual(here.toSorted());
  }
});

it('many spellings are searched quickly, whatever is typed', async () => {
  const spelling = ` ${'aaaaaaaa '.repeat(20).trim()}`;
  const begun = performance.now();
  const { rows } = await sql<{ found: boolean }>`
    select bool_or(${spelling}::text || "n" ~ ${spellingPattern([`${'a'.repeat(39)}b`])}) as "found"
    from generate_series(1, 2000) as "n"`.execute(server.db);
  expect(rows[0]?.found).toBe(false);
  expect(performance.now() - begun).toBeLessThan(5_000);
});
