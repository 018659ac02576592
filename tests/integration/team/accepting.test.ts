import { makeApp, makeChannel, makeUser } from '@tandem/db/testing/factories/index';
import type { TeamRole } from '@tandem/shared/team/schema';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { trpcFor } from '../../running/api.ts';
import { startServer, type TestServer } from '../harness/server.ts';
import { Browser } from '../session/browser.ts';
import { codeFor, type SignedIn, signUp } from '../session/people.ts';
import { expectRefused, openTeam, type Team } from '../workspace/team.ts';

let server: TestServer;
let team: Team;
let people = 0;
const newAddress = () => `newcomer${++people}@example.com`;
const tokenOf = ({ link }: { link: string }) => link.slice(link.indexOf('=') + 1);
type Invite = Parameters<Team['api']['trpc']['invitation']['create']['mutate']>[0];
/** Invites and waits for the mail, so that the next one to the address holds a code. */
async function inviteTo(by: Pick<Team, 'api'>, input: Invite) {
  const before = server.mail.mails.filter(({ to }) => to.includes(input.email)).length;
  const invitation = await by.api.trpc.invitation.create.mutate(input);
  await server.mail.mailTo(input.email, before);
  return invitation;
}
const invite = (email: string, role: TeamRole = 'member') => inviteTo(team, { email, role });
const rolesOf = (userId: number) =>
  server.db.selectFrom('member').select(['teamId', 'role']).where('userId', '=', userId).execute();
const change = (id: string, values: { expiresAt?: Date; endedAt?: Date }) =>
  server.db.updateTable('invitation').set(values).where('id', '=', id).execute();
const past = () => new Date(Date.now() - 1_000);

/** An account that has nothing to do with the team, signed in. */
async function outsider() {
  const user = await makeUser(server.db);
  return { user, api: await server.as(user.id) };
}

beforeAll(async () => {
  server = await startServer();
  await signUp(server, 'first@example.com', 'Olive');
});
afterAll(() => server.close());
beforeEach(async () => {
  team = await openTeam(server);
});

describe('what an invitation gives', () => {
  it('counts only as long as whoever gave it may still give it', async () => {
    const email = newAddress();
    const editor = await team.person();
    const closed = await makeApp(server.db, {
      teamId: team.team.id,
      spaceId: team.space.id,
      creatorId: team.owner.id,
      visibility: 'private',
    });
    const inside = await makeChannel(server.db, { appId: closed.id, creatorId: team.owner.id });
    const share = (permission: 'manage' | 'view') =>
      team.api.trpc.grant.share.mutate({
        appId: closed.id,
        users: [{ userId: editor.user.id, permission }],
      });
    await share('manage');
    await editor.api.trpc.grant.share.mutate({ appId: closed.id, users: [{ email, permission: 'manage' }] });
    await editor.api.trpc.grant.share.mutate({
      channelId: inside.id,
      users: [{ email, permission: 'edit' }],
    });
    const pending = async () => (await team.api.trpc.grant.list.query({ appId: closed.id })).pending;
    expect(await pending()).toMatchObject([{ email, permission: 'manage' }]);
    await share('view');
    expect(await pending()).toEqual([]);
    await team.api.trpc.grant.share.mutate({ channelId: inside.id, users: [{ email, permission: 'view' }] });
    const { user } = await signUp(server, email, 'Alter Ego');
    const grants = await server.db
      .selectFrom('grant')
      .select(['targetId', 'level'])
      .where('userId', '=', user.id)
      .execute();
    expect(grants).toEqual([{ targetId: inside.id, level: 1 }]);
  });
});

