import { makeUsage, makeUser } from '@tandem/db/testing/factories/index';
import type { TeamRole } from '@tandem/shared/team/schema';
import { beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, useOwnServer } from '../harness/server.ts';
import { signUp } from '../session/people.ts';
import { inviteTo } from '../team/inviting.ts';
import { ownChannel, type Settled, settled } from './personal.ts';
import { expectRefused, openTeam, type Team, useTeam } from './team.ts';

/** Apps that are a member's own: "My chats". */
const server = useOwnServer();
const team = useTeam(server);

const appsOf = async ({ api }: Pick<Team, 'api'>) => await api.trpc.app.list.query();

describe('a personal app is created', () => {
  it('with the account that founds a team, after the team’s chat app, in its reader’s language', async () => {
    const server = await startTestServer();
    try {
      const { token } = await signUp(server, 'olive@example.com', 'Olive');
      const { trpc } = (await import('../../running/api.ts')).apiFor(server.url, token);
      const apps = await trpc.app.list.query();
      expect(apps.map(({ name, personal }) => [name, personal])).toEqual([
        ['Chat', false],
        ['My chats', true],
      ]);
      expect(apps[1]).toMatchObject({
        type: 'chat',
        visibility: 'private',
        level: 'manage',
        abilities: { createChannel: true, edit: true, manage: false },
      });
      const [assistant] = await trpc.assistant.list.query({ appId: apps[1]?.id ?? '' });
      expect(assistant).toMatchObject({ name: 'Assistant' });
      await trpc.user.update.mutate({ language: 'zh-CN' });
      expect((await trpc.app.list.query()).map(({ name }) => name)).toEqual(['Chat', '我的聊天']);
      await trpc.app.update.mutate({ appId: apps[1]?.id ?? '', name: 'Notebook' });
      await trpc.user.update.mutate({ language: 'en' });
      expect((await trpc.app.list.query()).map(({ name }) => name)).toEqual(['Chat', 'Notebook']);
    } finally {
      await server.close();
    }
  });

  it.each(['admin', 'member', 'guest'] as const)(
    'by an invitation as %s, unless for a guest',
    async (role) => {
      const user = await makeUser(server.db, { language: 'zh-CN' });
      const api = await server.as(user.id);
      const { id } = await inviteTo(server, team, { email: user.email, role });
      await api.trpc.invitation.accept.mutate({ invitationId: id });
      const own = (await appsOf({ api })).filter(({ personal }) => personal);
      expect(own.map(({ name }) => name)).toEqual(role === 'guest' ? [] : ['我的聊天']);
    },
  );

  it('for each team separately', async () => {
    const other = await openTeam(server);
    const { api, user } = await settled(server, team);
    const { id } = await inviteTo(server, other, { email: user.email, role: 'member' });
    const { teamId } = await api.trpc.invitation.accept.mutate({ invitationId: id });
    const there = (await appsOf({ api })).filter(({ personal }) => personal);
    expect(there).toMatchObject([{ teamId, personal: true }]);
  });

  it('when a guest becomes a member, and is dormant while a member is a guest', async () => {
    const person = await settled(server, team, 'guest');
    expect(person.appId).toBe('');
    const { id: userId } = person.user;
    const set = (role: TeamRole) => team.api.trpc.team.setRole.mutate({ userId, role });
    const own = async () => (await appsOf(person)).filter(({ personal }) => personal).map(({ id }) => id);
    await set('member');
    const [appId = ''] = await own();
    const channel = await ownChannel({ ...person, appId });
    await set('guest');
    expect(await own()).toEqual([]);
    await expectRefused(ownChannel({ ...person, appId }), 'notFound');
    await set('admin');
    expect(await own()).toEqual([appId]);
    expect(await person.api.trpc.channel.get.query({ channelId: channel.id })).toMatchObject({ appId });
  });
});

