import { beforeAll, describe, expect, it } from 'vitest';
import { startFakeMcp } from '../../fakes/mcp/server.ts';
import { useOwnServer } from '../harness/server.ts';
import { expectRefused, openTeam, type Team, useTeam } from '../workspace/team.ts';

const server = useOwnServer({ settings: { providerPrivateHosts: ['127.0.0.1'] } });
const team = useTeam(server);
let first: Team;
type Person = Awaited<ReturnType<Team['person']>>;

beforeAll(async () => {
  first = await openTeam(server);
});

const join = (userId: number, to: Team, role: 'owner' | 'admin' | 'member') =>
  server.db.insertInto('member').values({ teamId: to.team.id, userId, role }).execute();
const isSignedIn = async ({ api }: Person) => (await api.get('/api/user/profile')).status === 200;
const signOut = (by: Pick<Team, 'api'>, { user }: Person) =>
  by.api.trpc.team.signMemberOut.mutate({ userId: user.id });

describe('signing a member out', () => {
  it('ends the sessions in this team alone', async () => {
    const person = await team.person();
    expect(await signOut(team, person)).toEqual({ ended: 1 });
    expect(await isSignedIn(person)).toBe(false);
  });

  it.each(['owner', 'member'] as const)(
    'is refused for anyone who is %s of another team too',
    async (role) => {
      const person = await team.person();
      await join(person.user.id, await openTeam(server), role);
      await expectRefused(signOut(team, person), 'signOutElsewhere');
      expect(await isSignedIn(person)).toBe(true);
      // A suspension ends the things of that team, and no others.
      await team.api.trpc.team.suspend.mutate({ userId: person.user.id, suspended: true });
      expect(await isSignedIn(person)).toBe(true);
      expect((await person.api.get(`/api/app/${team.app.id}/info`)).status).toBe(404);
    },
  );

  it('is for operators of the installation, unless the member ranks above them there', async () => {
    const operator = await first.person('admin');
    await join(operator.user.id, team, 'owner');
    await server.db
      .updateTable('session')
      .set({ teamId: team.team.id })
      .where('userId', '=', operator.user.id)
      .execute();
    const person = await team.person();
    await join(person.user.id, await openTeam(server), 'owner');
    expect(await signOut(operator, person)).toEqual({ ended: 1 });
    const above = { user: first.owner, api: first.api };
    await join(first.owner.id, team, 'member');
    await expectRefused(signOut(operator, above as Person), 'signOutElsewhere');
    expect(await isSignedIn(above as Person)).toBe(true);
  });
});

describe('transferring an app', () => {
  const noticesOf = async ({ api }: Pick<Person, 'api'>) =>
    (await api.trpc.notice.list.query({})).list.map(({ kind, app, actor }) => [kind, app?.id, actor?.id]);
  const ownApp = async ({ api }: Person) =>
    (await api.trpc.app.create.mutate({ name: 'Own', type: 'chat' })).id;

  it('notifies the former owner of a private app, whoever takes it', async () => {
    const person = await team.person();
    const appId = await ownApp(person);
    await person.api.trpc.app.setVisibility.mutate({ appId, visibility: 'private' });
    await team.api.trpc.app.administer.mutate({ appId, ownerId: team.owner.id });
    expect(await noticesOf(person)).toEqual([['transfer', appId, team.owner.id]]);
    // Back again: the owner did it, and is told nothing.
    await team.api.trpc.app.administer.mutate({ appId, ownerId: person.user.id });
    expect((await noticesOf(person))[0]).toEqual(['share', appId, team.owner.id]);
    expect(await noticesOf(team)).toEqual([]);
  });

  it('by many at once has one owner after another, each notified', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => team.person()));
    const admins = await Promise.all(people.map(() => team.person('admin')));
    const person = await team.person();
    const appId = await ownApp(person);
    await Promise.all(
      people.map(({ user }, index) =>
        admins[index]?.api.trpc.app.administer.mutate({ appId, ownerId: user.id }),
      ),
    );
    const { ownerId } = await server.db
      .selectFrom('app')
      .select('ownerId')
      .where('id', '=', appId)
      .executeTakeFirstOrThrow();
    expect(people.map(({ user }) => user.id)).toContain(ownerId);
    const told = await Promise.all(people.map(noticesOf));
    // Everyone was the owner once, and all but the last were told that they no longer are.
    expect(told.every((list) => list.some(([kind]) => kind === 'share'))).toBe(true);
    expect(told.filter((list) => list.some(([kind]) => kind === 'transfer'))).toHaveLength(5);
    expect((await noticesOf(person)).map(([kind]) => kind)).toEqual(['transfer']);
  });
});

it('a private address open to providers is not open to tool servers', async () => {
  const fake = await startFakeMcp();
  const { trpc } = team.api;
  const { id: serverId } = await trpc.mcp.create.mutate({ name: 'Tools', url: fake.url });
  await expect(trpc.mcp.refresh.mutate({ serverId })).rejects.toThrow(/private network/);
  expect(fake.requests).toEqual([]);
  await fake.close();
});
