import { makeChannel, makeGrant } from '@tandem/db/testing/factories/index';
import { MAX_CHANNEL_DEPTH } from '@tandem/shared/channel/schema';
import { beforeEach, describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { expectRefused, openTeam, treeOf, useTeam } from './team.ts';

const server = useServer();
const team = useTeam(server);
let appId: string;
/** Ids of A, B and C at the top, and of A1 and A2 below A. */
let ids: Record<'a' | 'b' | 'c' | 'a1' | 'a2', string>;

beforeEach(async () => {
  appId = team.app.id;
  const make = async (name: string, parentId?: string) =>
    (await makeChannel(server.db, { appId, creatorId: team.owner.id, name, parentId: parentId ?? null })).id;
  const a = await make('A');
  ids = { a, b: await make('B'), c: await make('C'), a1: await make('A1', a), a2: await make('A2', a) };
});

const move = (channelId: string, parentId: string | null, afterId: string | null, api = team.api) =>
  api.trpc.channel.move.mutate({ channelId, parentId, afterId });
const tree = () => treeOf(team.api, appId);

describe('moving a channel', () => {
  it('works among its siblings', async () => {
    await move(ids.c, null, null);
    expect(await tree()).toEqual(['C', ['A', ['A1', 'A2']], 'B']);
    await move(ids.c, null, ids.a);
    expect(await tree()).toEqual([['A', ['A1', 'A2']], 'C', 'B']);
    await move(ids.c, null, ids.b);
    expect(await tree()).toEqual([['A', ['A1', 'A2']], 'B', 'C']);
  });

  it('includes everything below it', async () => {
    await move(ids.a, ids.b, null);
    expect(await tree()).toEqual([['B', [['A', ['A1', 'A2']]]], 'C']);
    await move(ids.a2, null, ids.b);
    expect(await tree()).toEqual([['B', [['A', ['A1']]]], 'A2', 'C']);
    expect(await move(ids.a2, ids.a, ids.a1)).toMatchObject({ parentId: ids.a });
    expect(await tree()).toEqual([['B', [['A', ['A1', 'A2']]]], 'C']);
  });

  it('400 times into the same gap keeps keys short', async () => {
    for (let i = 0; i < 400; i++) await move(i % 2 ? ids.b : ids.c, null, ids.a);
    const list = await team.api.trpc.channel.list.query({ appId });
    expect(Math.max(...list.map(({ sort }) => sort.length))).toBeLessThanOrEqual(64);
    expect(await tree()).toEqual([['A', ['A1', 'A2']], 'B', 'C']);
  });

  it('is refused into itself or its descendants', async () => {
    await expectRefused(move(ids.a, ids.a, null), 'treeCycle');
    await expectRefused(move(ids.a, ids.a1, null), 'treeCycle');
    await expectRefused(move(ids.a, null, ids.a), 'conflict');
    expect(await tree()).toEqual([['A', ['A1', 'A2']], 'B', 'C']);
  });

  it('is refused below the maximum depth', async () => {
    let parentId = ids.b;
    for (let depth = 2; depth < MAX_CHANNEL_DEPTH; depth++)
      parentId = (await makeChannel(server.db, { appId, creatorId: team.owner.id, parentId })).id;
    await expectRefused(move(ids.a, parentId, null), 'treeTooDeep');
    await move(ids.c, parentId, null);
    await expectRefused(move(ids.a1, ids.c, null), 'treeTooDeep');
  });

  it('is refused after a sibling of another place', async () => {
    await expectRefused(move(ids.c, null, ids.a1), 'conflict');
    await expectRefused(move(ids.c, ids.a, ids.b), 'conflict');
    expect(await tree()).toEqual([['A', ['A1', 'A2']], 'B', 'C']);
  });

  it('never creates a cycle when two are moved into each other at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const results = await Promise.allSettled([move(ids.b, ids.c, null), move(ids.c, ids.b, null)]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const moved = results[0]?.status === 'fulfilled' ? ids.b : ids.c;
      expect(await team.api.trpc.channel.list.query({ appId })).toHaveLength(5);
      await move(moved, null, null);
    }
  });

  it('gives one place when twenty moves race', async () => {
    const places = [null, ids.a, ids.b, ids.a1];
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => move(ids.c, places[i % 4] as string | null, null)),
    );
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason.data.key).toBe('conflict');
    const list = await team.api.trpc.channel.list.query({ appId });
    expect(list.map(({ name }) => name).sort()).toEqual(['A', 'A1', 'A2', 'B', 'C']);
  });
});

