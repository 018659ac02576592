import { makeChannel, makeUser } from '@tandem/db/testing/factories/index';
import type { TeamRole } from '@tandem/shared/team/schema';
import { describe, expect, it, vi } from 'vitest';
import { bodyOf, mailedToken } from '../../fakes/mail/link.ts';
import { useOwnServer } from '../harness/server.ts';
import { changeInvitation, inviteTo, past, tokenOf } from '../team/inviting.ts';
import { useTeam } from '../workspace/team.ts';
import { Browser } from './browser.ts';
import { type SignedIn, signIn } from './people.ts';

const GONE = 40401;
const USED = 40930;
const EXPIRED = 40931;
const FOR_OTHER = 40306;
const FORBIDDEN = 40300;
const CODES_OFF = 40390;

const server = useOwnServer({ settings: { trustProxy: 1 } });
const team = useTeam(server);
let people = 0;
const newAddress = () => `linked${++people}@example.com`;

/** Invites an address and reads the mail. */
async function invited(email = newAddress(), role: TeamRole = 'guest', grants: { targetId: string }[] = []) {
  const invitation = await inviteTo(server, team, {
    ...{ email, role },
    grants: grants.map(({ targetId }) => ({ targetId, permission: 'comment' as const })),
  });
  const mail = await server.mail.mailTo(email);
  return { email, invitation, mail, token: mailedToken(mail) };
}
const press = (body: object, browser = new Browser(server.url), headers?: Record<string, string>) =>
  browser.post<SignedIn>('/api/user/joinByInvitation', body, headers);
const accepted = async (id: string) =>
  (
    await server.db
      .selectFrom('invitation')
      .select('acceptedAt')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).acceptedAt !== null;
const sessionsOf = async (email: string) =>
  (
    await server.db
      .selectFrom('session')
      .innerJoin('user', 'user.id', 'session.userId')
      .select('session.id')
      .where('user.email', '=', email)
      .execute()
  ).length;

describe('the mailed link', () => {
  it('creates an account, joins and signs in by one click, without a code', async () => {
    const { email, token, invitation } = await invited();
    const browser = new Browser(server.url);
    const { code, data } = await press({ token, name: 'Nina' }, browser);
    expect(code).toBe(0);
    expect(data.user).toMatchObject({ email, name: 'Nina', currentTeamId: team.team.id });
    expect((await browser.get<{ email: string }>('/api/user/profile')).data.email).toBe(email);
    expect(await accepted(invitation.id)).toBe(true);
    const codes = await server.db.selectFrom('login_code').select('id').where('email', '=', email).execute();
    expect(codes).toEqual([]);
    const entry = await server.db
      .selectFrom('audit_entry')
      .select(['detail', 'actorId'])
      .where('action', '=', 'invitation.accept')
      .where('targetId', '=', invitation.id)
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      actorId: data.user.id,
      detail: { role: 'guest', signedInBy: 'mailedLink' },
    });
  });

  it('is not used up by being viewed, however often', async () => {
    const { email, token, invitation } = await invited();
    for (let time = 0; time < 3; time++) {
      await new Browser(server.url).get(`/register?invitation=${token}`);
      const peek = await server.stranger.trpc.invitation.peek.query({ token });
      expect(peek).toMatchObject({ state: 'open', email, mailed: { to: null } });
    }
    const byGet = await new Browser(server.url).get(`/api/user/joinByInvitation?token=${token}&name=N`);
    expect(byGet.status).toBe(405);
    expect(await accepted(invitation.id)).toBe(false);
    expect(await sessionsOf(email)).toBe(0);
  });

  it('opens no existing account: a mail may have been forwarded', async () => {
    const user = await makeUser(server.db);
    const { token, invitation } = await invited(user.email, 'member');
    expect(await server.stranger.trpc.invitation.peek.query({ token })).toMatchObject({ mailed: null });
    expect((await press({ token, name: 'N' })).status).toBe(403);
    expect(await sessionsOf(user.email)).toBe(0);
    expect(await accepted(invitation.id)).toBe(false);
  });

  it('works once, also for many clicks at once', async () => {
    const { email, token } = await invited();
    const counting = vi.spyOn(server.platform.limiter, 'count').mockResolvedValue();
    const answers = await Promise.all(Array.from({ length: 100 }, () => press({ token, name: 'Nina' })));
    counting.mockRestore();
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0, USED]));
    expect(await sessionsOf(email)).toBe(1);
    expect((await press({ token, name: 'Nina' })).code).toBe(USED);
    // The ordinary flow continues.
    expect((await signIn(server, email)).user.email).toBe(email);
  });

  it('is invalid when withdrawn or expired', async () => {
    const withdrawn = await invited();
    await team.api.trpc.invitation.withdraw.mutate({ invitationId: withdrawn.invitation.id });
    expect((await press({ token: withdrawn.token, name: 'N' })).code).toBe(GONE);
    const again = await invited(withdrawn.email);
    expect(again.token).not.toBe(withdrawn.token);
    await changeInvitation(server, again.invitation.id, { expiresAt: past() });
    expect((await press({ token: again.token, name: 'N' })).code).toBe(EXPIRED);
    expect(await sessionsOf(withdrawn.email)).toBe(0);
  });

  it('is shown to nobody but its reader, and stored as a hash', async () => {
    const { token, invitation } = await invited();
    const row = await server.db
      .selectFrom('invitation')
      .selectAll()
      .where('id', '=', invitation.id)
      .executeTakeFirstOrThrow();
    const listed = await team.api.trpc.invitation.list.query({});
    expect(JSON.stringify([invitation, listed, row])).not.toContain(token);
    expect(tokenOf(invitation)).not.toBe(token);
  });

  it('that was copied proves nothing and requires the code', async () => {
    const { email, invitation } = await invited();
    const token = tokenOf(invitation);
    expect(await server.stranger.trpc.invitation.peek.query({ token })).toMatchObject({
      email,
      mailed: null,
    });
    expect((await press({ token, name: 'Eve' })).code).toBe(FORBIDDEN);
    expect(await accepted(invitation.id)).toBe(false);
  });

  it('does nothing while somebody else is signed in there', async () => {
    const { email, token, invitation } = await invited();
    const user = await makeUser(server.db);
    const { browser } = await signIn(server, user.email);
    expect((await press({ token, name: 'N' }, browser)).code).toBe(FOR_OTHER);
    expect(await accepted(invitation.id)).toBe(false);
    expect(await sessionsOf(email)).toBe(0);
  });

  it('cannot be submitted by other sites', async () => {
    const { token, invitation } = await invited();
    const answer = await press({ token, name: 'N' }, new Browser(server.url), {
      origin: 'https://evil.example',
    });
    expect(answer.status).toBe(403);
    expect(answer.setCookies).toEqual([]);
    expect(await accepted(invitation.id)).toBe(false);
  });

  it('does not bypass disabled codes', async () => {
    const { token, email } = await invited();
    const { current } = server.platform.values;
    const off = vi
      .spyOn(server.platform.values, 'current', 'get')
      .mockReturnValue({ ...current, emailCodes: false });
    expect((await press({ token, name: 'N' })).code).toBe(CODES_OFF);
    expect(await server.stranger.trpc.invitation.peek.query({ token })).toMatchObject({ mailed: null });
    off.mockRestore();
    expect(await sessionsOf(email)).toBe(0);
  });

  it('asks newcomers for a name, and is rate-limited', async () => {
    const { token, invitation } = await invited();
    expect((await press({ token })).status).toBe(400);
    expect(await accepted(invitation.id)).toBe(false);
    for (const body of [{}, { token: null }, { token: '' }, { token, name: 'N', email: 'e@example.com' }])
      expect((await press(body)).status).toBe(400);
    const guess = () =>
      press({ token: 'A'.repeat(43), name: 'N' }, undefined, { 'x-forwarded-for': '203.0.113.9' });
    const guesses = await Promise.all(Array.from({ length: 61 }, guess));
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});

