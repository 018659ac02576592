import { makeChannel, makeGrant } from '@tandem/db/testing/factories/index';
import { MAX_CHANNEL_DEPTH } from '@tandem/shared/channel/schema';
import { beforeEach, describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { expectRefused, openTeam, treeOf, useTeam } from './team.ts';

const server = useServer();
const team = useTeam(server);
let appId: string;

beforeEach(async () => {
  appId = team.app.id;
});

const make = (name?: string, parentId?: string) =>
  team.api.trpc.channel.create.mutate({ appId, ...(name && { name }), ...(parentId && { parentId }) });

describe('creating a channel', () => {
  it('by POST /api/app/{id}/channel puts it first among its siblings, with a head', async () => {
    await make('Older');
    const answer = await team.api.post(`/api/app/${appId}/channel`, { name: 'Newer' });
    expect(answer).toMatchObject({ status: 200, code: 0 });
    const { id } = answer.data as { id: string };
    expect(answer.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      channelGuid: id,
      channelParentGuid: null,
      children: [],
      teamId: team.team.id,
      appId,
      parentId: null,
      kind: 'chat',
      name: 'Newer',
      icon: '',
      description: '',
      visibility: 'inherit',
      permission: 'edit',
      creatorId: team.owner.id,
      sort: expect.any(String),
      assistantId: null,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      activeAt: expect.stringMatching(/^\d{4}-.*Z$/),
      revision: 2,
      unread: 0,
      level: 'manage',
      answering: 'always',
      pinned: false,
      sharedWith: 0,
      archivedAt: null,
      abilities: { comment: true, send: true, ask: true, edit: true, manage: true },
    });
    expect(await treeOf(team.api, appId)).toEqual(['Newer', 'Older']);
    const head = await server.db
      .selectFrom('channel_head')
      .selectAll()
      .where('channelId', '=', id)
      .executeTakeFirst();
    expect(head).toEqual({ channelId: id, revision: 0, lastSeq: 0, messageCount: 0 });
  });

  it('below another works by parentGuid', async () => {
    const parent = await make('Parent');
    const answer = await team.api.post(`/api/app/${appId}/channel`, { name: 'Child', parentGuid: parent.id });
    expect(answer.data).toMatchObject({ channelParentGuid: parent.id });
    await make('Grandchild', (answer.data as { id: string }).id);
    await make('Second', parent.id);
    expect(await treeOf(team.api, appId)).toEqual([['Parent', ['Second', ['Child', ['Grandchild']]]]]);
  });

  it('without a name works, until its first answer names it', async () => {
    expect(await make()).toMatchObject({ name: '' });
  });

  it('is refused to commenters, and below an invisible channel', async () => {
    const { user, api } = await team.person('guest');
    await makeGrant(server.db, { teamId: team.team.id, targetId: appId, userId: user.id, level: 2 });
    await expectRefused(api.trpc.channel.create.mutate({ appId }), 'forbidden');
    const closed = await makeChannel(server.db, { appId, creatorId: team.owner.id, visibility: 'private' });
    const { api: member } = await team.person();
    await expectRefused(member.trpc.channel.create.mutate({ appId, parentId: closed.id }), 'notFound');
  });

  it('below a shared channel works without the app', async () => {
    const { user, api } = await team.person('guest');
    const shared = await makeChannel(server.db, { appId, creatorId: team.owner.id, name: 'Shared' });
    await makeChannel(server.db, { appId, creatorId: team.owner.id, name: 'Other' });
    await makeGrant(server.db, { teamId: team.team.id, targetId: shared.id, userId: user.id, level: 3 });
    await expectRefused(api.trpc.channel.create.mutate({ appId }), 'notFound');
    const child = await api.trpc.channel.create.mutate({ appId, parentId: shared.id, name: 'Mine' });
    expect(child).toMatchObject({ parentId: shared.id, level: 'manage' });
    expect(await treeOf(api, appId)).toEqual([['Shared', ['Mine']]]);
  });

  it('with an own and a foreign id is refused', async () => {
    const other = await openTeam(server);
    const theirs = await makeChannel(server.db, { appId: other.app.id, creatorId: other.owner.id });
    const mine = await make('Mine');
    const create = team.api.trpc.channel.create;
    await expectRefused(create.mutate({ appId, parentId: theirs.id }), 'notFound');
    await expectRefused(create.mutate({ appId: other.app.id, parentId: mine.id }), 'notFound');
    await expectRefused(create.mutate({ appId: other.app.id }), 'notFound');
    const { id: second } = await team.api.trpc.app.create.mutate({ name: 'Second', type: 'chat' });
    await expectRefused(create.mutate({ appId: second, parentId: mine.id }), 'notFound');
    expect(await treeOf(team.api, appId)).toEqual(['Mine']);
    expect(await treeOf(other.api, other.app.id)).toEqual(['Channel']);
    expect(await treeOf(team.api, second)).toEqual([]);
  });

  it('happens once for 200 parallel calls with one key', async () => {
    const clientKey = crypto.randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => team.api.post(`/api/app/${appId}/channel`, { clientKey })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ data }) => (data as { id: string }).id)).size).toBe(1);
    expect(await team.api.trpc.channel.list.query({ appId })).toHaveLength(1);
  });

  it('with a key used in another app is refused', async () => {
    const clientKey = crypto.randomUUID();
    const { id: second } = await team.api.trpc.app.create.mutate({ name: 'Second', type: 'chat' });
    const { create } = team.api.trpc.channel;
    const { id } = await create.mutate({ appId, name: 'First', clientKey });
    await expectRefused(create.mutate({ appId: second, name: 'First', clientKey }), 'conflict');
    expect(await treeOf(team.api, second)).toEqual([]);
    expect(await create.mutate({ appId, name: 'First', clientKey })).toMatchObject({ id, appId });
  });

  it('30 times at the same moment gives each its own place', async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, i) => team.api.post(`/api/app/${appId}/channel`, { name: `C${i}` })),
    );
    const list = await team.api.trpc.channel.list.query({ appId });
    expect(new Set(list.map(({ sort }) => sort)).size).toBe(30);
    expect(new Set(list.map(({ revision }) => revision)).size).toBe(30);
  });

  it('is refused below the maximum depth', async () => {
    let parentId: string | undefined;
    for (let depth = 1; depth <= MAX_CHANNEL_DEPTH; depth++)
      ({ id: parentId } = await make(`Level ${depth}`, parentId));
    await expectRefused(make('Too deep', parentId), 'treeTooDeep');
  });

  it.each([
    { name: '   ' },
    { name: 'x'.repeat(10_000) },
    { name: 'a\u0000b' },
    { name: null },
    { kind: 'draw' },
    { kind: 7 },
    { parentGuid: 'x' },
    { parentGuid: ['a'] },
    { id: crypto.randomUUID() },
    { appId: crypto.randomUUID() },
    { teamId: crypto.randomUUID() },
    { creatorId: 1 },
    { visibility: 'private' },
    { accessPath: [] },
    { teamLevel: 4 },
    { revision: 9 },
    { clientKey: 'x' },
  ])('is refused with %j', async (body) => {
    expect((await team.api.post(`/api/app/${appId}/channel`, body)).status).toBe(400);
    expect(await treeOf(team.api, appId)).toEqual([]);
  });
});