describe('moving requires', () => {
  it('edit among siblings, and manage to another parent, which changes access', async () => {
    const { api } = await team.person();
    const own = await api.trpc.channel.create.mutate({ appId, name: 'Own' });
    await move(ids.c, null, null, api);
    // Below a channel of their own they would hold more on it than before.
    await expectRefused(move(ids.c, own.id, null, api), 'forbidden');
    expect(await move(own.id, ids.a, null, api)).toMatchObject({ parentId: ids.a });
  });

  it('more than view', async () => {
    const { user, api } = await team.person('guest');
    for (const targetId of Object.values(ids))
      await makeGrant(server.db, { teamId: team.team.id, targetId, userId: user.id, level: 2 });
    await expectRefused(move(ids.c, null, ids.a, api), 'forbidden');
  });

  it('more than managing the channel to reach the app, or a read-only channel', async () => {
    const { user, api } = await team.person('guest');
    await makeGrant(server.db, { teamId: team.team.id, targetId: ids.a1, userId: user.id, level: 4 });
    await makeGrant(server.db, { teamId: team.team.id, targetId: ids.b, userId: user.id, level: 1 });
    await expectRefused(move(ids.a1, null, null, api), 'notFound');
    await expectRefused(move(ids.a1, ids.b, null, api), 'forbidden');
    await expectRefused(move(ids.a1, ids.c, null, api), 'notFound');
  });

  it('own ids: with any foreign id nothing moves', async () => {
    const other = await openTeam(server);
    const { id: foreign } = await makeChannel(server.db, { appId: other.app.id, creatorId: other.owner.id });
    const hidden = await makeChannel(server.db, { appId, creatorId: team.owner.id, visibility: 'private' });
    const { api } = await team.person();
    const own = await api.trpc.channel.create.mutate({ appId, name: 'Own' });
    for (const id of [foreign, hidden.id, crypto.randomUUID()]) {
      await expectRefused(move(own.id, id, null, api), 'notFound');
      await expectRefused(move(own.id, null, id, api), 'notFound');
      await expectRefused(move(id, null, null, api), 'notFound');
    }
    const second = await team.api.trpc.app.create.mutate({ name: 'Second', type: 'chat' });
    const elsewhere = await team.api.trpc.channel.create.mutate({ appId: second.id });
    await expectRefused(move(ids.c, elsewhere.id, null), 'notFound');
    await expectRefused(move(ids.c, null, elsewhere.id), 'notFound');
  });
});

describe('a move changes access to the channel, and everything below it', () => {
  it('into a private channel and out again', async () => {
    const closed = await makeChannel(server.db, {
      appId,
      creatorId: team.owner.id,
      visibility: 'private',
      name: 'Closed',
    });
    const { api } = await team.person();
    const seen = async () => (await api.trpc.channel.list.query({ appId })).map(({ name }) => name).sort();
    await move(ids.a, closed.id, null);
    expect(await seen()).toEqual(['B', 'C']);
    await expectRefused(api.trpc.channel.get.query({ channelId: ids.a1 }), 'notFound');
    await move(ids.a, null, null);
    expect(await seen()).toEqual(['A', 'A1', 'A2', 'B', 'C']);
    const stored = await server.db
      .selectFrom('channel')
      .select(['accessPath', 'teamLevel'])
      .where('id', '=', ids.a1)
      .executeTakeFirst();
    expect(stored).toEqual({ accessPath: [ids.a1, ids.a, appId], teamLevel: 3 });
  });
});
