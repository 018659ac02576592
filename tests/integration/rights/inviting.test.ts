import { lockMembers } from '@tandem/api/identity/team/member.repo';
import { countSend } from '@tandem/api/workspace/invitation/invitation.service';
import { makeColleague, makeGrant } from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import superjson from 'superjson';
import { beforeAll, describe, expect, it } from 'vitest';
import { useOwnServer } from '../harness/server.ts';
import { expectRefused, openTeam, type Team, useTeam } from '../workspace/team.ts';
import { isWaiting, whileWaiting } from './waiting.ts';

const server = useOwnServer();
const team = useTeam(server);
/** The first of the installation, whose administrators make accounts; those of others invite instead. */
let first: Team;
beforeAll(async () => {
  first = await openTeam(server);
});

const IN_FLIGHT = 40;
const address = () => `${crypto.randomUUID()}@example.test`;
type Person = Awaited<ReturnType<Team['person']>>;

/** Invitations of a person that somebody could still take up. */
const openOf = ({ user }: Person) =>
  server.db
    .selectFrom('invitation')
    .select(['id', 'role', 'email'])
    .where('inviterId', '=', user.id)
    .where('acceptedAt', 'is', null)
    .where('endedAt', 'is', null)
    .execute();

const endings = {
  suspension: ({ user }: Person, by = team) =>
    by.api.trpc.team.suspend.mutate({ userId: user.id, suspended: true }),
  demotion: ({ user }: Person, by = team) =>
    by.api.trpc.team.setRole.mutate({ userId: user.id, role: 'guest' }),
  removal: ({ user }: Person, by = team) => by.api.trpc.team.removeMember.mutate({ userId: user.id }),
};

/**
 * Sends many calls at once, each in its own request, and ends the sender's right after the first response.
 * @returns how many succeeded
 */
async function endAmid(
  { api }: Person,
  name: string,
  inputs: object[],
  end: () => Promise<unknown>,
): Promise<number> {
  const sent = inputs.map((input) =>
    api.call('POST', `/api/${name}`, {
      raw: JSON.stringify(superjson.serialize(input)),
      headers: { 'content-type': 'application/json' },
    }),
  );
  await Promise.any(sent.map(async (call) => expect((await call).status).toBe(200)));
  await end();
  const answers = await Promise.all(sent);
  for (const { status, text } of answers) expect([200, 401, 403, 404, 409], text).toContain(status);
  return answers.filter(({ status }) => status === 200).length;
}

const many = (input: () => object) => Array.from({ length: IN_FLIGHT }, input);

describe.each(Object.entries(endings))('invitations in flight at the %s of their sender', (_name, end) => {
  it('to the team: none stays open', async () => {
    const admin = await team.person('admin');
    const inputs = many(() => ({ email: address(), role: 'admin' }));
    await endAmid(admin, 'invitation.create', inputs, () => end(admin));
    expect(await openOf(admin)).toEqual([]);
  });

  it('by sharing: none stays open', async () => {
    const admin = await team.person('admin');
    const { id: appId } = await admin.api.trpc.app.create.mutate({ name: 'Own', type: 'chat' });
    const inputs = many(() => ({ appId, users: [{ email: address(), permission: 'edit' }] }));
    await endAmid(admin, 'grant.share', inputs, () => end(admin));
    expect(await openOf(admin)).toEqual([]);
  });

  it('resent: none stays open', async () => {
    const admin = await team.person('admin');
    const { id: invitationId } = await admin.api.trpc.invitation.create.mutate({
      email: address(),
      role: 'admin',
    });
    const inputs = many(() => ({ invitationId }));
    await endAmid(admin, 'invitation.resend', inputs, () => end(admin));
    expect(await openOf(admin)).toEqual([]);
  });

  it('by naming a new member: none stays open', async () => {
    const admin = await team.person('admin');
    const inputs = many(() => ({ email: address(), name: 'New', role: 'admin' }));
    await endAmid(admin, 'team.createMember', inputs, () => end(admin));
    expect(await openOf(admin)).toEqual([]);
  });

  it('created accounts: exactly those acknowledged exist', async () => {
    const admin = await first.person('admin');
    const emails = Array.from({ length: IN_FLIGHT }, address);
    const inputs = emails.map((email) => ({ email, name: 'New', role: 'member' }));
    const made = await endAmid(admin, 'team.createMember', inputs, () => end(admin, first));
    const stored = await server.db.selectFrom('user').select('id').where('email', 'in', emails).execute();
    expect(stored).toHaveLength(made);
  });
});

