import { lockMembers } from '@tandem/api/identity/team/member';
import { transaction } from '@tandem/db';
import { makeApp, makeChannel, makeGrant, makeUser } from '@tandem/db/testing/factories/index';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { useServer } from '../harness/server.ts';
import { expectRefused, openTeam, type Team, useTeam } from '../workspace/team.ts';

/** Tests what becomes of a person's own content when they leave. */
const server = useServer();
const team = useTeam(server);

type Person = Awaited<ReturnType<Team['person']>>;
const granted = async (userId: number) => {
  const rows = await server.db
    .selectFrom('grant')
    .select(['targetId', 'level'])
    .where('teamId', '=', team.team.id)
    .where('userId', '=', userId)
    .execute();
  return new Map(rows.map(({ targetId, level }) => [targetId, level]));
};
const privateApp = ({ user }: Person) =>
  makeApp(server.db, {
    teamId: team.team.id,
    spaceId: team.space.id,
    creatorId: user.id,
    visibility: 'private',
    name: 'Diary',
  });

it('things only they managed go to the first owner, once at their top', async () => {
  const leaver = await team.person();
  const app = await privateApp(leaver);
  const inside = await makeChannel(server.db, { appId: app.id, creatorId: leaver.user.id });
  const closed = await makeChannel(server.db, {
    appId: team.app.id,
    creatorId: leaver.user.id,
    visibility: 'private',
  });
  const below = await makeChannel(server.db, {
    appId: team.app.id,
    creatorId: leaver.user.id,
    parentId: closed.id,
  });
  await expect(team.api.trpc.channel.get.query({ channelId: below.id })).rejects.toThrow();
  const announced = await team.announced(() =>
    team.api.trpc.team.removeMember.mutate({ userId: leaver.user.id }),
  );
  expect(announced).toMatchObject([{ appIds: [app.id], channelIds: [closed.id] }]);
  const held = await granted(team.owner.id);
  expect([held.get(app.id), held.get(inside.id), held.get(closed.id), held.get(below.id)]).toEqual([
    4,
    undefined,
    4,
    undefined,
  ]);
  expect(await granted(leaver.user.id)).toEqual(new Map());
  for (const channelId of [inside.id, below.id])
    expect((await team.api.trpc.channel.get.query({ channelId })).abilities.manage).toBe(true);
});

it('things somebody else manages too stay theirs alone, unless they are suspended', async () => {
  const [leaver, heir, away] = [await team.person(), await team.person(), await team.person()];
  const [shared, sleeping] = [await privateApp(leaver), await privateApp(leaver)];
  for (const [app, person] of [
    [shared, heir],
    [sleeping, away],
  ] as const)
    await makeGrant(server.db, {
      teamId: team.team.id,
      targetId: app.id,
      userId: person.user.id,
      level: 4,
    });
  await team.api.trpc.team.suspend.mutate({ userId: away.user.id, suspended: true });
  await leaver.api.trpc.team.leave.mutate();
  const held = await granted(team.owner.id);
  expect([held.has(shared.id), held.has(sleeping.id)]).toEqual([false, true]);
  await expect(team.api.trpc.app.get.query({ appId: shared.id })).rejects.toThrow();
});

it('a leaving owner’s things go to the next owner; those of a suspended member stay as they are', async () => {
  const [second, away] = [await team.person('owner'), await team.person()];
  const app = await privateApp({ ...second, user: { ...second.user, id: team.owner.id } });
  const diary = await privateApp(away);
  await second.api.trpc.team.suspend.mutate({ userId: away.user.id, suspended: true });
  await team.api.trpc.team.leave.mutate();
  const held = await granted(second.user.id);
  expect([held.has(app.id), held.has(team.app.id), held.has(diary.id)]).toEqual([true, true, false]);
  expect((await granted(away.user.id)).get(diary.id)).toBe(4);
});

it('things in the bin are handed over as well', async () => {
  const leaver = await team.person();
  const channel = await makeChannel(server.db, {
    appId: team.app.id,
    creatorId: leaver.user.id,
    visibility: 'private',
  });
  await leaver.api.trpc.channel.remove.mutate({ channelId: channel.id });
  await leaver.api.trpc.team.leave.mutate();
  expect((await granted(team.owner.id)).has(channel.id)).toBe(true);
  await team.api.trpc.channel.restore.mutate({ channelId: channel.id });
});

it('nothing of another team is touched', async () => {
  const other = await openTeam(server);
  const both = await team.person();
  await server.db
    .insertInto('member')
    .values({ teamId: other.team.id, userId: both.user.id, role: 'member' })
    .execute();
  const elsewhere = await makeApp(server.db, {
    teamId: other.team.id,
    spaceId: other.space.id,
    creatorId: both.user.id,
    visibility: 'private',
  });
  await team.api.trpc.team.removeMember.mutate({ userId: both.user.id });
  const profile = await both.api.trpc.user.profile.query();
  expect(profile).toMatchObject({ currentTeamId: other.team.id, teams: [{ teamId: other.team.id }] });
  expect((await both.api.trpc.app.get.query({ appId: elsewhere.id })).abilities.manage).toBe(true);
});

it('nothing shared with them during the removal stays with them', async () => {
  const manager = await team.person();
  const app = await privateApp(manager);
  await makeGrant(server.db, { teamId: team.team.id, targetId: app.id, userId: team.owner.id, level: 4 });
  for (let round = 0; round < 5; round++) {
    const { user } = await team.person();
    const share = () =>
      manager.api.trpc.grant.share
        .mutate({ appId: app.id, users: [{ userId: user.id, permission: 'manage' }] })
        .catch(({ data }) => data.key);
    const [removed, ...shared] = await Promise.all([
      team.api.trpc.team.removeMember.mutate({ userId: user.id }),
      ...Array.from({ length: 6 }, share),
    ]);
    expect(removed).toBeNull();
    // Late callers got a refusal.
    for (const each of shared.filter((answer) => typeof answer === 'string'))
      expect(['notFound', 'conflict']).toContain(each);
    expect(await granted(user.id)).toEqual(new Map());
  }
});

it('a newcomer waits for a concurrent count of the team’s people, and joins no deleted team', async () => {
  const user = await makeUser(server.db);
  const joiner = await server.as(user.id);
  const { id: invitationId } = await team.api.trpc.invitation.create.mutate({
    email: user.email,
    role: 'member',
  });
  let accepted: Promise<unknown> = Promise.resolve();
  let isDone = false;
  await transaction(server.db, async (tx) => {
    await lockMembers(tx, team.team.id);
    accepted = joiner.trpc.invitation.accept.mutate({ invitationId });
    accepted
      .catch(() => {})
      .finally(() => {
        isDone = true;
      });
    // Until it waits for the lock.
    await vi.waitFor(async () => {
      const { rows } =
        await sql`select from pg_locks where "locktype" = 'advisory' and not "granted"`.execute(server.db);
      expect(rows.length).toBeGreaterThan(0);
    }, 10_000);
    expect(isDone).toBe(false);
    await tx.deleteFrom('team').where('id', '=', team.team.id).execute();
  });
  await expectRefused(accepted, 'notFound');
  expect(
    await server.db.selectFrom('member').select('teamId').where('userId', '=', user.id).execute(),
  ).toEqual([]);
});
