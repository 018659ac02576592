import { makeApp, makeChannel } from '@tandem/db/testing/factories/index';
import type { TeamRole } from '@tandem/shared/team/schema';
import { beforeAll, describe, expect, it } from 'vitest';
import { useOwnServer } from '../harness/server.ts';
import { Browser } from '../session/browser.ts';
import { codeFor, type SignedIn, signUp } from '../session/people.ts';
import { openTeam, useTeam } from '../workspace/team.ts';
import { changeInvitation, inviteTo, past, tokenOf } from './inviting.ts';

const server = useOwnServer();
const team = useTeam(server);
let people = 0;
const newAddress = () => `newcomer${++people}@example.com`;
const invite = (email: string, role: TeamRole = 'member') => inviteTo(server, team, { email, role });

beforeAll(async () => {
  await signUp(server, 'first@example.com', 'Olive');
});

describe('access given by an invitation', () => {
  it('applies only while its inviter may still give it', async () => {
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
    const { id } = await inviteTo(server, team, {
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

  it('without a valid invitation is refused', async () => {
    const email = newAddress();
    const browser = new Browser(server.url);
    const { id } = await invite(email);
    const code = await codeFor(server, email);
    await changeInvitation(server, id, { endedAt: past() });
    const refused = await browser.post('/api/user/register', { email, code, name: 'Nina' });
    expect(refused).toMatchObject({ status: 403, code: 40302 });
    const expired = await invite(email);
    await changeInvitation(server, expired.id, { expiresAt: past() });
    expect(await browser.post('/api/user/register', { email, code, name: 'Nina' })).toMatchObject({
      code: 40302,
    });
  });

  it('with several invitations joins the team of the link, else of the newest, and keeps the others', async () => {
    const email = newAddress();
    const other = await openTeam(server);
    const older = await invite(email);
    await inviteTo(server, other, { email, role: 'admin' });
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
    await inviteTo(server, other, { email: second, role: 'member' });
    const { user } = await signUp(server, second, 'Noah');
    expect(user.teams.map(({ teamId }) => teamId)).toEqual([other.team.id]);
  });

  it('gains nothing from a link for somebody else', async () => {
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
