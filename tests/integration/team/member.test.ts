import { makeChannel, makeMember, makeTeam, makeUser } from '@tandem/db/testing/factories/index';
import type { TeamRole } from '@tandem/shared/team/schema';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '../../running/api.ts';
import { useOwnServer, useServer } from '../harness/server.ts';
import { expectRefused, openTeam, type Team, useTeam } from '../workspace/team.ts';

const server = useServer();
const team = useTeam(server);

const roleOf = async (userId: number) => {
  const row = await server.db
    .selectFrom('member')
    .selectAll()
    .where('teamId', '=', team.team.id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row && { role: row.role, suspended: row.suspendedAt !== null };
};
const rename = (userId: number, name: string) =>
  server.db.updateTable('user').set({ name }).where('id', '=', userId).execute();

describe('the list of members', () => {
  it('shows administrators everything and others names and roles', async () => {
    const [admin, member] = [await team.person('admin'), await team.person()];
    await server.db
      .updateTable('member')
      .set({ suspendedAt: new Date() })
      .where('userId', '=', member.user.id)
      .execute();
    const { list } = await admin.api.trpc.team.members.query({});
    expect(list.map(({ id, role, suspended }) => ({ id, role, suspended }))).toEqual([
      { id: admin.user.id, role: 'admin', suspended: false },
      { id: member.user.id, role: 'member', suspended: true },
      { id: team.owner.id, role: 'owner', suspended: false },
    ]);
    expect(list[0]?.lastSeenAt).toBeInstanceOf(Date);
    expect(list.map(({ abilities }) => abilities)).toEqual([
      { roles: ['admin', 'member', 'guest'], suspend: false, remove: false },
      { roles: ['admin', 'member', 'guest'], suspend: true, remove: true },
      { roles: [], suspend: false, remove: false },
    ]);
    const plain = await team.person();
    const seen = (await plain.api.trpc.team.members.query({})).list;
    expect(seen.map(({ id }) => id).sort()).toEqual([admin.user.id, plain.user.id, team.owner.id].sort());
    for (const { lastSeenAt, abilities } of seen) {
      expect(lastSeenAt).toBeNull();
      expect(abilities).toEqual({ roles: [], suspend: false, remove: false });
    }
  });

  it('shows a guest only people they share a channel with', async () => {
    const [guest] = [await team.person('guest'), await team.person()];
    const { list } = await guest.api.trpc.team.members.query({});
    expect(list.map(({ id }) => id)).toEqual([guest.user.id]);
  });

  it('is searched by name and address, and comes in pages', async () => {
    for (const name of ['zoe', 'Ábel', 'Bella', 'bob %_', 'Bo\\b'])
      await rename((await team.person()).user.id, name);
    const named = async (query: string) =>
      (await team.api.trpc.team.members.query({ query })).list.map(({ name }) => name);
    // No part of an address, which are hexadecimal.
    expect(await named('BEL')).toEqual(['Ábel', 'Bella']);
    expect(await named('%_')).toEqual(['bob %_']);
    expect(await named('\\')).toEqual(['Bo\\b']);
    expect(await named('\0\ud800')).toEqual([]);
    expect(await named(team.owner.email.slice(0, 12).toUpperCase())).toEqual(['Olive Owner']);
    const paged: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await team.api.trpc.team.members.query({ limit: 2, cursor });
      paged.push(...page.list.map(({ name }) => name));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(paged).toEqual((await team.api.trpc.team.members.query({})).list.map(({ name }) => name));
    expect(paged).toHaveLength(6);
  });

  it.each([
    { limit: 0 },
    { limit: 101 },
    { cursor: 'x' },
    { cursor: '9' },
    { cursor: Buffer.from('["a\\u0000",1]').toString('base64url') },
    { query: 'q'.repeat(201) },
  ])('refuses %j', async (input) => {
    await expectRefused(team.api.trpc.team.members.query(input), 'invalidInput');
  });
});

describe('roles', () => {
  const setRole = (api: Api, userId: number, role: TeamRole) =>
    api.trpc.team.setRole.mutate({ userId, role });

  it('are assigned by administrators, and the person’s tabs update', async () => {
    const member = await team.person();
    const heard: string[] = [];
    const stop = server.platform.bus.subscribe(`user:${member.user.id}`, ({ type }) => heard.push(type));
    expect(await setRole(team.api, member.user.id, 'admin')).toMatchObject({
      id: member.user.id,
      role: 'admin',
    });
    stop();
    expect(heard).toEqual(['profile.changed']);
    expect((await member.api.trpc.team.get.query()).abilities).toMatchObject({
      invite: ['admin', 'member', 'guest'],
      rename: true,
    });
  });

  it('and suspensions that end resend the tree, even to a client with the newest revision', async () => {
    const { user, api } = await team.person();
    const { id } = await makeChannel(server.db, { appId: team.app.id, creatorId: team.owner.id });
    let revision = (await api.trpc.team.tree.query())?.treeRevision as number;
    const news = async () => {
      const event = await api.trpc.team.tree.query({ revision });
      if (event?.type !== 'tree') throw new Error(`no tree: ${JSON.stringify(event)}`);
      revision = event.treeRevision;
      return { reset: event.reset, channels: event.channels.map((channel) => channel.id) };
    };
    await setRole(team.api, user.id, 'guest');
    expect(await news()).toEqual({ reset: true, channels: [] });
    await setRole(team.api, user.id, 'member');
    expect(await news()).toEqual({ reset: true, channels: [id] });
    for (const suspended of [true, false])
      await team.api.trpc.team.suspend.mutate({ userId: user.id, suspended });
    expect(await news()).toEqual({ reset: true, channels: [id] });
  });

  it('above one’s own cannot be given or taken', async () => {
    const [admin, member, guest] = [
      await team.person('admin'),
      await team.person(),
      await team.person('guest'),
    ];
    await expectRefused(setRole(admin.api, admin.user.id, 'owner'), 'forbidden');
    await expectRefused(setRole(admin.api, member.user.id, 'owner'), 'forbidden');
    await expectRefused(setRole(admin.api, team.owner.id, 'member'), 'forbidden');
    for (const { api, user } of [member, guest])
      for (const role of ['owner', 'admin', 'member'] as const)
        await expectRefused(setRole(api, user.id, role), 'forbidden');
    expect(await roleOf(team.owner.id)).toEqual({ role: 'owner', suspended: false });
  });

  it('cannot be set by other fields', async () => {
    const member = await team.person();
    const input = { name: 'Mallory', role: 'owner', teams: [{ teamId: team.team.id, role: 'owner' }] };
    await expectRefused(member.api.trpc.user.update.mutate(input as never), 'invalidInput');
    const forged = { userId: member.user.id, role: 'admin', teamId: team.team.id };
    await expectRefused(member.api.trpc.team.setRole.mutate(forged as never), 'forbidden');
    await expectRefused(team.api.trpc.team.setRole.mutate(forged as never), 'invalidInput');
    expect(await roleOf(member.user.id)).toEqual({ role: 'member', suspended: false });
  });

  it('of people in other teams cannot be reached', async () => {
    const other = await openTeam(server);
    await expectRefused(setRole(team.api, other.owner.id, 'guest'), 'notFound');
    await expectRefused(
      team.api.trpc.team.suspend.mutate({ userId: other.owner.id, suspended: true }),
      'notFound',
    );
    await expectRefused(team.api.trpc.team.removeMember.mutate({ userId: other.owner.id }), 'notFound');
    await expectRefused(setRole(team.api, 2_147_483_647, 'guest'), 'notFound');
    for (const userId of [0, -1, 1.5, '1', null, 2_147_483_648])
      await expectRefused(setRole(team.api, userId as number, 'guest'), 'invalidInput');
  });
});

describe('the last owner', () => {
  it('cannot be demoted or leave, in any way', async () => {
    const { trpc } = team.api;
    await expectRefused(trpc.team.setRole.mutate({ userId: team.owner.id, role: 'admin' }), 'lastOwner');
    await expectRefused(trpc.team.leave.mutate(), 'lastOwner');
    await expectRefused(trpc.team.removeMember.mutate({ userId: team.owner.id }), 'forbidden');
    await expectRefused(trpc.team.suspend.mutate({ userId: team.owner.id, suspended: true }), 'forbidden');
  });

  it('is the last active one; a suspended one does not count', async () => {
    const second = await team.person('owner');
    await team.api.trpc.team.suspend.mutate({ userId: second.user.id, suspended: true });
    await expectRefused(team.api.trpc.team.leave.mutate(), 'lastOwner');
    await team.api.trpc.team.suspend.mutate({ userId: second.user.id, suspended: false });
    await team.api.trpc.team.leave.mutate();
    expect(await roleOf(team.owner.id)).toBeUndefined();
  });

  it('remains when two owners go at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const fresh = await openTeam(server);
      const second = await fresh.person('owner');
      const results = await Promise.allSettled([
        fresh.api.trpc.team.leave.mutate(),
        second.api.trpc.team.setRole.mutate({ userId: second.user.id, role: 'member' }),
      ]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });
});

describe('a team', () => {
  it('says who may create assistants and templates: guests would be refused', async () => {
    for (const role of ['admin', 'member', 'guest'] as const) {
      const { api } = await team.person(role);
      const { abilities } = await api.trpc.team.get.query();
      const may = role !== 'guest';
      expect(abilities, role).toMatchObject({ createAssistant: may, saveTemplate: may });
      const tried = api.trpc.assistant.create.mutate({ name: 'Mine' });
      if (may) await tried;
      else await expectRefused(tried, 'forbidden');
    }
  });

  it('is renamed by administrators', async () => {
    const member = await team.person();
    await expectRefused(member.api.trpc.team.rename.mutate({ name: 'Ours' }), 'forbidden');
    await expectRefused(team.api.trpc.team.rename.mutate({ name: ' ' }), 'invalidInput');
    expect((await team.api.trpc.team.rename.mutate({ name: ' Acme ' })).name).toBe('Acme');
    expect((await member.api.trpc.user.profile.query()).teams[0]?.name).toBe('Acme');
  });

  it('cannot be switched to by non-members', async () => {
    const foreign = await makeTeam(server.db);
    await expectRefused(team.api.trpc.user.update.mutate({ currentTeamId: foreign.id }), 'notFound');
  });
});

describe('the first team', () => {
  // What its operators may, and who may join, holds for the whole installation.
  const own = useOwnServer();
  let first: Team;
  beforeAll(async () => {
    first = await openTeam(own);
  });

  it('has operators, who create teams with a first space and switch to them', async () => {
    await expectRefused((await openTeam(own)).api.trpc.team.create.mutate({ name: 'Mine' }), 'forbidden');
    const user = await makeUser(own.db);
    await makeMember(own.db, { teamId: first.team.id, userId: user.id, role: 'admin' });
    const api = await own.as(user.id);
    const made = await api.trpc.team.create.mutate({ name: 'Another' });
    expect(made).toMatchObject({
      name: 'Another',
      role: 'owner',
      abilities: { createTeam: true, preference: false },
    });
    expect((await api.trpc.user.profile.query()).currentTeamId).toBe(first.team.id);
    await api.trpc.user.update.mutate({ currentTeamId: made.id });
    expect(await api.trpc.space.list.query()).toMatchObject([
      { apps: [{ type: 'chat', personal: false }, { personal: true }] },
    ]);
    expect((await api.trpc.team.members.query({})).list.map(({ id }) => id)).toEqual([user.id]);
    await api.trpc.user.update.mutate({ currentTeamId: first.team.id });
    expect((await api.trpc.team.get.query()).id).toBe(first.team.id);
    expect((await api.trpc.team.members.query({})).list.length).toBeGreaterThan(1);
  });

  it('decides who may join without an invitation', async () => {
    const team = await openTeam(own);
    expect(await team.api.trpc.team.getPreference.query()).not.toHaveProperty('registration');
    await expectRefused(team.api.trpc.team.setPreference.mutate({ registration: 'open' }), 'forbidden');
    const [user, plain] = [await makeUser(own.db), await makeUser(own.db)];
    await makeMember(own.db, { teamId: first.team.id, userId: user.id, role: 'owner' });
    await makeMember(own.db, { teamId: first.team.id, userId: plain.id });
    const { trpc } = await own.as(user.id);
    const stored = await trpc.team.setPreference.mutate({
      emailDomains: ['@Acme.Example', 'acme.example', 'gmail.com', 'xn--bcher-kva.example'],
    });
    expect(stored).toMatchObject({
      registration: 'invitation',
      emailDomains: ['acme.example', 'gmail.com', 'xn--bcher-kva.example'],
      publicDomains: ['gmail.com'],
    });
    expect(await trpc.team.getPreference.query()).toEqual(stored);
    for (const domain of [
      '',
      'acme',
      'a b.example',
      '*.example',
      'acme.example/x',
      'a..example',
      '-a.example',
      'a@b.example',
    ])
      await expectRefused(trpc.team.setPreference.mutate({ emailDomains: [domain] }), 'invalidInput');
    await expectRefused((await own.as(plain.id)).trpc.team.setPreference.mutate({}), 'forbidden');
  });
});

describe('access', () => {
  it('ends with the membership, and returns after a suspension', async () => {
    const member = await team.person();
    const channel = await makeChannel(server.db, { appId: team.app.id, creatorId: team.owner.id });
    const read = () => member.api.trpc.channel.get.query({ channelId: channel.id });
    await read();
    const userId = member.user.id;
    const elsewhere = await makeTeam(server.db);
    await makeMember(server.db, { teamId: elsewhere.id, userId });
    await team.api.trpc.team.suspend.mutate({ userId, suspended: true });
    await expectRefused(read(), 'notFound');
    await team.api.trpc.team.suspend.mutate({ userId, suspended: false });
    await read();
    await team.api.trpc.team.removeMember.mutate({ userId });
    await expectRefused(read(), 'notFound');
  });
});
