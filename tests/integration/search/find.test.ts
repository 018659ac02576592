import { makeAssistant, makeChannel } from '@tandem/db/testing/factories/index';
import { fold } from '@tandem/shared/search/words';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { useTeam } from '../workspace/team.ts';
import { find, messages, say, titles } from './searching.ts';

const server = useServer();
const team = useTeam(server);
let channelId: string;

beforeEach(async () => {
  channelId = (await channel('Talk')).id;
});

const channel = (name: string, more: object = {}) =>
  makeChannel(server.db, { appId: team.app.id, creatorId: team.owner.id, name, ...more });
const write = (text: string, id = channelId) =>
  say(server.db, { channelId: id, text, authorId: team.owner.id });

describe('messages', () => {
  it('are found by all their words, newest first, the last word as a prefix', async () => {
    await write('The release notes are ready');
    await write('Notes of the release');
    await write('Release the parrots');
    expect(await messages(team.api, 'release no')).toEqual([
      'Notes of the release',
      'The release notes are ready',
    ]);
    // Only the last one may be.
    expect(await messages(team.api, 'rel notes')).toEqual([]);
  });

  it('are found without accents, in any case and in full width', async () => {
    await write('Un CAFÉ à Łódź');
    for (const query of ['cafe', 'Café', 'lodz', 'ｃａｆｅ'])
      expect(await messages(team.api, query), query).toHaveLength(1);
  });

  it('are found in scripts without spaces, by one character and by several', async () => {
    await write('我们明天讨论搜索功能');
    await write('検索エンジンを作る');
    await write('검색 기능을 만들다');
    for (const [query, count] of [
      ['搜索', 1],
      ['搜', 1],
      ['能', 1],
      ['讨论搜索', 1],
      ['搜讨', 0],
      ['索', 2],
      ['エンジン', 1],
      ['검색', 1],
      ['明天 功能', 1],
    ] as const)
      expect(await messages(team.api, query), query).toHaveLength(count);
  });

  it('include everything needed to show and open them', async () => {
    const parent = await channel('Planning');
    const below = await channel('Launch', { parentId: parent.id });
    const message = await write(
      `${'Long ago. '.repeat(60)}The **rocket** starts at nine.${' Later.'.repeat(60)}`,
      below.id,
    );
    const { groups, partial } = await find(team.api, 'ROCK');
    expect(partial).toBe(false);
    expect(groups).toMatchObject([{ kind: 'message', nextCursor: null, hits: [{ kind: 'message' }] }]);
    const hit = groups[0]?.hits[0];
    if (hit?.kind !== 'message') throw new Error('no message');
    expect(hit).toMatchObject({
      id: message.id,
      channelId: below.id,
      appId: team.app.id,
      appType: 'chat',
      title: 'Launch',
      path: ['Chat', 'Planning'],
      seq: 1,
      author: { name: 'Olive Owner', isAssistant: false },
      createdAt: message.createdAt,
    });
    const { text, marks } = hit.excerpt;
    expect(marks.map(([start, end]) => text.slice(start, end))).toEqual(['rock']);
    expect(text).toMatch(/^….*The rocket starts at nine\..*…$/);
    expect(text.length).toBeLessThan(200);
  });

  it('are found by the names of their files, never by reasoning or tools', async () => {
    await say(server.db, {
      channelId,
      parts: [
        { type: 'reasoning', text: 'hidden thought' },
        { type: 'text', text: 'Here you are' },
        {
          type: 'file',
          mediaType: 'application/pdf',
          url: '/api/files/x/content',
          filename: 'Invoice-2026.pdf',
        },
      ],
    });
    expect(await messages(team.api, 'invoice')).toEqual(['Here you are Invoice-2026.pdf']);
    expect(await messages(team.api, 'thought')).toEqual([]);
  });

  it('are shown without the signs of Markdown, marked on the same words', async () => {
    await write(
      '> [No fires on a ferry](#source=11111111-1111-4111-8111-111111111111&page=1&from=0&to=8)\n\n' +
        '| __Quay__ | Price |\n|---|--:|\n| quay _two_ | 12 [1](#citation=1) |',
    );
    const { groups } = await find(team.api, 'quay');
    const [hit] = groups.flatMap(({ hits }) => hits.filter((each) => each.kind === 'message'));
    const { text, marks } = hit?.excerpt ?? { text: '', marks: [] };
    expect(text).toBe('No fires on a ferry Quay Price quay two 12 [1]');
    expect(marks.map(([from, to]) => text.slice(from, to))).toEqual(['Quay', 'quay']);
  });

  it('can be searched in one channel', async () => {
    const other = await channel('Other');
    await write('apple here');
    await write('apple there', other.id);
    expect(await messages(team.api, 'apple', other.id)).toEqual(['apple there']);
  });

  it('off the path are not found, and again when they return', async () => {
    const message = await write('an apple');
    const setActive = (active: boolean) =>
      server.db.updateTable('message').set({ active }).where('id', '=', message.id).execute();
    await setActive(false);
    expect(await messages(team.api, 'apple')).toEqual([]);
    await setActive(true);
    expect(await messages(team.api, 'apple')).toEqual(['an apple']);
  });

  it('are deleted with their channel', async () => {
    await write('an apple');
    await server.db.deleteFrom('channel').where('id', '=', channelId).execute();
    const left = await server.db
      .selectFrom('message_text')
      .select('messageId')
      .where('channelId', '=', channelId)
      .execute();
    expect(left).toEqual([]);
  });

  it('are paged without gap or overlap, also with equal times', async () => {
    const createdAt = new Date();
    const texts = Array.from({ length: 25 }, (_, i) => `apple ${i}`);
    for (const [i, text] of texts.entries())
      await say(server.db, { channelId, text, ...(i % 2 === 0 && { createdAt }) });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { groups } = await find(team.api, 'apple', {
        kinds: ['message'],
        limit: 7,
        ...(cursor !== null && { cursor }),
      });
      // New messages do not shift the rest.
      await write('apple new');
      for (const hit of groups[0]?.hits ?? []) if (hit.kind === 'message') seen.push(hit.excerpt.text);
      cursor = groups[0]?.nextCursor ?? null;
    } while (cursor !== null);
    expect(seen.toSorted()).toEqual(texts.toSorted());
  });
});

