import { isOperator } from '@tandem/api/identity/team/team.service';
import { makeChannel, makeGrant, makeMember, makeTeam, makeUser } from '@tandem/db/testing/factories/index';
import { describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { openTeam, type Team, useTeam } from './team.ts';

const server = useServer();
const team = useTeam(server);

type Person = Awaited<ReturnType<Team['person']>>;
const seenBy = async ({ api }: Pick<Person, 'api'>) =>
  (await api.trpc.team.users.query()).map(({ id }) => id).sort((a, b) => a - b);
const idsOf = (...people: { user: { id: number } }[]) =>
  people.map(({ user }) => user.id).sort((a, b) => a - b);

describe('the people of a team', () => {
  it('are listed by GET /api/team/users, by name, without suspended ones', async () => {
    const zoe = await team.person();
    const away = await team.person();
    await server.db.updateTable('user').set({ name: 'zoe' }).where('id', '=', zoe.user.id).execute();
    await server.db
      .updateTable('member')
      .set({ suspendedAt: new Date() })
      .where('userId', '=', away.user.id)
      .execute();
    const answer = await zoe.api.get('/api/team/users');
    expect(answer).toMatchObject({ status: 200, code: 0 });
    expect(answer.data).toEqual([
      { id: team.owner.id, name: 'Olive Owner', avatar: '', email: team.owner.email, role: 'owner' },
      { id: zoe.user.id, name: 'zoe', avatar: '', email: zoe.user.email, role: 'member' },
    ]);
  });

  it('are those of the current team only', async () => {
    const other = await openTeam(server);
    expect(await seenBy(other)).toEqual([other.owner.id]);
  });

  it('are for a guest only people who share a channel with them', async () => {
    const [guest, second, member] = [
      await team.person('guest'),
      await team.person('guest'),
      await team.person(),
    ];
    const owner = { user: team.owner };
    expect(await seenBy(guest)).toEqual(idsOf(guest));

    const closed = await makeChannel(server.db, {
      appId: team.app.id,
      creatorId: team.owner.id,
      visibility: 'private',
    });
    const grant = (targetId: string, userId: number) =>
      makeGrant(server.db, { teamId: team.team.id, targetId, userId, level: 1 });
    await grant(closed.id, guest.user.id);
    expect(await seenBy(guest)).toEqual(idsOf(owner, guest));
    await grant(closed.id, second.user.id);
    expect(await seenBy(guest)).toEqual(idsOf(owner, guest, second));
    expect(await seenBy(second)).toEqual(idsOf(owner, guest, second));

    const open = await makeChannel(server.db, { appId: team.app.id, creatorId: team.owner.id });
    expect(await seenBy(guest)).not.toContain(member.user.id);
    await grant(open.id, guest.user.id);
    expect(await seenBy(guest)).toEqual(idsOf(owner, guest, second, member));
    expect(await seenBy(second)).not.toContain(member.user.id);
  });

  it('include for a guest anyone with a grant on an ancestor', async () => {
    const [guest, granted] = [await team.person('guest'), await team.person('guest')];
    const top = await makeChannel(server.db, {
      appId: team.app.id,
      creatorId: team.owner.id,
      visibility: 'private',
    });
    const below = await makeChannel(server.db, {
      appId: team.app.id,
      creatorId: team.owner.id,
      parentId: top.id,
    });
    for (const [targetId, userId] of [
      [below.id, guest.user.id],
      [top.id, granted.user.id],
    ] as const)
      await makeGrant(server.db, { teamId: team.team.id, targetId, userId, level: 1 });
    expect(await seenBy(guest)).toEqual(idsOf({ user: team.owner }, guest, granted));
  });
});

describe('operators', () => {
  it('are the owners and admins of the first team, while they are active', async () => {
    const first = await server.db.selectFrom('team').select('id').orderBy('number').executeTakeFirstOrThrow();
    const expected = { owner: true, admin: true, member: false, guest: false } as const;
    for (const [role, operates] of Object.entries(expected)) {
      const user = await makeUser(server.db);
      await makeMember(server.db, { teamId: first.id, userId: user.id, role: role as keyof typeof expected });
      expect(await isOperator(server.db, { userId: user.id }), role).toBe(operates);
      await server.db
        .updateTable('member')
        .set({ suspendedAt: new Date() })
        .where('userId', '=', user.id)
        .execute();
      expect(await isOperator(server.db, { userId: user.id })).toBe(false);
    }
    const later = await makeTeam(server.db);
    const owner = await makeUser(server.db);
    await makeMember(server.db, { teamId: later.id, userId: owner.id, role: 'owner' });
    expect(await isOperator(server.db, { userId: owner.id })).toBe(false);
  });
});
