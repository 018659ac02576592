import { treeSince } from '@tandem/api/live/team/tree-sync';
import { makeApp, makeChannel, makeGrant } from '@tandem/db/testing/factories/index';
import { beforeEach, describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { useTeam } from './team.ts';

const server = useServer();
const team = useTeam(server);
let appId: string;

beforeEach(async () => {
  appId = team.app.id;
});

const since = (userId: number, revision: number | null) =>
  treeSince(server, { userId }, team.team.id, revision);
const create = (name: string, parentId: string | null = null) =>
  team.api.trpc.channel.create.mutate({ appId, name, parentId });

describe('a change of the tree is announced once, by ids, after its commit', () => {
  it('for channels', async () => {
    let id = '';
    expect(
      await team.announced(async () => {
        ({ id } = await create('A name that must not travel'));
      }),
    ).toEqual([{ type: 'tree', revision: 1, channelIds: [id], appIds: [], spaceIds: [], removed: [] }]);
    const { trpc } = team.api;
    const { id: other } = await create('Other');
    const [moved] = await team.announced(() =>
      trpc.channel.move.mutate({ channelId: id, parentId: other, afterId: null }),
    );
    expect(moved).toMatchObject({ revision: 3, channelIds: [id] });
    const [renamed] = await team.announced(() => trpc.channel.update.mutate({ channelId: id, name: 'B' }));
    expect(renamed).toMatchObject({ revision: 4, channelIds: [id] });
    const [removed] = await team.announced(() => trpc.channel.remove.mutate({ channelId: other }));
    expect(removed).toMatchObject({
      revision: 5,
      channelIds: [],
      removed: expect.arrayContaining([id, other]),
    });
    const [restored] = await team.announced(() => trpc.channel.restore.mutate({ channelId: other }));
    expect(restored).toMatchObject({ revision: 6, channelIds: expect.arrayContaining([id, other]) });
  });

  it('for apps and spaces', async () => {
    const { trpc } = team.api;
    let id = '';
    const made = await team.announced(async () => {
      ({ id } = await trpc.app.create.mutate({ name: 'App', type: 'chat' }));
    });
    expect(made).toMatchObject([{ revision: 1, appIds: [id] }]);
    expect(await team.announced(() => trpc.app.update.mutate({ appId: id, name: 'B' }))).toHaveLength(1);
    const space = await trpc.space.create.mutate({ name: 'Space' });
    const spaceId = space.id;
    expect(await team.announced(() => trpc.space.rename.mutate({ spaceId, name: 'B' }))).toMatchObject([
      { revision: 4, spaceIds: [spaceId] },
    ]);
    expect(await team.announced(() => trpc.space.remove.mutate({ spaceId }))).toMatchObject([
      { revision: 5, removed: [spaceId] },
    ]);
  });

  it('not when it was refused or changed nothing', async () => {
    const { id: channelId } = await create('A');
    const messages = await team.announced(async () => {
      await team.api.trpc.channel.update.mutate({ channelId });
      await team.api.trpc.channel.move
        .mutate({ channelId, parentId: channelId, afterId: null })
        .catch(() => {});
      await team.api.trpc.channel.restore.mutate({ channelId });
    });
    expect(messages).toEqual([]);
    expect(await since(team.owner.id, 1)).toBeNull();
  });
});

describe('catching up with the tree', () => {
  it('begins with everything the reader may see', async () => {
    await create('A');
    const event = await since(team.owner.id, null);
    expect(event).toMatchObject({
      type: 'tree',
      treeRevision: 1,
      reset: true,
      removed: [],
      channels: [{ name: 'A', level: 'manage' }],
      apps: [{ id: appId }],
      spaces: [{ id: team.space.id }],
    });
    expect(event?.spaces[0]).not.toHaveProperty('apps');
    const { user } = await team.person('guest');
    expect(await since(user.id, null)).toMatchObject({ channels: [], apps: [], spaces: [] });
    expect(await since(-1, null)).toBeNull();
  });

  it('works without a socket too', async () => {
    const { api } = await team.person();
    const whole = await api.trpc.team.tree.query();
    expect(whole).toMatchObject({ treeRevision: 0, reset: true, apps: [{ id: appId }], channels: [] });
    expect(await api.trpc.team.tree.query({ revision: 0 })).toBeNull();
    await create('A');
    expect(await api.trpc.team.tree.query({ revision: 0 })).toMatchObject({
      treeRevision: 1,
      reset: false,
      channels: [{ name: 'A', level: 'edit' }],
    });
  });

  it('continues with changes', async () => {
    const a = await create('A');
    await create('B');
    const event = await since(team.owner.id, 1);
    expect(event).toMatchObject({
      treeRevision: 2,
      reset: false,
      channels: [{ name: 'B' }],
      apps: [],
      spaces: [],
    });
    await team.api.trpc.channel.remove.mutate({ channelId: a.id });
    expect(await since(team.owner.id, 2)).toMatchObject({ channels: [], removed: [a.id] });
    await team.api.trpc.channel.restore.mutate({ channelId: a.id });
    expect(await since(team.owner.id, 2)).toMatchObject({ channels: [{ id: a.id }], removed: [] });
    expect(await since(team.owner.id, 4)).toBeNull();
    expect(await since(team.owner.id, 99)).toMatchObject({ reset: true, treeRevision: 4 });
  });

  it('names what became invisible, and never what was invisible before', async () => {
    const { user } = await team.person();
    const closed = await makeChannel(server.db, {
      appId,
      creatorId: team.owner.id,
      visibility: 'private',
      name: 'Closed',
    });
    const a = await create('A');
    const child = await create('Child', a.id);
    await create('Secret', closed.id);
    await team.api.trpc.channel.update.mutate({ channelId: closed.id, name: 'Renamed' });
    const start = await since(user.id, 0);
    expect(start?.channels.map(({ name }) => name).sort()).toEqual(['A', 'Child']);
    expect(start?.removed).toEqual([]);
    await team.api.trpc.channel.move.mutate({ channelId: a.id, parentId: closed.id, afterId: null });
    const moved = await since(user.id, start?.treeRevision ?? 0);
    expect(moved).toMatchObject({ channels: [] });
    expect(moved?.removed.sort()).toEqual([a.id, child.id].sort());
    expect(JSON.stringify(moved)).not.toContain('Secret');
  });

  it('reports removed spaces and shared apps', async () => {
    const space = await team.api.trpc.space.create.mutate({ name: 'Space' });
    await team.api.trpc.space.remove.mutate({ spaceId: space.id });
    expect(await since(team.owner.id, 1)).toMatchObject({ spaces: [], removed: [space.id] });
    const { user } = await team.person('guest');
    const app = await makeApp(server.db, {
      teamId: team.team.id,
      spaceId: team.space.id,
      creatorId: team.owner.id,
      revision: 2,
    });
    expect(await since(user.id, 1)).toMatchObject({ apps: [] });
    await makeGrant(server.db, { teamId: team.team.id, targetId: app.id, userId: user.id, level: 1 });
    expect(await since(user.id, 1)).toMatchObject({ apps: [{ id: app.id, level: 'view' }] });
  });

  it('loses nothing while others write', async () => {
    const seen = new Set<string>();
    let revision = 0;
    let done = false;
    const follow = async () => {
      while (!done || (await since(team.owner.id, revision)) !== null) {
        const event = await since(team.owner.id, revision);
        if (!event) continue;
        revision = event.treeRevision;
        for (const { id } of event.channels) seen.add(id);
      }
    };
    const following = follow();
    const made = await Promise.all(
      Array.from({ length: 60 }, (_, i) => team.api.post(`/api/app/${appId}/channel`, { name: `C${i}` })),
    ).finally(() => {
      done = true;
    });
    await following;
    expect(made.every(({ data }) => seen.has((data as { id: string }).id))).toBe(true);
    expect(revision).toBe(60);
  });
});