describe('a newcomer', () => {
  it('gets a code and joins by registering, although registration is closed', async () => {
    const email = newAddress();
    const { id } = await inviteTo(team, {
      email,
      role: 'guest',
      grants: [{ targetId: team.app.id, permission: 'comment' }],
    });
    const { user } = await signUp(server, email, 'Nina');
    expect(user.teams).toEqual([
      { teamId: team.team.id, name: 'Example team', role: 'guest', logo: '', theme: null },
    ]);
    expect(user.currentTeamId).toBe(team.team.id);
    const grants = await server.db
      .selectFrom('grant')
      .select(['targetId', 'level', 'granterId'])
      .where('userId', '=', user.id)
      .execute();
    expect(grants).toEqual([{ targetId: team.app.id, level: 2, granterId: team.owner.id }]);
    const row = await server.db.selectFrom('invitation').selectAll().where('id', '=', id).executeTakeFirst();
    expect(row?.acceptedAt).not.toBeNull();
  });

  it('without an invitation, or with one that is over, stays out', async () => {
    const email = newAddress();
    const browser = new Browser(server.url);
    const { id } = await invite(email);
    const code = await codeFor(server, email);
    await change(id, { endedAt: past() });
    const refused = await browser.post('/api/user/register', { email, code, name: 'Nina' });
    expect(refused).toMatchObject({ status: 403, code: 40302 });
    const expired = await invite(email);
    await change(expired.id, { expiresAt: past() });
    expect(await browser.post('/api/user/register', { email, code, name: 'Nina' })).toMatchObject({
      code: 40302,
    });
  });

  it('with several invitations joins the team of the link, else the newest, and keeps the others', async () => {
    const email = newAddress();
    const other = await openTeam(server);
    const older = await invite(email);
    await inviteTo(other, { email, role: 'admin' });
    const code = await codeFor(server, email);
    const browser = new Browser(server.url);
    const { data } = await browser.post<SignedIn>('/api/user/register', {
      email,
      code,
      name: 'Nina',
      invitation: tokenOf(older),
    });
    expect(data.user.teams.map(({ teamId }) => teamId)).toEqual([team.team.id]);
    const api = await server.as(data.user.id);
    expect(await api.trpc.invitation.mine.query()).toMatchObject([{ teamId: other.team.id, role: 'admin' }]);

    const second = newAddress();
    await invite(second);
    await inviteTo(other, { email: second, role: 'member' });
    const { user } = await signUp(server, second, 'Noah');
    expect(user.teams.map(({ teamId }) => teamId)).toEqual([other.team.id]);
  });

  it('is not helped by a link that is for somebody else', async () => {
    const stolen = await invite(newAddress(), 'owner');
    const email = newAddress();
    const browser = new Browser(server.url);
    await browser.post('/api/user/sendEmailCode', { email });
    const refused = await browser.post('/api/user/register', {
      email,
      code: '000000',
      name: 'Nina',
      invitation: tokenOf(stolen),
    });
    expect(refused.code).toBe(40010);
    expect(server.mail.mails.filter(({ to }) => to.includes(email))).toEqual([]);
  });
});

describe('the link', () => {
  it('tells who invites where, and whether it still may be used', async () => {
    const email = newAddress();
    const invitation = await invite(email);
    const peek = () => server.stranger.trpc.invitation.peek.query({ token: tokenOf(invitation) });
    const names = { id: invitation.id, teamId: team.team.id, team: 'Example team', inviter: 'Olive Owner' };
    expect(await peek()).toEqual({ ...names, state: 'open', email });
    await change(invitation.id, { expiresAt: past() });
    expect(await peek()).toEqual({ ...names, state: 'expired', email: '' });
    await team.api.trpc.invitation.resend.mutate({ invitationId: invitation.id });
    await server.mail.mailTo(email, 1);
    await signUp(server, email, 'Nina');
    expect(await peek()).toEqual({ ...names, state: 'used', email: '' });
  });

  it.each([null, '', [], {}, 0, 'x', 'A'.repeat(44), `${'A'.repeat(42)}\0`])('is not %j', async (token) => {
    await expectRefused(
      server.stranger.trpc.invitation.peek.query({ token: token as string }),
      'invalidInput',
    );
  });

  it('that is guessed leads nowhere', async () => {
    await expectRefused(
      server.stranger.trpc.invitation.peek.query({ token: 'A'.repeat(43) }),
      'invitationGone',
    );
  });
});