describe('naming a new member in a team that does not operate the installation', () => {
  it('waits for a concurrent change of the team, so that a suspension withdraws that invitation too', async () => {
    const admin = await team.person('admin');
    const { asked, waited } = await server.db.transaction().execute(async (tx) => {
      await lockMembers(tx, team.team.id);
      const call = admin.api.trpc.team.createMember.mutate({ email: address(), name: 'New', role: 'member' });
      const settled = Promise.allSettled([call]).then(() => 'settled' as const);
      const waits = expect.poll(() => isWaiting(server.db), { interval: 10, timeout: 10_000 }).toBe(true);
      const first = await Promise.race([settled, waits.then(() => 'waits' as const)]);
      return { asked: call, waited: first };
    });
    expect(waited).toBe('waits');
    expect(await asked).toBeNull();
  });

  it('counts towards the mail limit of other invitations', async () => {
    const admin = await team.person('admin');
    const counted = await Promise.allSettled(
      Array.from({ length: 201 }, () => countSend(server.platform, admin.user.id)),
    );
    expect(counted.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    const named = admin.api.trpc.team.createMember.mutate({ email: address(), name: 'New', role: 'member' });
    await expectRefused(named, 'tooManyRequests');
    expect(await openOf(admin)).toEqual([]);
  });
});

describe('an invitation whose sender lost the right to invite', () => {
  it.each([
    ['is suspended', { suspendedAt: new Date() }],
    ['is a member now', { role: 'member' as const }],
  ])('is not accepted when the sender %s', async (_what, change) => {
    const admin = await team.person('admin');
    const outside = await openTeam(server);
    const { id: invitationId } = await admin.api.trpc.invitation.create.mutate({
      email: outside.owner.email,
      role: 'admin',
    });
    // Past the service, which would withdraw it.
    await server.db.updateTable('member').set(change).where('userId', '=', admin.user.id).execute();
    await expectRefused(outside.api.trpc.invitation.accept.mutate({ invitationId }), 'invitationGone');
    const member = await server.db
      .selectFrom('member')
      .select('role')
      .where('userId', '=', outside.owner.id)
      .where('teamId', '=', team.team.id)
      .executeTakeFirst();
    expect(member).toBeUndefined();
  });
});

it('a role lowered while a call waited counts as it is now', async () => {
  const { id: userId } = await makeColleague(server.db, team.team.id, 'owner');
  const api = await server.as(userId);
  const { asked } = await whileWaiting(
    server.db,
    () => api.trpc.invitation.create.mutate({ email: address(), role: 'owner' }),
    (tx) => tx.updateTable('member').set({ role: 'admin' }).where('userId', '=', userId).execute(),
  );
  await expectRefused(asked, 'conflict');
});

it('its access is judged at the commit as well', async () => {
  const admin = await team.person('admin');
  const { id: targetId } = await team.api.trpc.app.create.mutate({ name: 'Closed', type: 'chat' });
  await team.api.trpc.app.setVisibility.mutate({ appId: targetId, visibility: 'private' });
  const of = { teamId: team.team.id, targetId, userId: admin.user.id };
  await makeGrant(server.db, { ...of, level: levelRank.manage });
  const grants = [{ targetId, permission: 'edit' as const }];
  const { asked } = await whileWaiting(
    server.db,
    () => admin.api.trpc.invitation.create.mutate({ email: address(), role: 'guest', grants }),
    (tx) =>
      tx.deleteFrom('grant').where('targetId', '=', targetId).where('userId', '=', admin.user.id).execute(),
  );
  await expectRefused(asked, 'notFound');
  expect(await openOf(admin)).toEqual([]);
});
