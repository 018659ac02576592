import { makeApp, makeGrant } from '@tandem/db/testing/factories/index';
import { describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { expectRefused, openTeam, useTeam } from './team.ts';

const server = useServer();
const team = useTeam(server);

const names = async () => (await team.api.trpc.space.list.query()).map(({ name }) => name);

describe('the list of spaces', () => {
  it('contains the apps the reader may see, with their abilities', async () => {
    const { user, api } = await team.person();
    const hidden = await makeApp(server.db, {
      teamId: team.team.id,
      spaceId: team.space.id,
      creatorId: team.owner.id,
      visibility: 'private',
      name: 'Hidden',
    });
    const list = await api.trpc.space.list.query();
    expect(list).toEqual([
      {
        id: team.space.id,
        name: 'General',
        sort: team.space.sort,
        revision: 0,
        abilities: { createApp: true, manage: false },
        apps: [
          expect.objectContaining({
            id: team.app.id,
            level: 'edit',
            permission: 'edit',
            abilities: { createChannel: true, edit: true, manage: false },
          }),
        ],
      },
    ]);
    await makeGrant(server.db, { teamId: team.team.id, targetId: hidden.id, userId: user.id, level: 1 });
    const [space] = await api.trpc.space.list.query();
    expect(space?.apps.map(({ name, level }) => [name, level])).toEqual([
      ['Chat', 'edit'],
      ['Hidden', 'view'],
    ]);
  });

  it('is empty for a guest until an app is shared with them', async () => {
    const { user, api } = await team.person('guest');
    expect(await api.trpc.space.list.query()).toEqual([]);
    await makeGrant(server.db, { teamId: team.team.id, targetId: team.app.id, userId: user.id, level: 2 });
    const list = await api.trpc.space.list.query();
    expect(list).toMatchObject([
      { abilities: { createApp: false, manage: false }, apps: [{ level: 'comment' }] },
    ]);
  });

  it('comes as a row, with dates as text', async () => {
    const answer = await team.api.get('/api/space/list');
    expect(answer).toMatchObject({ status: 200, code: 0, msg: '' });
    expect(answer.data).toMatchObject([
      { id: team.space.id, apps: [{ id: team.app.id, createdAt: team.app.createdAt.toISOString() }] },
    ]);
    expect((await server.stranger.get('/api/space/list')).status).toBe(401);
  });

  it('does not exist for people without a team, or suspended ones', async () => {
    const { user, api } = await team.person();
    await server.db
      .updateTable('member')
      .set({ suspendedAt: new Date() })
      .where('userId', '=', user.id)
      .execute();
    expect([401, 404]).toContain((await api.get('/api/space/list')).status);
  });
});

describe('creating, renaming, moving and removing spaces', () => {
  it('is for owners and admins', async () => {
    const { api } = await team.person('admin');
    const made = await api.trpc.space.create.mutate({ name: '  Research ' });
    expect(made).toMatchObject({ name: 'Research', abilities: { createApp: true, manage: true } });
    const third = await api.trpc.space.create.mutate({ name: 'Third' });
    expect(await names()).toEqual(['General', 'Research', 'Third']);
    expect(await api.trpc.space.rename.mutate({ spaceId: made.id, name: '研究' })).toMatchObject({
      name: '研究',
    });
    await api.trpc.space.move.mutate({ spaceId: third.id, afterId: null });
    expect(await names()).toEqual(['Third', 'General', '研究']);
    await api.trpc.space.move.mutate({ spaceId: third.id, afterId: team.space.id });
    expect(await names()).toEqual(['General', 'Third', '研究']);
    const answer = await api.trpc.space.remove.mutate({ spaceId: third.id });
    expect(answer.removed).toEqual([third.id]);
    expect(await names()).toEqual(['General', '研究']);
    await expectRefused(api.trpc.space.rename.mutate({ spaceId: third.id, name: 'Again' }), 'notFound');
  });

  it('works from equal sort keys, and the tree announces every new key', async () => {
    const { space, team: own, api } = team;
    const [second, third] = [
      await api.trpc.space.create.mutate({ name: 'Second' }),
      await api.trpc.space.create.mutate({ name: 'Third' }),
    ];
    await server.db.updateTable('space').set({ sort: 'a0' }).where('teamId', '=', own.id).execute();
    const ids = { General: space.id, Second: second.id, Third: third.id };
    const [first, last, moved] = (await names()) as (keyof typeof ids)[];
    if (!first || !moved) throw new Error('three spaces were made');
    const heard = await team.announced(() =>
      api.trpc.space.move.mutate({ spaceId: ids[moved], afterId: ids[first] }),
    );
    expect(await names()).toEqual([first, moved, last]);
    const list = await api.trpc.space.list.query();
    expect(new Set(list.map(({ sort }) => sort)).size).toBe(3);
    expect(new Set(list.map(({ revision }) => revision)).size).toBe(1);
    expect(heard).toMatchObject([{ spaceIds: expect.arrayContaining(Object.values(ids)) }]);
  });

  it('is refused to everyone else', async () => {
    for (const role of ['member', 'guest'] as const) {
      const { user, api } = await team.person(role);
      await makeGrant(server.db, { teamId: team.team.id, targetId: team.app.id, userId: user.id, level: 4 });
      await expectRefused(api.trpc.space.create.mutate({ name: 'Mine' }), 'forbidden');
      await expectRefused(
        api.trpc.space.rename.mutate({ spaceId: team.space.id, name: 'Mine' }),
        'forbidden',
      );
      await expectRefused(api.trpc.space.move.mutate({ spaceId: team.space.id, afterId: null }), 'forbidden');
      await expectRefused(api.trpc.space.remove.mutate({ spaceId: team.space.id }), 'forbidden');
    }
    expect(await names()).toEqual(['General']);
  });

  it('is refused while they contain an app, even one that the remover cannot see, and for the last one', async () => {
    const { user, api } = await team.person();
    const made = await team.api.trpc.space.create.mutate({ name: 'Research' });
    await makeApp(server.db, {
      teamId: team.team.id,
      spaceId: made.id,
      creatorId: user.id,
      visibility: 'private',
    });
    await expectRefused(team.api.trpc.space.remove.mutate({ spaceId: made.id }), 'spaceNotEmpty');
    expect((await api.trpc.space.list.query()).map(({ name }) => name)).toEqual(['General', 'Research']);
    await server.db
      .updateTable('app')
      .set({ deletedAt: new Date() })
      .where('teamId', '=', team.team.id)
      .execute();
    await team.api.trpc.space.remove.mutate({ spaceId: made.id });
    await expectRefused(team.api.trpc.space.remove.mutate({ spaceId: team.space.id }), 'lastSpace');
  });

  it('keeps one of two removed at the same moment', async () => {
    const made = await team.api.trpc.space.create.mutate({ name: 'Second' });
    await server.db
      .updateTable('app')
      .set({ deletedAt: new Date() })
      .where('teamId', '=', team.team.id)
      .execute();
    const results = await Promise.allSettled(
      [made.id, team.space.id].map((spaceId) => team.api.trpc.space.remove.mutate({ spaceId })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await names()).toHaveLength(1);
  });

  it('keeps all of 20 created at the same moment, each at its own place', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => team.api.trpc.space.create.mutate({ name: `S${i}` })),
    );
    const list = await team.api.trpc.space.list.query();
    expect(new Set(list.map(({ sort }) => sort)).size).toBe(21);
  });
});

