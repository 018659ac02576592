import { makeApp, makeChannel, makeGrant } from '@tandem/db/testing/factories/index';
import type { AccessPerson } from '@tandem/shared/grant/schema';
import { beforeEach, describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { expectRefused, useTeam } from '../workspace/team.ts';

const server = useServer();
const team = useTeam(server);
let base: { teamId: string; creatorId: number };

beforeEach(async () => {
  base = { teamId: team.team.id, creatorId: team.owner.id };
});

const makePrivateApp = async (name = 'Plans') =>
  (await makeApp(server.db, { ...base, spaceId: team.space.id, name, visibility: 'private' })).id;
const grant = (targetId: string, userId: number, level: number) =>
  makeGrant(server.db, { teamId: team.team.id, targetId, userId, level, granterId: team.owner.id });
const bySource = (list: AccessPerson[]) => Object.fromEntries(list.map(({ id, source }) => [id, source]));

describe('the access list gives reasons', () => {
  it('for a channel deep in a private app', async () => {
    const appId = await makePrivateApp();
    const top = await makeChannel(server.db, { ...base, appId, name: 'Marketing' });
    const { id: channelId } = await makeChannel(server.db, {
      ...base,
      appId,
      parentId: top.id,
      name: 'Posters',
    });
    const [ofApp, ofTop, own, both] = [
      await team.person(),
      await team.person('guest'),
      await team.person(),
      await team.person(),
    ];
    await grant(appId, ofApp.user.id, 2);
    await grant(top.id, ofTop.user.id, 3);
    await grant(channelId, own.user.id, 1);
    await grant(channelId, both.user.id, 1);
    await grant(top.id, both.user.id, 2);
    const answer = await team.api.trpc.grant.list.query({ channelId });
    expect(answer).toMatchObject({
      target: { kind: 'channel', id: channelId, name: 'Posters', visibility: 'inherit' },
      team: 'none',
      inherited: { team: 'none', name: 'Marketing' },
      nextCursor: null,
      pending: [],
      abilities: { manage: true, invite: true },
    });
    expect(bySource(answer.list)).toEqual({
      [team.owner.id]: { kind: 'creator' },
      [ofApp.user.id]: { kind: 'inherited', id: appId, name: 'Plans' },
      [ofTop.user.id]: { kind: 'inherited', id: top.id, name: 'Marketing' },
      [own.user.id]: { kind: 'grant' },
      [both.user.id]: { kind: 'inherited', id: top.id, name: 'Marketing' },
    });
    const one = answer.list.find(({ id }) => id === both.user.id);
    expect(one).toMatchObject({ level: 'comment', own: 'view', abilities: { set: true, remove: true } });

    // A person who sees only the channel learns nothing about its app and parents.
    const seen = await own.api.trpc.grant.list.query({ channelId });
    expect(JSON.stringify(seen)).not.toMatch(/Marketing|Plans/);
    expect(JSON.stringify(seen)).not.toContain(top.id);
    expect(seen.abilities).toEqual({ manage: false, invite: false });
    expect(seen.list.find(({ id }) => id === own.user.id)?.abilities).toEqual({ set: false, remove: true });
    expect(seen.list.find(({ id }) => id === both.user.id)?.abilities).toEqual({ set: false, remove: false });
  });

  it('for an app open to the team, naming the channel that opened it', async () => {
    const { user } = await team.person();
    const guest = await team.person('guest');
    const opened = await makeChannel(server.db, { ...base, appId: team.app.id, name: 'Open', level: 4 });
    const below = await makeChannel(server.db, { ...base, appId: team.app.id, parentId: opened.id });
    await grant(below.id, guest.user.id, 1);
    const app = await team.api.trpc.grant.list.query({ appId: team.app.id });
    expect(app).toMatchObject({ team: 'edit', inherited: null });
    expect(bySource(app.list)).toEqual({ [team.owner.id]: { kind: 'creator' }, [user.id]: { kind: 'team' } });
    const channel = await team.api.trpc.grant.list.query({ channelId: below.id });
    expect(channel).toMatchObject({ team: 'manage', inherited: { team: 'manage', name: 'Open' } });
    expect(bySource(channel.list)).toMatchObject({
      [user.id]: { kind: 'team', id: opened.id, name: 'Open' },
      [guest.user.id]: { kind: 'grant' },
    });
  });

  it('but omits a private channel with only foreign ancestors', async () => {
    const { user } = await team.person();
    const { id: channelId } = await makeChannel(server.db, {
      ...base,
      appId: team.app.id,
      visibility: 'private',
    });
    await grant(team.app.id, user.id, 4);
    const { list, team: all } = await team.api.trpc.grant.list.query({ channelId });
    expect(all).toBe('none');
    expect(list.map(({ id }) => id)).toEqual([team.owner.id]);
  });

  it('without suspended people', async () => {
    const appId = await makePrivateApp();
    const { user } = await team.person();
    await grant(appId, user.id, 3);
    await server.db
      .updateTable('member')
      .set({ suspendedAt: new Date() })
      .where('userId', '=', user.id)
      .execute();
    const { list } = await team.api.trpc.grant.list.query({ appId });
    expect(list.map(({ id }) => id)).toEqual([team.owner.id]);
  });

  it('to guests only for people who share a channel with them', async () => {
    const guest = await team.person('guest');
    const { user: unseen } = await team.person();
    const appId = await makePrivateApp();
    await grant(appId, guest.user.id, 1);
    await grant(appId, unseen.id, 3);
    // At first the app has nothing that both can see; then it does.
    const { list } = await guest.api.trpc.grant.list.query({ appId });
    expect(list.map(({ id }) => id)).toEqual([guest.user.id]);
    await makeChannel(server.db, { ...base, appId });
    const { list: later } = await guest.api.trpc.grant.list.query({ appId });
    expect(later.map(({ id }) => id).sort()).toEqual([guest.user.id, unseen.id, team.owner.id].sort());
  });
});

describe('a long list', () => {
  it('is paged, each person once, those with a grant first', async () => {
    const people = await server.db
      .insertInto('user')
      .values(
        Array.from({ length: 1_200 }, (_, n) => ({
          email: `${crypto.randomUUID()}@example.test`,
          // Some have one name, and some a name in which letters sort in their own way.
          name: ['Zoë', 'zoe', 'Émile', `Person ${n}`, '李雷', "O'Neil, Jr."][n % 6] as string,
        })),
      )
      .returning('id')
      .execute();
    await server.db
      .insertInto('member')
      .values(people.map(({ id }) => ({ teamId: team.team.id, userId: id, role: 'member' as const })))
      .execute();
    const granted = people.filter((_, n) => n % 4 === 0).map(({ id }) => id);
    await server.db
      .insertInto('grant')
      .values(granted.map((userId) => ({ ...grantBase(), userId, level: 1 })))
      .execute();
    const seen: number[] = [];
    let cursor: string | null = null;
    do {
      const page: { list: AccessPerson[]; nextCursor: string | null } = await team.api.trpc.grant.list.query({
        appId: team.app.id,
        limit: 100,
        ...(cursor !== null && { cursor }),
      });
      seen.push(...page.list.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toHaveLength(1_201);
    expect(new Set(seen).size).toBe(1_201);
    expect(new Set(seen.slice(0, granted.length + 1))).toEqual(new Set([...granted, team.owner.id]));
  });

  const grantBase = () => ({ teamId: team.team.id, targetId: team.app.id, granterId: team.owner.id });

  it('refuses an invalid cursor', async () => {
    const odd = ['[true,"\\u0000",1]', '[true,"\\ud800",1]', '[true,"a",1.5]', '[true,"a"]'];
    for (const cursor of ['x', '', 'W10', ...odd.map((each) => Buffer.from(each).toString('base64url'))])
      await expectRefused(team.api.trpc.grant.list.query({ appId: team.app.id, cursor }), 'invalidInput');
  });

  it('is returned by the rows of the contract', async () => {
    const { id: channelId } = await makeChannel(server.db, { ...base, appId: team.app.id });
    for (const path of [`/api/app/${team.app.id}`, `/api/channel/${channelId}`])
      expect(await team.api.get(`${path}/share/-/userList`, { limit: 10 })).toMatchObject({
        status: 200,
        data: { list: [{ id: team.owner.id, level: 'manage' }], nextCursor: null },
      });
  });
});
