import { makeApp, makeChannel, makeGrant } from '@tandem/db/testing/factories/index';
import { beforeEach, describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { expectRefused, openTeam, type Team, useTeam } from '../workspace/team.ts';

const server = useServer();
const team = useTeam(server);
let base: { teamId: string; creatorId: number; appId: string };
let member: Awaited<ReturnType<Team['person']>>;

beforeEach(async () => {
  base = { teamId: team.team.id, creatorId: team.owner.id, appId: team.app.id };
  member = await team.person();
});

const levelOf = async (channelId: string) =>
  member.api.trpc.channel.get.query({ channelId }).then(
    ({ level }) => level,
    () => 'none',
  );

describe('an app', () => {
  it('is closed and opened by its row, its channels with it', async () => {
    const { id: appId } = team.app;
    const { id: channelId } = await makeChannel(server.db, base);
    const closed = await team.api.put(`/api/app/${appId}/visibility`, { visibility: 'private' });
    expect(closed).toMatchObject({ status: 200, data: { id: appId, visibility: 'private' } });
    expect(await levelOf(channelId)).toBe('none');
    await expectRefused(member.api.trpc.app.get.query({ appId }), 'notFound');
    const opened = await team.api.put(`/api/app/${appId}/permission`, { permission: 'comment' });
    expect(opened).toMatchObject({ status: 200, data: { permission: 'comment', visibility: 'private' } });
    await team.api.put(`/api/app/${appId}/visibility`, { visibility: 'team' });
    expect(await levelOf(channelId)).toBe('comment');
  });

  it('updates others’ trees with what they lost and gained', async () => {
    const { id: channelId } = await makeChannel(server.db, base);
    const treeRevision = async () => (await member.api.trpc.team.tree.query())?.treeRevision ?? 0;
    const since = async (revision: number) => member.api.trpc.team.tree.query({ revision });
    const before = await treeRevision();
    await team.api.trpc.app.setVisibility.mutate({ appId: team.app.id, visibility: 'private' });
    const lost = await since(before);
    expect(lost?.removed.sort()).toEqual([team.app.id, channelId].sort());
    expect(lost).toMatchObject({ reset: false, apps: [], channels: [] });
    await team.api.trpc.app.setVisibility.mutate({ appId: team.app.id, visibility: 'team' });
    expect(await since(lost?.treeRevision ?? 0)).toMatchObject({
      apps: [{ id: team.app.id }],
      channels: [{ id: channelId, level: 'edit' }],
    });
  });

  it('stays with whoever closes it, even if they had it by the team', async () => {
    const { id: appId } = await makeApp(server.db, { ...without(base), spaceId: team.space.id, level: 4 });
    const { id: channelId } = await makeChannel(server.db, { ...base, appId });
    await member.api.trpc.app.setVisibility.mutate({ appId, visibility: 'private' });
    expect(await levelOf(channelId)).toBe('manage');
    expect(await member.api.trpc.app.get.query({ appId })).toMatchObject({ level: 'manage' });
  });
});

const without = ({ appId: _, ...rest }: typeof base) => rest;

describe('a channel', () => {
  it('is private with its children, and inherits again', async () => {
    const top = await makeChannel(server.db, base);
    const below = await makeChannel(server.db, { ...base, parentId: top.id });
    const path = `/api/channel/${top.id}/visibility`;
    expect(await team.api.put(path, { visibility: 'private' })).toMatchObject({
      status: 200,
      data: { channelGuid: top.id, visibility: 'private' },
    });
    expect([await levelOf(top.id), await levelOf(below.id)]).toEqual(['none', 'none']);
    await team.api.put(path, { visibility: 'inherit' });
    expect([await levelOf(top.id), await levelOf(below.id)]).toEqual(['edit', 'edit']);
  });

  it('is opened below a closed parent, at edit unless stated otherwise', async () => {
    const closed = await makeChannel(server.db, { ...base, visibility: 'private', name: 'Secret' });
    const below = await makeChannel(server.db, { ...base, parentId: closed.id });
    await team.api.trpc.channel.setVisibility.mutate({ channelId: below.id, visibility: 'team' });
    expect(await levelOf(below.id)).toBe('edit');
    expect(await levelOf(closed.id)).toBe('none');
    const { data } = await team.api.put(`/api/channel/${below.id}/permission`, { permission: 'view' });
    expect(data).toMatchObject({ permission: 'view' });
    expect(await levelOf(below.id)).toBe('view');
    // The tree does not lead there, so it is listed as shared.
    expect((await member.api.trpc.grant.shared.query({})).list).toMatchObject([
      { id: below.id, level: 'view' },
    ]);
  });

  it('raises the inherited level, and never lowers it', async () => {
    const { id: channelId } = await makeChannel(server.db, base);
    await team.api.trpc.channel.setPermission.mutate({ channelId, permission: 'view' });
    expect(await levelOf(channelId)).toBe('edit');
    await team.api.trpc.channel.setPermission.mutate({ channelId, permission: 'manage' });
    expect(await levelOf(channelId)).toBe('manage');
  });

  it('stays with the person who makes it private, and is taken from everyone who inherited it', async () => {
    const { id: channelId } = await makeChannel(server.db, base);
    const other = await team.person();
    for (const { user } of [member, other])
      await makeGrant(server.db, { teamId: base.teamId, targetId: base.appId, userId: user.id, level: 4 });
    await member.api.trpc.channel.setVisibility.mutate({ channelId, visibility: 'private' });
    expect(await levelOf(channelId)).toBe('manage');
    await expectRefused(other.api.trpc.channel.get.query({ channelId }), 'notFound');
  });
});

it('scope is for anyone who manages it, and must be valid', async () => {
  const { id: channelId } = await makeChannel(server.db, base);
  const { appId } = base;
  const stranger = await openTeam(server);
  for (const [api, key] of [
    [member.api, 'forbidden'],
    [stranger.api, 'notFound'],
  ] as const)
    await Promise.all(
      [
        api.trpc.app.setVisibility.mutate({ appId, visibility: 'private' }),
        api.trpc.app.setPermission.mutate({ appId, permission: 'manage' }),
        api.trpc.channel.setVisibility.mutate({ channelId, visibility: 'private' }),
        api.trpc.channel.setPermission.mutate({ channelId, permission: 'manage' }),
      ].map((call) => expectRefused(call, key)),
    );
  expect(await levelOf(channelId)).toBe('edit');
  for (const [path, body] of [
    [`/api/app/${appId}/visibility`, { visibility: 'inherit' }],
    [`/api/app/${appId}/visibility`, {}],
    [`/api/app/${appId}/permission`, { permission: 'none' }],
    [`/api/channel/${channelId}/visibility`, { visibility: 'public' }],
    [`/api/channel/${channelId}/permission`, { permission: 3 }],
  ] as const)
    expect((await team.api.put(path, body)).status).toBe(400);
});

it('concurrent changes of scope and moves leave a tree whose rights match its structure', async () => {
  const closed = await makeChannel(server.db, { ...base, visibility: 'private' });
  const top = await makeChannel(server.db, base);
  const below = await makeChannel(server.db, { ...base, parentId: top.id });
  await Promise.all([
    team.api.trpc.channel.move.mutate({ channelId: below.id, parentId: closed.id, afterId: null }),
    team.api.trpc.channel.setVisibility.mutate({ channelId: top.id, visibility: 'private' }),
    team.api.trpc.app.setPermission.mutate({ appId: base.appId, permission: 'view' }),
    team.api.trpc.channel.setVisibility.mutate({ channelId: closed.id, visibility: 'inherit' }),
    team.api.trpc.channel.setPermission.mutate({ channelId: below.id, permission: 'comment' }),
  ]);
  expect([await levelOf(closed.id), await levelOf(top.id), await levelOf(below.id)]).toEqual([
    'view',
    'none',
    'comment',
  ]);
});
