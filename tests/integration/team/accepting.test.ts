import { makeUser } from '@tandem/db/testing/factories/index';
import type { TeamRole } from '@tandem/shared/team/schema';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { trpcFor } from '../../running/api.ts';
import { useOwnServer } from '../harness/server.ts';
import { signUp } from '../session/people.ts';
import { expectRefused, openTeam, useTeam } from '../workspace/team.ts';
import { changeInvitation, inviteTo, past, tokenOf } from './inviting.ts';

const server = useOwnServer();
const team = useTeam(server);
let people = 0;
const newAddress = () => `newcomer${++people}@example.com`;
const invite = (email: string, role: TeamRole = 'member') => inviteTo(server, team, { email, role });
const rolesOf = (userId: number) =>
  server.db.selectFrom('member').select(['teamId', 'role']).where('userId', '=', userId).execute();
/** An account that has nothing to do with the team, signed in. */
async function outsider() {
  const user = await makeUser(server.db);
  return { user, api: await server.as(user.id) };
}

beforeAll(async () => {
  await signUp(server, 'first@example.com', 'Olive');
});

describe('the link', () => {
  it('shows who invites where, and whether it is still valid', async () => {
    const email = newAddress();
    const invitation = await invite(email);
    const peek = () => server.stranger.trpc.invitation.peek.query({ token: tokenOf(invitation) });
    const names = { id: invitation.id, teamId: team.team.id, team: 'Example team', inviter: 'Olive Owner' };
    expect(await peek()).toEqual({ ...names, state: 'open', email, mailed: null });
    await changeInvitation(server, invitation.id, { expiresAt: past() });
    expect(await peek()).toEqual({ ...names, state: 'expired', email: '', mailed: null });
    await team.api.trpc.invitation.resend.mutate({ invitationId: invitation.id });
    await server.mail.mailTo(email, 1);
    await signUp(server, email, 'Nina');
    expect(await peek()).toEqual({ ...names, state: 'used', email: '', mailed: null });
  });

  it.each([null, '', [], {}, 0, 'x', 'A'.repeat(44), `${'A'.repeat(42)}\0`])('is not %j', async (token) => {
    await expectRefused(
      server.stranger.trpc.invitation.peek.query({ token: token as string }),
      'invalidInput',
    );
  });

  it('when guessed finds nothing', async () => {
    await expectRefused(
      server.stranger.trpc.invitation.peek.query({ token: 'A'.repeat(43) }),
      'invitationGone',
    );
  });
});

describe('accepting', () => {
  it('adds the team, makes it the current one, and updates the other tabs', async () => {
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

  it('200 times at once, by id and by link, creates one membership', async () => {
    const { user, api } = await outsider();
    const invitation = await invite(user.email);
    const ways = [{ invitationId: invitation.id }, { token: tokenOf(invitation) }];
    // The rate limit per person is not tested here.
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

  it('fails for an expired invitation', async () => {
    const { user, api } = await outsider();
    const expired = await invite(user.email);
    await changeInvitation(server, expired.id, { expiresAt: past() });
    await expectRefused(api.trpc.invitation.accept.mutate({ invitationId: expired.id }), 'invitationExpired');
    const withdrawn = await invite(user.email);
    await team.api.trpc.invitation.withdraw.mutate({ invitationId: withdrawn.id });
    await expectRefused(api.trpc.invitation.accept.mutate({ invitationId: withdrawn.id }), 'invitationGone');
    await expectRefused(api.trpc.invitation.accept.mutate({ token: tokenOf(withdrawn) }), 'invitationGone');
  });

  it('as a member changes no role, but grants its access', async () => {
    const { user, api } = await outsider();
    const { id } = await inviteTo(server, team, {
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
