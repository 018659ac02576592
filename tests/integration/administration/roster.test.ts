import { randomUUID } from 'node:crypto';
import { makeUsage, makeUser } from '@tandem/db/testing/factories/index';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useOwnServer } from '../harness/server.ts';
import { expectRefused, openTeam, type Team, useTeam } from '../workspace/team.ts';

const server = useOwnServer();
const team = useTeam(server);
let admin: Awaited<ReturnType<Team['person']>>;
let member: Awaited<ReturnType<Team['person']>>;
/** The first team of the installation, whose administrators operate it. */
let operators: Team;

beforeAll(async () => {
  operators = await openTeam(server);
});
beforeEach(async () => {
  admin = await team.person('admin');
  member = await team.person();
});

const roster = (input: object = {}) => admin.api.trpc.team.roster.query(input);
const address = () => `${randomUUID()}@example.test`;

describe('the people of a team, for its administrators', () => {
  it('are listed with sessions, cost and last visit, and identically by REST', async () => {
    await server.as(member.user.id);
    await makeUsage(server.db, { teamId: team.team.id, userId: member.user.id, cost: 77 });
    const { list, total } = await roster({ sort: 'cost', direction: 'desc' });
    expect(total).toBe(3);
    expect(list[0]).toMatchObject({
      id: member.user.id,
      sessions: 2,
      cost: 77,
      suspended: false,
      lastSeenAt: expect.any(Date),
      abilities: { roles: ['admin', 'member', 'guest'], suspend: true, remove: true },
    });
    const path = '/api/admin/teamMember/-/list?sort=cost&direction=desc';
    const flat = await admin.api.get(`${path}&currentPage=1&pageSize=1`);
    const asJson = await admin.api.get(
      `${path}&pagination=${encodeURIComponent('{"currentPage":1,"pageSize":1}')}`,
    );
    expect(flat.data).toEqual(asJson.data);
    expect(flat.data).toMatchObject({ list: [{ id: member.user.id }], pagination: { total: 3 } });
  });

  it('are filtered, and paged in every order', async () => {
    await admin.api.trpc.team.changeMember.mutate({ userId: member.user.id, suspended: true });
    const ids = async (input: object) => (await roster(input)).list.map(({ id }) => id);
    expect(await ids({ state: 'suspended' })).toEqual([member.user.id]);
    expect(await ids({ role: 'admin' })).toEqual([admin.user.id]);
    expect(await ids({ query: 'olive' })).toEqual([team.owner.id]);
    for (const sort of ['name', 'lastSeenAt', 'cost', 'sessions', 'joinedAt'])
      for (const direction of ['asc', 'desc']) {
        const first = await roster({ sort, direction, limit: 2 });
        const second = await roster({ sort, direction, limit: 2, cursor: first.nextCursor });
        expect([...first.list, ...second.list].map(({ id }) => id)).toEqual(await ids({ sort, direction }));
      }
  });

  it('are changed by PUT and PATCH alike (C34), completely or not at all', async () => {
    const path = `/api/admin/teamMember/${member.user.id}`;
    for (const verb of ['PUT', 'PATCH'] as const) {
      expect(await admin.api.call(verb, path, { body: { role: 'guest', suspended: true } })).toMatchObject({
        status: 200,
        data: { role: 'guest', suspended: true },
      });
      expect(await admin.api.call(verb, path, { body: { role: 'member', suspended: false } })).toMatchObject({
        status: 200,
        data: { role: 'member', suspended: false },
      });
      for (const body of [{ credits: 1 }, { teamId: randomUUID() }, { role: 'god' }, { suspended: 'yes' }])
        expect((await admin.api.call(verb, path, { body })).status).toBe(400);
    }
    // The second half is refused, so the first is rolled back.
    const own = `/api/admin/teamMember/${admin.user.id}`;
    expect((await admin.api.call('PATCH', own, { body: { role: 'member', suspended: true } })).status).toBe(
      403,
    );
    expect((await roster({ query: admin.user.email })).list).toMatchObject([{ role: 'admin' }]);
    const last = { body: { role: 'member' } };
    expect((await team.api.call('PATCH', `/api/admin/teamMember/${team.owner.id}`, last)).status).toBe(409);
    expect((await admin.api.call('PATCH', `/api/admin/teamMember/${team.owner.id}`, last)).status).toBe(403);
    expect((await member.api.call('PATCH', own, last)).status).toBe(403);
  });

  it('are out immediately when suspended or signed out by REST', async () => {
    const path = `/api/admin/teamMember/${member.user.id}`;
    await admin.api.call('PATCH', path, { body: { suspended: true } });
    expect((await member.api.get('/api/user/profile')).status).toBe(401);
    await admin.api.call('PATCH', path, { body: { suspended: false } });
    expect((await member.api.get('/api/user/profile')).status).toBe(200);
    const out = await admin.api.trpc.team.signMemberOut.mutate({ userId: member.user.id });
    expect(out).toEqual({ ended: 1 });
    expect((await member.api.get('/api/user/profile')).status).toBe(401);
    for (const [userId, key] of [
      [team.owner.id, 'forbidden'],
      [admin.user.id, 'forbidden'],
      [(await openTeam(server)).owner.id, 'notFound'],
    ] as const)
      await expectRefused(admin.api.trpc.team.signMemberOut.mutate({ userId }), key);
  });
});

