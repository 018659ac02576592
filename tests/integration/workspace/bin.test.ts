import { purgeBin } from '@tandem/api/workspace/bin/channel.purge';
import { makeChannel, makeGrant, makeMessage } from '@tandem/db/testing/factories/index';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { expectRefused, openTeam, treeOf, useTeam } from './team.ts';

const server = useServer();
const team = useTeam(server);
let appId: string;
let ids: Record<'a' | 'b' | 'a1' | 'a2' | 'deep', string>;

beforeEach(async () => {
  appId = team.app.id;
  const make = async (name: string, parentId?: string) =>
    (await makeChannel(server.db, { appId, creatorId: team.owner.id, name, parentId: parentId ?? null })).id;
  const a = await make('A');
  const a1 = await make('A1', a);
  ids = { a, a1, deep: await make('Deep', a1), a2: await make('A2', a), b: await make('B') };
});

const whole = [['A', [['A1', ['Deep']], 'A2']], 'B'];
const tree = () => treeOf(team.api, appId);
const remove = (channelId: string) => team.api.trpc.channel.remove.mutate({ channelId });
const restore = (channelId: string) => team.api.trpc.channel.restore.mutate({ channelId });

describe('deleting a channel', () => {
  it('includes its children, and can be undone', async () => {
    await makeMessage(server.db, { channelId: ids.deep, authorId: team.owner.id });
    const answer = await remove(ids.a);
    expect(answer.removed.sort()).toEqual([ids.a, ids.a1, ids.a2, ids.deep].sort());
    expect(await tree()).toEqual(['B']);
    for (const channelId of [ids.a, ids.deep]) {
      await expectRefused(team.api.trpc.channel.get.query({ channelId }), 'notFound');
      await expectRefused(team.api.trpc.channel.update.mutate({ channelId, name: 'X' }), 'notFound');
      await expectRefused(team.api.trpc.channel.create.mutate({ appId, parentId: channelId }), 'notFound');
      await expectRefused(
        team.api.trpc.channel.move.mutate({ channelId: ids.b, parentId: channelId, afterId: null }),
        'notFound',
      );
      expect((await team.api.get(`/api/channel/${channelId}/history`)).status).toBe(404);
    }
    await expectRefused(remove(ids.a), 'notFound');
    expect((await restore(ids.a)).map(({ id }) => id).sort()).toEqual(answer.removed.sort());
    expect(await tree()).toEqual(whole);
    expect(await restore(ids.a)).toEqual([]);
  });

  it('restores only what was deleted together', async () => {
    await remove(ids.deep);
    await remove(ids.a);
    await restore(ids.a);
    expect(await tree()).toEqual([['A', ['A1', 'A2']], 'B']);
    await restore(ids.deep);
    expect(await tree()).toEqual(whole);
  });

  it('refuses to restore a child before its parent', async () => {
    await remove(ids.deep);
    await remove(ids.a);
    await expectRefused(restore(ids.deep), 'parentInBin');
  });

  it('gives a restored channel the rights of its place when they changed', async () => {
    await remove(ids.deep);
    const closed = await makeChannel(server.db, { appId, creatorId: team.owner.id, visibility: 'private' });
    await team.api.trpc.channel.move.mutate({ channelId: ids.a, parentId: closed.id, afterId: null });
    await restore(ids.deep);
    const { api } = await team.person();
    await expectRefused(api.trpc.channel.get.query({ channelId: ids.deep }), 'notFound');
  });

  it('is for anyone who manages it', async () => {
    const { user, api } = await team.person();
    await expectRefused(api.trpc.channel.remove.mutate({ channelId: ids.a1 }), 'forbidden');
    expect(await tree()).toEqual(whole);
    await makeGrant(server.db, { teamId: team.team.id, targetId: ids.a1, userId: user.id, level: 4 });
    await remove(ids.a);
    await expectRefused(api.trpc.channel.restore.mutate({ channelId: ids.a }), 'forbidden');
    await expectRefused(api.trpc.channel.restore.mutate({ channelId: ids.a1 }), 'parentInBin');
    const other = await openTeam(server);
    await expectRefused(other.api.trpc.channel.restore.mutate({ channelId: ids.a }), 'notFound');
    await expectRefused(other.api.trpc.channel.remove.mutate({ channelId: ids.b }), 'notFound');
  });

  it('leaves no live child below a deleted channel, however calls race', async () => {
    for (let round = 0; round < 5; round++) {
      await Promise.allSettled([
        remove(ids.a),
        team.api.trpc.channel.create.mutate({ appId, parentId: ids.a1, name: 'Late' }),
        team.api.trpc.channel.move.mutate({ channelId: ids.b, parentId: ids.a2, afterId: null }),
      ]);
      const orphans = await server.db
        .selectFrom('channel')
        .innerJoin('channel as parent', 'parent.id', 'channel.parentId')
        .select('channel.id')
        .where('channel.appId', '=', appId)
        .where('channel.deletedAt', 'is', null)
        .where('parent.deletedAt', 'is not', null)
        .execute();
      expect(orphans).toEqual([]);
      await restore(ids.a);
    }
  });
});

describe('the bin is emptied', () => {
  it('after 30 days, with grants and messages, and nothing else', async () => {
    await makeMessage(server.db, { channelId: ids.deep, authorId: team.owner.id });
    await remove(ids.a);
    const age = (days: number) =>
      server.db
        .updateTable('channel')
        .set({ deletedAt: sql`now() - make_interval(days => ${days})` })
        .where('appId', '=', appId)
        .where('deletedAt', 'is not', null)
        .execute();
    const left = async () =>
      (await server.db.selectFrom('channel').select('id').where('appId', '=', appId).execute()).length;
    await age(29);
    await purgeBin(server.db, 30);
    expect(await left()).toBe(5);
    await age(31);
    expect(await purgeBin(server.db, 30)).toBe(4);
    expect(await left()).toBe(1);
    expect(await tree()).toEqual(['B']);
    const grants = await server.db
      .selectFrom('grant')
      .select('targetId')
      .where('teamId', '=', team.team.id)
      .execute();
    expect(grants.map(({ targetId }) => targetId).sort()).toEqual([appId, ids.b].sort());
    await expectRefused(restore(ids.a), 'notFound');
  });
});