describe('accepting', () => {
  it('adds the team, makes it the current one, and tells the other tabs', async () => {
    const { user, api } = await outsider();
    const { id } = await invite(user.email, 'admin');
    expect(await api.trpc.invitation.mine.query()).toMatchObject([
      { id, team: 'Example team', inviter: 'Olive Owner', role: 'admin' },
    ]);
    const heard: string[] = [];
    const stop = server.platform.bus.subscribe(`user:${user.id}`, ({ type }) => heard.push(type));
    expect(await api.trpc.invitation.accept.mutate({ invitationId: id })).toEqual({ teamId: team.team.id });
    stop();
    expect(heard).toContain('profile.changed');
    expect((await api.trpc.user.profile.query()).currentTeamId).toBe(team.team.id);
    expect(await rolesOf(user.id)).toEqual([{ teamId: team.team.id, role: 'admin' }]);
    expect(await api.trpc.invitation.mine.query()).toEqual([]);
    await expectRefused(api.trpc.invitation.accept.mutate({ invitationId: id }), 'invitationUsed');
  });

  it('200 times at once, by id and by link, gives one membership', async () => {
    const { user, api } = await outsider();
    const invitation = await invite(user.email);
    const ways = [{ invitationId: invitation.id }, { token: tokenOf(invitation) }];
    // What one person may do in a while is counted; that is not what is tried here.
    const counting = vi.spyOn(server.platform.limiter, 'count').mockResolvedValue();
    const single = trpcFor(server.url, { authorization: `Bearer ${api.token}` }, { stream: false });
    const results = await Promise.allSettled(
      Array.from({ length: 200 }, (_, index) =>
        single.invitation.accept.mutate(ways[index % 2] as { token: string }),
      ),
    );
    counting.mockRestore();
    const refusals = results
      .filter((result) => result.status === 'rejected')
      .map(({ reason }) => reason.data.key);
    expect(refusals).toHaveLength(199);
    expect(new Set(refusals)).toEqual(new Set(['invitationUsed']));
    expect(await rolesOf(user.id)).toHaveLength(1);
  });

  it('is for the invited address alone', async () => {
    const invitation = await invite(newAddress(), 'owner');
    const { api, user } = await outsider();
    await expectRefused(
      api.trpc.invitation.accept.mutate({ token: tokenOf(invitation) }),
      'invitationForOther',
    );
    await expectRefused(api.trpc.invitation.accept.mutate({ invitationId: invitation.id }), 'notFound');
    await expectRefused(api.trpc.invitation.decline.mutate({ invitationId: invitation.id }), 'notFound');
    expect(await rolesOf(user.id)).toEqual([]);
  });

  it('fails for what is over', async () => {
    const { user, api } = await outsider();
    const expired = await invite(user.email);
    await change(expired.id, { expiresAt: past() });
    await expectRefused(api.trpc.invitation.accept.mutate({ invitationId: expired.id }), 'invitationExpired');
    const withdrawn = await invite(user.email);
    await team.api.trpc.invitation.withdraw.mutate({ invitationId: withdrawn.id });
    await expectRefused(api.trpc.invitation.accept.mutate({ invitationId: withdrawn.id }), 'invitationGone');
    await expectRefused(api.trpc.invitation.accept.mutate({ token: tokenOf(withdrawn) }), 'invitationGone');
  });

  it('as a member changes no role, but gives what the invitation gives', async () => {
    const { user, api } = await outsider();
    const { id } = await inviteTo(team, {
      email: user.email,
      role: 'owner',
      grants: [{ targetId: team.app.id, permission: 'manage' }],
    });
    await server.db
      .insertInto('member')
      .values({ teamId: team.team.id, userId: user.id, role: 'guest' })
      .execute();
    await api.trpc.invitation.accept.mutate({ invitationId: id });
    expect(await rolesOf(user.id)).toEqual([{ teamId: team.team.id, role: 'guest' }]);
    expect((await api.trpc.app.get.query({ appId: team.app.id })).abilities.manage).toBe(true);
  });

  it('does not lift a suspension', async () => {
    const { user, api } = await outsider();
    const { id } = await invite(user.email);
    const elsewhere = await openTeam(server);
    for (const [teamId, suspendedAt] of [
      [team.team.id, new Date()],
      [elsewhere.team.id, null],
    ] as const)
      await server.db
        .insertInto('member')
        .values({ teamId, userId: user.id, role: 'member', suspendedAt })
        .execute();
    await expectRefused(api.trpc.invitation.accept.mutate({ invitationId: id }), 'suspended');
    expect((await api.trpc.user.profile.query()).currentTeamId).toBe(elsewhere.team.id);
  });

  it.each([
    {},
    { invitationId: crypto.randomUUID(), token: 'A'.repeat(43) },
    { invitationId: null },
    { token: '' },
  ])('refuses %j', async (input) => {
    const { api } = await outsider();
    await expectRefused(api.trpc.invitation.accept.mutate(input as never), 'invalidInput');
  });
});

describe('declining', () => {
  it('ends the invitation, once', async () => {
    const { user, api } = await outsider();
    const { id: invitationId } = await invite(user.email);
    expect(await api.trpc.invitation.decline.mutate({ invitationId })).toBeNull();
    await expectRefused(api.trpc.invitation.decline.mutate({ invitationId }), 'invitationGone');
    await expectRefused(api.trpc.invitation.accept.mutate({ invitationId }), 'invitationGone');
    expect(await api.trpc.invitation.mine.query()).toEqual([]);
  });
});