describe('a personal app', () => {
  let lena: Settled;
  let channelId: string;
  beforeEach(async () => {
    lena = await settled(server, team);
    channelId = (await ownChannel(lena)).id;
  });

  const readers: [string, () => Promise<Pick<Team, 'api'>>][] = [
    ['the owner', async () => team],
    ['an admin', () => settled(server, team, 'admin')],
    ['a member', () => settled(server, team)],
    ['a guest', () => settled(server, team, 'guest')],
    ['somebody of another team', () => openTeam(server)],
  ];
  it.each(readers)('is invisible to %s in every way', async (_who, reader) => {
    const { api } = await reader();
    const { appId } = lena;
    await expectRefused(api.trpc.app.get.query({ appId }), 'notFound');
    await expectRefused(api.trpc.channel.get.query({ channelId }), 'notFound');
    await expectRefused(api.trpc.message.list.query({ channelId }), 'notFound');
    await expectRefused(api.trpc.channel.list.query({ appId }), 'notFound');
    await expectRefused(api.trpc.assistant.list.query({ appId }), 'notFound');
    await expectRefused(api.trpc.grant.list.query({ appId }), 'notFound');
    await expectRefused(
      api.trpc.grant.share.mutate({ appId, users: [{ userId: lena.user.id, permission: 'view' }] }),
      'notFound',
    );
    await expectRefused(api.trpc.app.remove.mutate({ appId }), 'notFound');
    await expectRefused(api.trpc.app.setVisibility.mutate({ appId, visibility: 'team' }), 'notFound');
    await expectRefused(api.trpc.app.update.mutate({ appId, name: 'Mine' }), 'notFound');
    await expectRefused(api.trpc.channel.create.mutate({ appId, kind: 'chat' }), 'notFound');
    expect((await api.get(`/api/app/${appId}/info`)).status).toBe(404);
    expect((await api.get(`/api/app/${appId}/channel/-/list`)).status).toBe(404);
    expect((await api.get('/api/space/list')).text).not.toContain(appId);
    expect((await api.get('/api/home/recent')).text).not.toContain(channelId);
    expect(JSON.stringify(await api.trpc.search.find.query({ query: 'private question' }))).not.toContain(
      channelId,
    );
  });

  it('is not listed for administrators, nor administered by them', async () => {
    const { appId } = lena;
    const { list } = await team.api.trpc.app.administered.query({});
    expect(list.map(({ id }) => id)).toEqual([team.app.id]);
    expect((await team.api.get('/api/admin/application/-/list')).text).not.toContain(appId);
    const { trpc } = team.api;
    await expectRefused(trpc.app.administer.mutate({ appId, archived: true }), 'notFound');
    await expectRefused(trpc.app.administer.mutate({ appId, ownerId: team.owner.id }), 'notFound');
    await expectRefused(trpc.app.discard.mutate({ appId }), 'notFound');
    await expectRefused(trpc.app.audience.query({ appId }), 'notFound');
  });

  it('shows administrators its cost and member, but no names', async () => {
    const { appId, user, api } = lena;
    await api.trpc.app.update.mutate({ appId, name: 'Looking for a job', icon: '🦊' });
    await makeUsage(server.db, { teamId: team.team.id, userId: user.id, appId });
    const today = new Date().toISOString().slice(0, 10);
    const { apps, now } = await team.api.trpc.statistic.total.query({ from: today, to: today });
    expect(apps).toMatchObject([{ id: appId, name: `My chats · ${user.name}`, icon: '' }]);
    expect(now.apps).toBe(1);
  });

  it('gets no budget of its own, which would name it', async () => {
    const { appId, user, api } = lena;
    await api.trpc.app.update.mutate({ appId, name: 'Looking for a job' });
    const { budget } = team.api.trpc;
    const bounds = { period: 'day', amount: 1_000_000_000 } as const;
    await expectRefused(budget.set.mutate({ appId, ...bounds }), 'notFound');
    await budget.set.mutate({ userId: user.id, ...bounds });
    expect(JSON.stringify(await budget.list.query({}))).not.toContain('Looking for a job');
  });

  it('is in each of its member’s lists, except where it could be shared as a whole', async () => {
    const { api, appId, user } = lena;
    const spaces = (await api.get('/api/space/list')).data as { apps: { id: string; personal: boolean }[] }[];
    expect(spaces.flatMap(({ apps }) => apps.filter(({ personal }) => personal))).toMatchObject([
      { id: appId },
    ]);
    expect((await api.get(`/api/app/${appId}/info`)).data).toMatchObject({ id: appId, personal: true });
    expect((await api.trpc.grant.list.query({ appId })).abilities).toEqual({ manage: false, invite: false });
    const invitee = { userId: team.owner.id, permission: 'view' as const };
    const refusals = [
      api.trpc.grant.share.mutate({ appId, users: [invitee] }),
      api.trpc.grant.share.mutate({ appId, users: [{ email: 'x@example.com', permission: 'view' }] }),
      api.trpc.grant.set.mutate({ appId, ...invitee }),
      api.trpc.grant.remove.mutate({ appId, userId: user.id }),
      api.trpc.app.setVisibility.mutate({ appId, visibility: 'team' }),
      api.trpc.app.setPermission.mutate({ appId, permission: 'view' }),
      api.trpc.app.remove.mutate({ appId }),
    ];
    await Promise.all(refusals.map((refusal) => expectRefused(refusal, 'personalApp')));
    const answer = await api.put(`/api/app/${appId}/visibility`, { visibility: 'team' });
    expect(answer).toMatchObject({ status: 409, code: 40947 });
    expect(answer.msg).toContain('your personal app');
  });

  it('is unchanged by PUT of its GET, as any app', async () => {
    const path = `/api/app/${lena.appId}/info`;
    const { data } = await lena.api.get(path);
    expect(await lena.api.put(path, data as object)).toMatchObject({ status: 200 });
    expect((await lena.api.get(path)).data).toEqual({ ...(data as object), revision: expect.any(Number) });
  });

  it('is announced to others by no socket', async () => {
    const heard = await team.announced(() => ownChannel(lena, 'Another'));
    expect(JSON.stringify(heard)).not.toContain('Another');
    const since = await team.api.trpc.team.tree.query({});
    expect(JSON.stringify(since)).not.toContain(lena.appId);
    expect(JSON.stringify(since)).not.toContain(channelId);
  });
});

