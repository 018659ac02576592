import { makeGrant, makeUser } from '@tandem/db/testing/factories/index';
import type { Invitation } from '@tandem/shared/invitation/schema';
import type { TeamRole } from '@tandem/shared/team/schema';
import { describe, expect, it } from 'vitest';
import { mailedToken } from '../../fakes/mail/link.ts';
import type { Api } from '../../running/api.ts';
import { useServer } from '../harness/server.ts';
import { expectRefused, openTeam, useTeam } from '../workspace/team.ts';

const server = useServer();
const team = useTeam(server);
let people = 0;
const newAddress = () => `invitee${++people}@example.com`;
const tokenOf = ({ link }: { link: string }) => link.slice(link.indexOf('=') + 1);
const invite = (api: Api, email = newAddress(), role: TeamRole = 'member') =>
  api.trpc.invitation.create.mutate({ email, role });
const rowOf = ({ id }: { id: string }) =>
  server.db.selectFrom('invitation').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const expire = ({ id }: { id: string }) =>
  server.db
    .updateTable('invitation')
    .set({ expiresAt: new Date(Date.now() - 1_000) })
    .where('id', '=', id)
    .execute();

describe('inviting', () => {
  it('quotes names in the subject as written, even those that look encoded', async () => {
    const email = newAddress();
    const named = await team.person('admin');
    const name = `=?utf-8?B?${Buffer.from('Your bank').toString('base64')}?=`;
    await named.api.trpc.user.update.mutate({ name });
    await invite(named.api, email);
    const { raw } = await server.mail.mailTo(email);
    const [, header = ''] = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(raw) ?? [];
    expect(header).not.toContain(name);
    const words = header.replaceAll(/\?=\s+=\?/g, '?==?').matchAll(/=\?UTF-8\?B\?([^?]*)\?=/g);
    const read = [...words].map(([, word = '']) => Buffer.from(word, 'base64').toString()).join('');
    expect(read).toBe(`${name} invited you to Example team`);
  });

  it('uses the team’s language, and names the time zone of its expiry', async () => {
    const [own, theirs] = [newAddress(), newAddress()];
    await invite(team.api, own);
    const { raw } = await server.mail.mailTo(own);
    expect(raw).toContain('lang=3D"en"');
    expect(raw).toContain('UTC');
    await team.api.trpc.team.setPreference.mutate({ language: 'zh-CN' });
    await invite(team.api, theirs);
    expect((await server.mail.mailTo(theirs)).raw).toContain('lang=3D"zh-CN"');
  });

  it('mails a link, returns it to the inviter, and stores only its hash', async () => {
    const email = newAddress();
    const invitation = await invite(team.api, email.toUpperCase(), 'admin');
    expect(invitation).toMatchObject({ email, role: 'admin', inviter: 'Olive Owner', expired: false });
    expect(invitation.link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/register\?invitation=[\w-]{43}$/);
    const days = (invitation.expiresAt.getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
    const mail = await server.mail.mailTo(email);
    expect(mail.subject).toBe('Olive Owner invited you to Example team');
    // That of the mail proves the address, so it is another.
    const mailed = mailedToken(mail);
    expect(mailed).not.toBe(tokenOf(invitation));
    const row = JSON.stringify(await rowOf(invitation));
    for (const token of [tokenOf(invitation), mailed]) expect(row).not.toContain(token);
  });

  it('again returns the same link, with the new role and more time', async () => {
    const email = newAddress();
    const first = await invite(team.api, email);
    const again = await team.api.trpc.invitation.create.mutate({ email, role: 'guest', expiresInDays: 30 });
    expect(again).toMatchObject({ id: first.id, link: first.link, role: 'guest' });
    expect(again.expiresAt.getTime()).toBeGreaterThan(first.expiresAt.getTime());
  });

  it('after the old one expired makes another link', async () => {
    const email = newAddress();
    const first = await invite(team.api, email, 'admin');
    await expire(first);
    const again = await invite(team.api, email, 'guest');
    expect(again.link).not.toBe(first.link);
    await expectRefused(
      server.stranger.trpc.invitation.peek.query({ token: tokenOf(first) }),
      'invitationGone',
    );
  });

  it('20 times at once creates one', async () => {
    const email = newAddress();
    const made = await Promise.all(Array.from({ length: 20 }, () => invite(team.api, email)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  });

  it('points an existing account to it', async () => {
    const user = await makeUser(server.db);
    const { id } = await invite(team.api, user.email);
    const notices = await server.db.selectFrom('notice').selectAll().where('userId', '=', user.id).execute();
    expect(notices).toMatchObject([{ kind: 'invitation', invitationId: id, actorId: team.owner.id }]);
  });

  it('refuses members, including suspended ones', async () => {
    const { user } = await team.person();
    await expectRefused(invite(team.api, user.email), 'alreadyMember');
    await server.db
      .updateTable('member')
      .set({ suspendedAt: new Date() })
      .where('userId', '=', user.id)
      .execute();
    await expectRefused(invite(team.api, user.email), 'alreadyMember');
  });

  it('is for administrators, up to their own role', async () => {
    const admin = await team.person('admin');
    await expectRefused(invite(admin.api, newAddress(), 'owner'), 'forbidden');
    await invite(admin.api, newAddress(), 'admin');
    for (const role of ['member', 'guest'] as const) {
      const { api } = await team.person(role);
      await expectRefused(invite(api, newAddress(), 'guest'), 'forbidden');
      await expectRefused(api.trpc.invitation.list.query({}), 'forbidden');
    }
    const ownersTo = await invite(team.api, newAddress(), 'owner');
    await expectRefused(invite(admin.api, ownersTo.email, 'guest'), 'forbidden');
    expect((await rowOf(ownersTo)).role).toBe('owner');
  });

  it('grants access only to what the inviter manages in this team', async () => {
    const other = await openTeam(server);
    const admin = await team.person('admin');
    const give = (api: Api, targetId: string) =>
      api.trpc.invitation.create.mutate({
        email: newAddress(),
        role: 'guest',
        grants: [{ targetId, permission: 'view' }],
      });
    await expectRefused(give(admin.api, team.app.id), 'forbidden');
    await expectRefused(give(team.api, other.app.id), 'notFound');
    await makeGrant(server.db, {
      teamId: team.team.id,
      targetId: team.app.id,
      userId: admin.user.id,
      level: 4,
    });
    const { id } = await give(admin.api, team.app.id);
    const grants = await server.db
      .selectFrom('invitation_grant')
      .select(['targetId', 'level'])
      .where('invitationId', '=', id)
      .execute();
    expect(grants).toEqual([{ targetId: team.app.id, level: 1 }]);
  });

  it.each([
    ['no address', { email: 'someone', role: 'member' }],
    ['an address with a line break', { email: 'a@example.com\nbcc:b@example.com', role: 'member' }],
    ['a list of addresses', { email: ['a@example.com'], role: 'member' }],
    ['a role that is none', { email: 'a@example.com', role: 'operator' }],
    ['no time', { email: 'a@example.com', role: 'member', expiresInDays: 0 }],
    ['too much time', { email: 'a@example.com', role: 'member', expiresInDays: 31 }],
    ['a team of one’s choice', { email: 'a@example.com', role: 'member', teamId: crypto.randomUUID() }],
    ['an inviter of one’s choice', { email: 'a@example.com', role: 'member', inviterId: 1 }],
    [
      'a level that is none',
      { email: 'a@example.com', role: 'member', grants: [{ targetId: 'x', permission: 'own' }] },
    ],
  ])('refuses %s', async (_what, input) => {
    await expectRefused(team.api.trpc.invitation.create.mutate(input as never), 'invalidInput');
  });
});

describe('open invitations', () => {
  const listed = async (api: Api, limit = 50) => {
    const found: Invitation[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await api.trpc.invitation.list.query({ limit, cursor });
      found.push(...page.list);
      if (page.nextCursor === null) return found;
      cursor = page.nextCursor;
    }
  };

  it('are listed newest first, page by page, without other teams’', async () => {
    const other = await openTeam(server);
    await invite(other.api);
    const made = [];
    for (let index = 0; index < 5; index++) made.unshift(await invite(team.api));
    expect((await listed(team.api, 2)).map(({ id }) => id)).toEqual(made.map(({ id }) => id));
    const foreign = await team.api.trpc.invitation.list.query({ cursor: (await listed(other.api))[0]?.id });
    expect(foreign.list).toEqual([]);
  });

  it('can be resent, which gives them more time', async () => {
    const invitation = await invite(team.api);
    await server.mail.mailTo(invitation.email);
    await expire(invitation);
    expect(await listed(team.api)).toMatchObject([{ id: invitation.id, expired: true }]);
    const again = await team.api.trpc.invitation.resend.mutate({ invitationId: invitation.id });
    expect(again).toMatchObject({ id: invitation.id, link: invitation.link, expired: false });
    await server.mail.mailTo(invitation.email, 1);
  });

  it('can be withdrawn, once; the link is invalid then', async () => {
    const invitation = await invite(team.api);
    const input = { invitationId: invitation.id };
    expect(await team.api.trpc.invitation.withdraw.mutate(input)).toBeNull();
    await expectRefused(team.api.trpc.invitation.withdraw.mutate(input), 'invitationGone');
    await expectRefused(team.api.trpc.invitation.resend.mutate(input), 'invitationGone');
    expect(await listed(team.api)).toEqual([]);
    await expectRefused(
      server.stranger.trpc.invitation.peek.query({ token: tokenOf(invitation) }),
      'invitationGone',
    );
  });

  it('are changed by administrators of their team alone, those for owners by owners', async () => {
    const invitation = await invite(team.api, newAddress(), 'owner');
    const input = { invitationId: invitation.id };
    const member = await team.person();
    const admin = await team.person('admin');
    const other = await openTeam(server);
    for (const verb of ['resend', 'withdraw'] as const) {
      await expectRefused(member.api.trpc.invitation[verb].mutate(input), 'notFound');
      await expectRefused(other.api.trpc.invitation[verb].mutate(input), 'notFound');
      await expectRefused(admin.api.trpc.invitation[verb].mutate(input), 'forbidden');
      await expectRefused(server.stranger.trpc.invitation[verb].mutate(input), 'unauthorised');
    }
    expect((await listed(admin.api))[0]?.abilities).toEqual({ manage: false });
  });

  it('of a demoted or removed inviter end where they could not be made any more', async () => {
    const admin = await team.person('admin');
    const [toAdmin, toGuest] = [
      await invite(admin.api, newAddress(), 'admin'),
      await invite(admin.api, newAddress(), 'guest'),
    ];
    await team.api.trpc.team.setRole.mutate({ userId: admin.user.id, role: 'member' });
    expect((await listed(team.api)).map(({ id }) => id)).toEqual([toGuest.id]);
    expect((await rowOf(toAdmin)).endedAt).not.toBeNull();
    await team.api.trpc.team.removeMember.mutate({ userId: admin.user.id });
    expect(await listed(team.api)).toEqual([]);
  });
});
