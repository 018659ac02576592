import { findMessages } from '@tandem/api/search/search/messages.repo';
import { readQuery } from '@tandem/api/search/search/query';
import { makeChannel } from '@tandem/db/testing/factories/index';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { useOwnServer } from '../harness/server.ts';
import { expectRefused, openTeam, type Team } from '../workspace/team.ts';
import { find, messages, say, titles } from './searching.ts';

const server = useOwnServer();
let team: Team;
let channelId: string;

beforeAll(async () => {
  team = await openTeam(server);
  channelId = (
    await makeChannel(server.db, { appId: team.app.id, creatorId: team.owner.id, name: '100%_\\ sure' })
  ).id;
  await say(server.db, { channelId, text: 'plain words, nothing else', authorId: team.owner.id });
});

describe('characters with a meaning to the database', () => {
  it.each([
    '!nothing',
    'plain & !words',
    'plain | missing',
    'missing | plain',
    'plain:*',
    'pla:* zzz',
    "plain' | 'missing",
    "');drop table message;--",
    'plain <-> words',
    '(plain',
    '\\',
    '"',
    '$1',
    '\u0000plain',
    'pl\ud800ain',
    '𝒳'.repeat(100),
    '﷽﷽﷽',
  ])('%j is text', async (query) => {
    const { groups } = await find(team.api, query, { kinds: ['message'] });
    // Every word must be there, whatever stands between them.
    const isFound = /^[^\p{L}\p{N}]*(plain|nothing|plain\W*words)[^\p{L}\p{N}]*$/u.test(
      query.replaceAll('\0', ''),
    );
    expect(groups).toHaveLength(isFound ? 1 : 0);
  });

  it.each(['%', '_', '\\', '100%', '%_\\', '0%_'])('%j is found in a name', async (query) => {
    expect(await titles(team.api, 'channel', query)).toEqual(['100%_\\ sure']);
  });

  it.each(['1%e', '1_0', '%sure', '__'])('%j matches nothing else', async (query) => {
    expect(await titles(team.api, 'channel', query)).toEqual([]);
  });
});

describe('input validation', () => {
  it.each([
    ['nothing', { query: '' }],
    ['spaces', { query: ' \u3000 ' }],
    ['only NUL', { query: '\0\0' }],
    ['201 characters', { query: 'x'.repeat(201) }],
    ['10,000 characters', { query: 'x'.repeat(10_000) }],
    ['an unknown kind', { query: 'x', kinds: ['secret'] }],
    ['an unknown key', { query: 'x', teamId: '00000000-0000-4000-8000-000000000000' }],
    ['limit 0', { query: 'x', limit: 0 }],
    ['limit 51', { query: 'x', limit: 51 }],
    ['a cursor for every kind', { query: 'x', cursor: 'e30' }],
    ['a cursor that is none', { query: 'x', kinds: ['message'], cursor: 'nonsense' }],
    [
      'a cursor of another kind',
      { query: 'x', kinds: ['message'], cursor: cursor({ rank: 0, name: 'a', id: 'b' }) },
    ],
    ['NUL in a cursor', { query: 'x', kinds: ['app'], cursor: cursor({ rank: 0, name: '\0', id: 'b' }) }],
    ['an unknown channel', { query: 'x', channelId: '00000000-0000-4000-8000-000000000000' }, 'notFound'],
  ])('refuses %s', async (_name, input, key = 'invalidInput') => {
    await expectRefused(team.api.trpc.search.find.query(input as { query: string }), key);
  });

  it('accepts 200 characters plus surrounding space', async () => {
    expect((await find(team.api, `  ${'x'.repeat(200)}  `)).groups).toEqual([]);
    expect((await find(team.api, 'x y z w '.repeat(25))).groups).toEqual([]);
  });

  it('accepts any time and id in a cursor', async () => {
    for (const at of [0, Number.MAX_SAFE_INTEGER])
      await find(team.api, 'plain', {
        kinds: ['message'],
        cursor: cursor({ at, id: '00000000-0000-4000-8000-000000000000' }),
      });
  });
});

it('falls back to the word index where the newest messages are not enough', async () => {
  const own = await openTeam(server);
  const { id } = await makeChannel(server.db, { appId: own.app.id, creatorId: own.owner.id, name: 'Many' });
  for (let i = 0; i < 40; i++)
    await say(server.db, {
      channelId: id,
      text: i % 3 === 0 ? `apple ${i}` : `pear ${i}`,
      authorId: own.owner.id,
    });
  const seqs = async (newest: number, limit: number, channelIds: string[] | null) => {
    const query = readQuery('apple');
    const reader = { userId: own.owner.id };
    const all: number[] = [];
    for (let after = null as { at: number; id: string } | null; ; ) {
      const search = { reader, teamId: own.team.id, channelIds, query, limit, after };
      const { rows } = await findMessages(server.db, search, { newest });
      all.push(...rows.map(({ seq }) => seq));
      if (rows.length < limit) return all;
      after = rows.at(-1) ?? null;
    }
  };
  const expected = Array.from({ length: 14 }, (_, i) => 40 - 3 * i);
  for (const newest of [1, 2, 7, 39, 40, 41])
    for (const limit of [1, 3, 20]) {
      expect(await seqs(newest, limit, null), `${newest}, ${limit}`).toEqual(expected);
      expect(await seqs(newest, limit, [id]), `${newest}, ${limit}`).toEqual(expected);
    }
  expect(await seqs(1, 3, [id, channelId])).toEqual(expected);
});

it('reports a timeout, and leaves the connection usable', async () => {
  await sql`create function slow_words(tsvector) returns tsvector language sql volatile
    as 'select $1 from pg_sleep(3)'`.execute(server.db);
  await sql`alter table message_text rename to message_text_fast`.execute(server.db);
  await sql`create view message_text as
    select "messageId", "teamId", "channelId", "createdAt", slow_words("words") as "words" from message_text_fast`.execute(
    server.db,
  );
  const search = {
    reader: { userId: team.owner.id },
    teamId: team.team.id,
    channelIds: null,
    query: readQuery('plain'),
    limit: 10,
    after: null,
  };
  expect(await findMessages(server.db, search, { patience: 200 })).toEqual({ rows: [], partial: true });
  await sql`drop view message_text`.execute(server.db);
  await sql`alter table message_text_fast rename to message_text`.execute(server.db);
  expect(await messages(team.api, 'plain')).toEqual(['plain words, nothing else']);
  const { rows } = await sql<{
    timeout: string;
  }>`select current_setting('statement_timeout') as "timeout"`.execute(server.db);
  expect(rows).toEqual([{ timeout: '0' }]);
});

function cursor(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