describe('a channel in a personal app', () => {
  it('is shared like any other, with one or with all, and moves to an app of the team', async () => {
    const lena = await settled(server, team);
    const colleague = await settled(server, team);
    const { id: channelId } = await ownChannel(lena);
    const read = () => colleague.api.trpc.channel.get.query({ channelId });
    await expectRefused(read(), 'notFound');
    const invitee = { userId: colleague.user.id, permission: 'view' as const };
    await lena.api.trpc.grant.share.mutate({ channelId, users: [invitee] });
    expect(await read()).toMatchObject({ id: channelId, level: 'view' });
    await expectRefused(colleague.api.trpc.app.get.query({ appId: lena.appId }), 'notFound');
    expect(await colleague.api.trpc.grant.shared.query({})).toMatchObject({ list: [{ id: channelId }] });
    await lena.api.trpc.grant.remove.mutate({ channelId, userId: colleague.user.id });
    await expectRefused(read(), 'notFound');
    await lena.api.trpc.channel.setVisibility.mutate({ channelId, visibility: 'team' });
    expect(await read()).toMatchObject({ level: 'edit' });
    await lena.api.trpc.channel.setVisibility.mutate({ channelId, visibility: 'inherit' });
    await expectRefused(read(), 'notFound');
    const place = { channelId, appId: team.app.id, parentId: null, afterId: null };
    await lena.api.trpc.channel.move.mutate(place);
    expect(await read()).toMatchObject({ appId: team.app.id, level: 'edit' });
  });

  it('takes nobody along when it comes from an app of the team', async () => {
    const lena = await settled(server, team);
    const { id: channelId } = await ownChannel({ ...lena, appId: team.app.id });
    await team.api.trpc.channel.get.query({ channelId });
    await lena.api.trpc.channel.move.mutate({
      channelId,
      appId: lena.appId,
      parentId: null,
      afterId: null,
    });
    await expectRefused(team.api.trpc.channel.get.query({ channelId }), 'notFound');
    expect(await lena.api.trpc.channel.get.query({ channelId })).toMatchObject({ level: 'manage' });
  });
});

describe('a new app', () => {
  it.each(['team', 'private'] as const)('has the stated audience: %s', async (visibility) => {
    const { api } = await team.person();
    const made = await api.trpc.app.create.mutate({ name: 'Plans', type: 'chat', visibility });
    expect(made).toMatchObject({ visibility, personal: false, abilities: { manage: true } });
    const seen = (await appsOf(team)).some(({ id }) => id === made.id);
    expect(seen).toBe(visibility === 'team');
    const byRest = await api.post('/api/app', { name: 'Notes', type: 'note', visibility });
    expect(byRest.data).toMatchObject({ visibility });
    expect((await api.post('/api/app', { name: 'X', type: 'note', visibility: 'public' })).status).toBe(400);
    expect((await api.post('/api/app', { name: 'X', type: 'note', personal: true })).status).toBe(400);
  });
});

describe('a space', () => {
  it('is removed although it has personal apps, which move to the first remaining space', async () => {
    const lena = await settled(server, team);
    const { trpc } = team.api;
    const { id: next } = await trpc.space.create.mutate({ name: 'Next' });
    await trpc.app.move.mutate({ appId: team.app.id, spaceId: next, afterId: null });
    await trpc.space.remove.mutate({ spaceId: team.space.id });
    const apps = await appsOf(lena);
    expect(apps.map(({ id, spaceId }) => [id, spaceId])).toEqual([
      [team.app.id, next],
      [lena.appId, next],
    ]);
    await expectRefused(trpc.space.remove.mutate({ spaceId: next }), 'spaceNotEmpty');
  });
});