describe('an account created by an operator', () => {
  beforeEach(async () => {
    admin = await operators.person('admin');
    member = await operators.person();
  });
  const create = (body: object) => admin.api.call('POST', '/api/admin/user/-/create', { body });

  it('is a member immediately, is notified by mail, and signs in by a code', async () => {
    const email = address();
    await admin.api.trpc.invitation.create.mutate({ email, role: 'guest' });
    const answer = await create({ email: ` ${email.toUpperCase()}`, name: 'Nora New', role: 'member' });
    expect(answer, answer.text).toMatchObject({
      status: 200,
      data: { name: 'Nora New', email, role: 'member', sessions: 0 },
    });
    expect((await admin.api.trpc.invitation.list.query({})).list).toEqual([]);
    // They did nothing yet: the log names who put them there, and nobody else.
    const { id } = answer.data as { id: number };
    const logged = (await operators.api.trpc.audit.list.query({})).list.filter(
      ({ target }) => target?.id === String(id),
    );
    expect(logged.map(({ action, actor }) => [action, actor?.id])).toEqual([
      ['member.create', admin.user.id],
    ]);
    await expect
      .poll(() => server.mail.mails.filter(({ to }) => to.includes(email)).length)
      .toBeGreaterThan(0);
  });

  it('is refused before the input is judged', async () => {
    const change = (body: object) =>
      member.api.call('PATCH', `/api/admin/teamMember/${member.user.id}`, { body });
    expect((await member.api.call('POST', '/api/admin/user/-/create', { body: { odd: 1 } })).status).toBe(
      403,
    );
    expect((await change({ role: 'emperor' })).status).toBe(403);
    expect((await create({ odd: 1 })).status).toBe(400);
  });

  it('is refused for existing members, existing accounts, and roles above the creator’s', async () => {
    expect(await create({ email: member.user.email, name: 'X', role: 'member' })).toMatchObject({
      status: 409,
      code: 40932,
    });
    const elsewhere = await makeUser(server.db);
    expect((await create({ email: elsewhere.email, name: 'X', role: 'member' })).status).toBe(409);
    expect((await create({ email: address(), name: 'X', role: 'owner' })).status).toBe(403);
    expect((await create({ email: 'nobody', name: 'X', role: 'member' })).status).toBe(400);
    expect((await create({ email: address(), name: '\u202e', role: 'member' })).status).toBe(400);
    const credits = { email: address(), name: 'X', role: 'member', credits: 1 };
    expect((await create(credits)).status).toBe(400);
    expect((await member.api.call('POST', '/api/admin/user/-/create', { body: {} })).status).toBe(403);
    const good = { email: address(), name: 'X', role: 'guest' };
    expect((await member.api.call('POST', '/api/admin/user/-/create', { body: good })).status).toBe(403);
  });

  it('is created once, however many ask for it at once', async () => {
    const body = { email: address(), name: 'One', role: 'member' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  });
});

describe('an account created by another team’s administrator', () => {
  const create = (email: string) =>
    admin.api.call('POST', '/api/admin/user/-/create', { body: { email, name: 'Nora New', role: 'member' } });

  it('is an invitation, whether or not the address has an account', async () => {
    const known = await makeUser(server.db);
    const emails = [address(), known.email, operators.owner.email];
    for (const email of emails) {
      const answer = await create(email);
      expect(answer, answer.text).toMatchObject({ status: 200, body: { code: 0, msg: '', data: null } });
      await expect.poll(() => server.mail.mails.some(({ to }) => to.includes(email))).toBe(true);
    }
    const { list } = await admin.api.trpc.invitation.list.query({});
    expect(list.map(({ email, role }) => `${email} ${role}`).sort()).toEqual(
      emails.map((email) => `${email} member`).sort(),
    );
    expect((await roster()).total).toBe(3);
    const accounts = await server.db
      .selectFrom('user')
      .select('id')
      .where('email', '=', emails[0] ?? '')
      .execute();
    expect(accounts).toEqual([]);
    // Administrators may know who is in the team.
    expect((await create(member.user.email)).code).toBe(40932);
  });
});