describe('its destination', () => {
  it('is the channel or document that was shared', async () => {
    const document = await makeChannel(server.db, {
      ...{ appId: team.app.id, creatorId: team.owner.id },
      ...{ teamId: team.team.id, name: 'Plan', kind: 'document', visibility: 'private' },
    });
    const { token, invitation } = await invited(newAddress(), 'guest', [{ targetId: document.id }]);
    expect(await server.stranger.trpc.invitation.peek.query({ token })).toMatchObject({
      mailed: { to: 'Plan' },
    });
    const { data } = await press({ token, name: 'Gus' });
    const guest = await server.as(data.user.id);
    const landing = { appId: team.app.id, appType: team.app.type, channelId: document.id };
    expect(await guest.trpc.invitation.landing.query({ token })).toEqual(landing);
    expect(await guest.trpc.invitation.landing.query({ token: tokenOf(invitation) })).toEqual(landing);
    expect(await team.api.trpc.invitation.landing.query({ token })).toBeNull();
    await team.api.trpc.grant.remove.mutate({ channelId: document.id, userId: data.user.id });
    expect(await guest.trpc.invitation.landing.query({ token })).toBeNull();
  });
});

describe('the mail', () => {
  it('says what to, by whom and in which role', async () => {
    const channel = await makeChannel(server.db, {
      ...{ appId: team.app.id, creatorId: team.owner.id, teamId: team.team.id },
      name: 'Plans <b>& more</b> https://evil.example',
    });
    const { mail } = await invited(newAddress(), 'guest', [{ targetId: channel.id }]);
    expect(mail.subject).toBe('Olive Owner invited you to “Plans <b>& more</b> https://evil.example”');
    const body = bodyOf(mail);
    expect(body).toContain('Olive Owner invited you to Example team at');
    expect(body).toContain('as a guest.');
    expect(body).toContain('you can view and comment.');
    expect(body).toContain('&#60;b&#62;');
    expect(body).not.toContain('evil.example');
  });

  it('is in its recipient’s language', async () => {
    const user = await makeUser(server.db, { language: 'zh-CN' });
    const { mail } = await invited(user.email, 'guest', [{ targetId: team.app.id }]);
    expect(bodyOf(mail)).toContain('您可以查看和评论');
  });
});