describe('names', () => {
  it('are found by any of their parts, matches at the beginning first', async () => {
    for (const name of ['Our budget', 'Budget 2026', 'Overbudgeted', 'Other']) await channel(name);
    expect(await titles(team.api, 'channel', 'budget')).toEqual([
      'Budget 2026',
      'Our budget',
      'Overbudgeted',
    ]);
    expect(await titles(team.api, 'channel', '26 bud')).toEqual(['Budget 2026']);
  });

  it('are compared without accents, as in the application', async () => {
    const names = [
      'Café Łódź',
      'Straße',
      'Ærøskøbing',
      'ΟΔΟΣ',
      'ＦＵＬＬ ｗｉｄｔｈ',
      '预算会议',
      'ガギグ',
      'Crème brûlée',
    ];
    for (const name of names) await channel(name);
    for (const name of names) expect(await titles(team.api, 'channel', fold(name)), name).toEqual([name]);
    expect(await titles(team.api, 'channel', '算会')).toEqual(['预算会议']);
    const { rows } = await sql<{ name: string; folded: string }>`
      select "name", "search_fold"("name") as "folded" from unnest(${names}::text[]) as "name"`.execute(
      server.db,
    );
    for (const { name, folded } of rows) expect(folded).toBe(fold(name));
  });

  it('are found by kind, with their parents', async () => {
    await makeAssistant(server.db, {
      teamId: team.team.id,
      ownerId: team.owner.id,
      appId: team.app.id,
      name: 'Zebra helper',
    });
    const parent = await channel('Animals');
    await channel('Zebra facts', { parentId: parent.id });
    await server.db.updateTable('app').set({ name: 'Zebra app' }).where('id', '=', team.app.id).execute();
    const { user } = await team.person();
    await server.db.updateTable('user').set({ name: 'Zoe Zebra' }).where('id', '=', user.id).execute();
    await write('I saw a zebra');
    const { groups } = await find(team.api, 'zebra');
    expect(groups).toMatchObject([
      { kind: 'app', hits: [{ title: 'Zebra app', path: ['General'], type: 'chat' }] },
      {
        kind: 'channel',
        hits: [{ title: 'Zebra facts', path: ['Zebra app', 'Animals'], appId: team.app.id }],
      },
      { kind: 'assistant', hits: [{ title: 'Zebra helper', path: ['Zebra app'] }] },
      { kind: 'person', hits: [{ id: user.id, title: 'Zoe Zebra', email: user.email, role: 'member' }] },
      { kind: 'message', hits: [{ title: 'Talk' }] },
    ]);
  });

  it('are paged in order', async () => {
    const names = Array.from({ length: 12 }, (_, i) => `Plan ${String(i).padStart(2, '0')}`);
    for (const name of names) await channel(name);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { groups } = await find(team.api, 'plan', {
        kinds: ['channel'],
        limit: 5,
        ...(cursor !== null && { cursor }),
      });
      seen.push(...(groups[0]?.hits ?? []).map(({ title }) => title));
      cursor = groups[0]?.nextCursor ?? null;
    } while (cursor !== null);
    expect(seen).toEqual(names);
  });

  it('find people by their address too', async () => {
    const { user } = await team.person();
    expect(await find(team.api, user.email, { kinds: ['person'] })).toMatchObject({
      groups: [{ hits: [{ id: user.id }] }],
    });
  });
});

it('by REST are found identically', async () => {
  await write('an apple');
  const answer = await team.api.get('/api/search', { query: 'apple', kinds: '["message"]', limit: 5 });
  expect(answer, answer.text).toMatchObject({
    status: 200,
    data: {
      partial: false,
      groups: [{ kind: 'message', hits: [{ excerpt: { text: 'an apple', marks: [[3, 8]] } }] }],
    },
  });
});