describe('reading and changing a channel', () => {
  it('by GET /api/channel/{id}', async () => {
    const parent = await make('Parent');
    const child = await make('Child', parent.id);
    const answer = await team.api.get(`/api/channel/${child.id}`);
    expect(answer.data).toMatchObject({
      id: child.id,
      channelGuid: child.id,
      channelParentGuid: parent.id,
      children: [],
      name: 'Child',
    });
  });

  it('leaves invisible ancestors unnamed', async () => {
    const closed = await makeChannel(server.db, {
      appId,
      creatorId: team.owner.id,
      visibility: 'private',
      name: 'Closed',
    });
    const open = await makeChannel(server.db, {
      appId,
      creatorId: team.owner.id,
      parentId: closed.id,
      visibility: 'team',
      level: 2,
      name: 'Open',
    });
    const { api } = await team.person();
    expect((await api.get(`/api/channel/${closed.id}`)).status).toBe(404);
    const answer = await api.get(`/api/channel/${open.id}`);
    expect(answer.data).toMatchObject({
      name: 'Open',
      level: 'comment',
      channelParentGuid: null,
      parentId: null,
    });
    expect(answer.text).not.toContain(closed.id);
    expect(await treeOf(api, appId)).toEqual(['Open']);
    expect(await treeOf(team.api, appId)).toEqual([['Closed', ['Open']]]);
  });

  it('to another name, icon and description is for anyone who may edit it', async () => {
    const { id: channelId } = await make('Old');
    const { user, api } = await team.person();
    const change = { channelId, name: ' New ', icon: '📌', description: 'What it is for\u0000' };
    expect(await api.trpc.channel.update.mutate(change)).toMatchObject({
      name: 'New',
      icon: '📌',
      description: 'What it is for',
    });
    expect(await api.trpc.channel.update.mutate({ channelId, icon: '' })).toMatchObject({
      name: 'New',
      icon: '',
    });
    await server.db.updateTable('member').set({ role: 'guest' }).where('userId', '=', user.id).execute();
    await expectRefused(api.trpc.channel.update.mutate({ channelId, name: 'Mine' }), 'notFound');
    await makeGrant(server.db, { teamId: team.team.id, targetId: channelId, userId: user.id, level: 2 });
    await expectRefused(api.trpc.channel.update.mutate({ channelId, name: 'Mine' }), 'forbidden');
  });

  it.each([
    { name: '' },
    { name: 'x'.repeat(81) },
    { description: 'x'.repeat(2_001) },
    { icon: '\u0007' },
    { sort: 'a' },
  ])('is refused with %j', async (change) => {
    const { id: channelId } = await make('Old');
    await expectRefused(team.api.trpc.channel.update.mutate({ channelId, ...change }), 'invalidInput');
    expect((await team.api.trpc.channel.get.query({ channelId })).name).toBe('Old');
  });

  it('is refused to another team', async () => {
    const { id: channelId } = await make('Mine');
    const other = await openTeam(server);
    expect((await other.api.get(`/api/channel/${channelId}`)).status).toBe(404);
    expect((await other.api.get(`/api/app/${appId}/channel/-/list`)).status).toBe(404);
    await expectRefused(other.api.trpc.channel.update.mutate({ channelId, name: 'Theirs' }), 'notFound');
    await expectRefused(other.api.trpc.channel.markRead.mutate({ channelId }), 'notFound');
  });

  it('works for someone whose current team is another', async () => {
    const { id: channelId } = await make('Mine');
    const other = await openTeam(server);
    await server.db
      .insertInto('member')
      .values({ teamId: team.team.id, userId: other.owner.id, role: 'member' })
      .execute();
    expect(await other.api.trpc.channel.get.query({ channelId })).toMatchObject({ level: 'edit' });
  });
});
