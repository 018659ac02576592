import { makeApp, makeChannel, makeGrant, makeUser } from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import { beforeEach, describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { expectRefused, openTeam, useTeam } from '../workspace/team.ts';

const server = useServer();
const team = useTeam(server);
/** A private app of the owner's with a channel. */
let appId: string;
let channelId: string;

beforeEach(async () => {
  const base = { teamId: team.team.id, creatorId: team.owner.id };
  appId = (
    await makeApp(server.db, { ...base, spaceId: team.space.id, name: 'Plans', visibility: 'private' })
  ).id;
  channelId = (await makeChannel(server.db, { ...base, appId, name: 'Ideas' })).id;
});

const grants = async (targetId: string) =>
  new Map(
    (await server.db.selectFrom('grant').selectAll().where('targetId', '=', targetId).execute()).map(
      ({ userId, level }) => [userId, level],
    ),
  );
const notices = (userId: number) =>
  server.db.selectFrom('notice').selectAll().where('userId', '=', userId).execute();

describe('sharing an app or channel', () => {
  it('works by number and by address, with a notification, and is changed by sharing again', async () => {
    const [ada, bob] = [await team.person(), await team.person()];
    const answer = await team.api.put(`/api/app/${appId}/share`, {
      users: [
        { userId: ada.user.id, permission: 'view' },
        { email: bob.user.email.toUpperCase(), permission: 'edit' },
      ],
    });
    expect(answer).toMatchObject({ status: 200, code: 0 });
    expect(answer.data).toMatchObject({
      people: expect.arrayContaining([
        expect.objectContaining({ id: ada.user.id, level: 'view', own: 'view', source: { kind: 'grant' } }),
        expect.objectContaining({ id: bob.user.id, level: 'edit' }),
      ]),
      pending: [],
    });
    expect(await ada.api.trpc.channel.get.query({ channelId })).toMatchObject({ level: 'view' });
    expect(await notices(ada.user.id)).toMatchObject([
      { kind: 'share', appId, channelId: null, actorId: team.owner.id },
    ]);

    await team.api.trpc.grant.share.mutate({ appId, users: [{ userId: ada.user.id, permission: 'manage' }] });
    expect(await ada.api.trpc.app.get.query({ appId })).toMatchObject({ level: 'manage' });
    expect(await notices(ada.user.id)).toHaveLength(1);
  });

  it('invites an outsider as a guest, which can be withdrawn', async () => {
    const email = `${crypto.randomUUID()}@example.test`;
    const users = [{ email, permission: 'comment' as const }];
    const { people, pending } = await team.api.trpc.grant.share.mutate({ channelId, users });
    expect(people).toEqual([]);
    const link = expect.stringMatching(/\/register\?invitation=[\w-]{43}$/);
    expect(pending).toEqual([{ invitationId: expect.any(String), email, permission: 'comment', link }]);
    const [invited] = pending;
    const invitationId = invited?.invitationId ?? '';
    expect(
      await server.db.selectFrom('invitation').selectAll().where('id', '=', invitationId).executeTakeFirst(),
    ).toMatchObject({ email, role: 'guest', teamId: team.team.id, inviterId: team.owner.id });
    // Less than before is less.
    await team.api.trpc.grant.share.mutate({ channelId, users: [{ email, permission: 'view' }] });
    expect((await team.api.trpc.grant.list.query({ channelId })).pending).toEqual([
      { invitationId, email, permission: 'view', link },
    ]);
    const other = await openTeam(server);
    await expectRefused(other.api.trpc.grant.withdraw.mutate({ channelId, invitationId }), 'notFound');
    expect(await other.api.trpc.grant.withdraw.mutate({ appId: other.app.id, invitationId })).toEqual({
      withdrawn: false,
    });
    expect(await team.api.trpc.grant.withdraw.mutate({ channelId, invitationId })).toEqual({
      withdrawn: true,
    });
    expect((await team.api.trpc.grant.list.query({ channelId })).pending).toEqual([]);
    const ended = server.db.selectFrom('invitation').select('endedAt').where('id', '=', invitationId);
    expect((await ended.executeTakeFirst())?.endedAt).toBeInstanceOf(Date);
  });

  it('is all or nothing', async () => {
    const { user } = await team.person();
    const stranger = await makeUser(server.db);
    const suspended = await team.person();
    await server.db
      .updateTable('member')
      .set({ suspendedAt: new Date() })
      .where('userId', '=', suspended.user.id)
      .execute();
    const good = { userId: user.id, permission: 'edit' as const };
    for (const bad of [
      { userId: stranger.id },
      { userId: 2_147_483_647 },
      { userId: suspended.user.id },
      { email: suspended.user.email },
    ]) {
      const users = [good, { ...bad, permission: 'view' as const }];
      await expectRefused(team.api.trpc.grant.share.mutate({ appId, users }), 'notFound');
      expect(await grants(appId)).toEqual(new Map([[team.owner.id, levelRank.manage]]));
    }
    expect(await notices(user.id)).toEqual([]);
  });

  it('refuses invalid input', async () => {
    const { user } = await team.person();
    for (const body of [
      {},
      { users: {} },
      { users: [{ userId: user.id }] },
      { users: [{ permission: 'view' }] },
      { users: [{ userId: user.id, email: user.email, permission: 'view' }] },
      { users: [{ userId: user.id, permission: 'owner' }] },
      { users: [{ userId: user.id, permission: 4 }] },
      { users: [{ userId: 2 ** 31, permission: 'view' }] },
      { users: [{ email: 'x'.repeat(10_000), permission: 'view' }] },
      { users: [{ email: '   ', permission: 'view' }] },
      { users: Array.from({ length: 101 }, () => ({ userId: user.id, permission: 'view' })) },
      { users: [], teamId: team.team.id },
      { users: [], channelId },
    ])
      expect(
        (await team.api.put(`/api/app/${appId}/share`, body)).status,
        JSON.stringify(body).slice(0, 99),
      ).toBe(400);
    await expectRefused(team.api.trpc.grant.share.mutate({ users: [] }), 'invalidInput');
    await expectRefused(team.api.trpc.grant.list.query({ appId, channelId }), 'invalidInput');
  });
});

describe('who may share', () => {
  it('requires managing it: below that every verb is refused, and nothing changes', async () => {
    const { user: victim } = await team.person();
    await makeGrant(server.db, { teamId: team.team.id, targetId: appId, userId: victim.id, level: 1 });
    for (const level of [1, 2, 3]) {
      const { user, api } = await team.person();
      await makeGrant(server.db, { teamId: team.team.id, targetId: appId, userId: user.id, level });
      const before = [await grants(appId), await grants(channelId)];
      for (const target of [{ appId }, { channelId }]) {
        const users = [{ userId: user.id, permission: 'manage' as const }];
        const one = { ...target, userId: victim.id };
        const calls = [
          api.trpc.grant.share.mutate({ ...target, users }),
          api.trpc.grant.share.mutate({ ...target, users: [] }),
          api.trpc.grant.set.mutate({ ...one, permission: 'view' }),
          api.trpc.grant.set.mutate({ ...target, userId: user.id, permission: 'manage' }),
          api.trpc.grant.remove.mutate(one),
          api.trpc.grant.withdraw.mutate({ ...target, invitationId: crypto.randomUUID() }),
        ];
        await Promise.all(calls.map((call) => expectRefused(call, 'forbidden')));
        expect((await api.trpc.grant.list.query(target)).abilities).toEqual({ manage: false, invite: false });
      }
      expect([await grants(appId), await grants(channelId)]).toEqual(before);
    }
  });

  it('requires seeing it', async () => {
    const { user, api } = await team.person('admin');
    const other = await openTeam(server);
    const users = [{ userId: user.id, permission: 'manage' as const }];
    for (const person of [api, other.api])
      for (const target of [{ appId }, { channelId }, { appId: other.app.id, channelId }]) {
        await expectRefused(person.trpc.grant.list.query(target), 'notFound');
        await expectRefused(person.trpc.grant.share.mutate({ ...target, users }), 'notFound');
        await expectRefused(person.trpc.grant.remove.mutate({ ...target, userId: user.id }), 'notFound');
      }
    expect((await grants(appId)).has(user.id)).toBe(false);
  });

  it('is limited for a guest to people they see, and nobody new', async () => {
    const guest = await team.person('guest');
    const [seen, unseen] = [await team.person('guest'), await team.person()];
    for (const [userId, level] of [
      [guest.user.id, 4],
      [seen.user.id, 1],
    ] as const)
      await makeGrant(server.db, { teamId: team.team.id, targetId: appId, userId, level });
    const share = (users: Parameters<typeof guest.api.trpc.grant.share.mutate>[0]['users']) =>
      guest.api.trpc.grant.share.mutate({ appId, users });
    await share([{ userId: seen.user.id, permission: 'edit' }]);
    await expectRefused(share([{ userId: unseen.user.id, permission: 'view' }]), 'notFound');
    // A colleague whom they may not see answers like a stranger.
    await expectRefused(share([{ email: unseen.user.email, permission: 'view' }]), 'forbidden');
    await expectRefused(share([{ email: 'new@example.test', permission: 'view' }]), 'forbidden');
    expect((await grants(appId)).has(unseen.user.id)).toBe(false);
  });
});

describe('a grant is set and removed', () => {
  it('by its rows', async () => {
    const { user, api } = await team.person();
    const path = `/api/channel/${channelId}/share/${user.id}`;
    expect((await team.api.put(`${path}/permission`, { permission: 'comment' })).data).toMatchObject({
      id: user.id,
      own: 'comment',
    });
    expect(await api.trpc.channel.get.query({ channelId })).toMatchObject({ level: 'comment' });
    expect(await notices(user.id)).toMatchObject([{ kind: 'share', appId, channelId }]);
    for (const _again of [1, 2])
      expect(await team.api.call('DELETE', path)).toMatchObject({ status: 200, data: null });
    await expectRefused(api.trpc.channel.get.query({ channelId }), 'notFound');
  });

  it('leaving access from elsewhere', async () => {
    const { user } = await team.person();
    await makeGrant(server.db, { teamId: team.team.id, targetId: appId, userId: user.id, level: 2 });
    await team.api.trpc.grant.set.mutate({ channelId, userId: user.id, permission: 'edit' });
    expect(await team.api.trpc.grant.remove.mutate({ channelId, userId: user.id })).toMatchObject({
      level: 'comment',
      own: null,
      source: { kind: 'inherited', id: appId, name: 'Plans' },
    });
  });

  it('by oneself, at any level', async () => {
    const { user, api } = await team.person();
    await makeGrant(server.db, { teamId: team.team.id, targetId: appId, userId: user.id, level: 1 });
    expect(await api.trpc.grant.remove.mutate({ appId, userId: user.id })).toBeNull();
    await expectRefused(api.trpc.app.get.query({ appId }), 'notFound');
    await expectRefused(api.trpc.grant.remove.mutate({ appId, userId: user.id }), 'notFound');
  });

  it('but never from the last manager', async () => {
    const { id: userId } = team.owner;
    await expectRefused(team.api.trpc.grant.remove.mutate({ appId, userId }), 'lastManager');
    await expectRefused(team.api.trpc.grant.set.mutate({ appId, userId, permission: 'edit' }), 'lastManager');
    const second = await team.person();
    await team.api.trpc.grant.set.mutate({ appId, userId: second.user.id, permission: 'manage' });
    // Its maker can be lowered once another manages it.
    await second.api.trpc.grant.set.mutate({ appId, userId, permission: 'view' });
    await expectRefused(
      second.api.trpc.grant.remove.mutate({ appId, userId: second.user.id }),
      'lastManager',
    );
    expect(await grants(appId)).toEqual(
      new Map([
        [userId, levelRank.view],
        [second.user.id, levelRank.manage],
      ]),
    );
  });

  it('from one of two managers, however both are removed at once', async () => {
    const second = await team.person();
    await team.api.trpc.grant.set.mutate({ appId, userId: second.user.id, permission: 'manage' });
    const results = await Promise.allSettled([
      team.api.trpc.grant.remove.mutate({ appId, userId: team.owner.id }),
      second.api.trpc.grant.remove.mutate({ appId, userId: second.user.id }),
      team.api.trpc.grant.remove.mutate({ appId, userId: second.user.id }),
      second.api.trpc.grant.remove.mutate({ appId, userId: team.owner.id }),
    ]);
    expect(results.some(({ status }) => status === 'rejected')).toBe(true);
    expect([...(await grants(appId)).values()]).toEqual([levelRank.manage]);
  });
});