describe('a foreign space does not exist', () => {
  it('for renaming, moving, removing or adding', async () => {
    const other = await openTeam(server);
    for (const spaceId of [other.space.id, crypto.randomUUID()]) {
      await expectRefused(team.api.trpc.space.rename.mutate({ spaceId, name: 'Taken' }), 'notFound');
      await expectRefused(team.api.trpc.space.move.mutate({ spaceId, afterId: null }), 'notFound');
      await expectRefused(team.api.trpc.space.remove.mutate({ spaceId }), 'notFound');
      await expectRefused(
        team.api.trpc.space.move.mutate({ spaceId: team.space.id, afterId: spaceId }),
        'notFound',
      );
      await expectRefused(
        team.api.trpc.app.create.mutate({ name: 'App', type: 'chat', spaceId }),
        'notFound',
      );
    }
    const [space] = await other.api.trpc.space.list.query();
    expect(space).toMatchObject({ name: 'General', revision: 0, apps: [{ name: 'Chat' }] });
  });
});

it.each(['', '   ', '\t\n', 'a\u0000b', 'a\u2028b', 'x'.repeat(81), 'x'.repeat(10_000), null, 7, ['a'], {}])(
  'refuses the name %j',
  async (name) => {
    await expectRefused(team.api.trpc.space.create.mutate({ name: name as string }), 'invalidInput');
    expect(await names()).toEqual(['General']);
  },
);
