import { makeApp, makeChannel, makeMessage, makeUsage } from '@tandem/db/testing/factories/index';
import type { AuditAction } from '@tandem/shared/audit/schema';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useOwnServer } from '../harness/server.ts';
import { expectRefused, openTeam, type Team, useTeam } from '../workspace/team.ts';

const server = useOwnServer();
const team = useTeam(server);
let admin: Awaited<ReturnType<Team['person']>>;
let member: Awaited<ReturnType<Team['person']>>;
let closed: { id: string };

beforeEach(async () => {
  admin = await team.person('admin');
  member = await team.person();
  closed = await makeApp(server.db, {
    teamId: team.team.id,
    spaceId: team.space.id,
    creatorId: member.user.id,
    name: 'Secret plans',
    visibility: 'private',
  });
});

const administered = (input: object = {}) => admin.api.trpc.app.administered.query(input);
const audit = async () =>
  (
    await server.db
      .selectFrom('audit_entry')
      .select('action')
      .where('teamId', '=', team.team.id)
      .orderBy('number')
      .execute()
  ).map(({ action }) => action);
const details = (action: AuditAction) =>
  server.db
    .selectFrom('audit_entry')
    .select('detail')
    .where('teamId', '=', team.team.id)
    .where('action', '=', action)
    .orderBy('number')
    .execute();

/** Makes calls wait for an app one after another, each with as many statements, and then lets them go. */
async function inTurn(
  appId: string,
  calls: (readonly [() => Promise<unknown>, number])[],
): Promise<unknown[]> {
  const begun: Promise<unknown>[] = [];
  let waiting = 0;
  await server.db.transaction().execute(async (tx) => {
    await tx.selectFrom('app').select('id').where('id', '=', appId).forUpdate().execute();
    for (const [call, statements] of calls) {
      begun.push(call());
      waiting += statements;
      await vi.waitFor(async () => expect(await countWaiting()).toBe(waiting), 10_000);
    }
  });
  return Promise.all(begun);
}

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as "count" from pg_stat_activity
    where "datname" = current_database() and "wait_event_type" = 'Lock'`.execute(server.db);
  return rows[0]?.count ?? 0;
}

describe('the apps of a team, for its administrators', () => {
  it('are listed with their figures, private ones too, and identically by REST', async () => {
    const channel = await makeChannel(server.db, { appId: closed.id, creatorId: member.user.id });
    await makeMessage(server.db, { channelId: channel.id, text: 'quiet', authorId: member.user.id });
    await makeUsage(server.db, {
      teamId: team.team.id,
      userId: member.user.id,
      appId: closed.id,
      cost: 1234,
    });
    const { list, total } = await administered({ sort: 'cost', direction: 'desc' });
    expect(total).toBe(2);
    expect(list[0]).toMatchObject({
      id: closed.id,
      name: 'Secret plans',
      visibility: 'private',
      state: 'active',
      owner: { id: member.user.id, name: 'A member', active: true },
      people: 1,
      channels: 1,
      messages: 1,
      cost: 1234,
    });
    expect(list[1]).toMatchObject({ name: 'Chat', people: 3, channels: 0, cost: 0 });
    await expectRefused(admin.api.trpc.app.get.query({ appId: closed.id }), 'notFound');

    const pagination = encodeURIComponent(JSON.stringify({ currentPage: 1, pageSize: 1 }));
    const order = 'sort=cost&direction=desc';
    const asJson = await admin.api.get(`/api/admin/application/-/list?pagination=${pagination}&${order}`);
    const flat = await admin.api.get(`/api/admin/application/-/list?currentPage=1&pageSize=1&${order}`);
    expect(asJson.data).toEqual(flat.data);
    expect(asJson.data).toMatchObject({
      list: [JSON.parse(JSON.stringify(list[0]))],
      pagination: { currentPage: 1, pageSize: 1, total: 2 },
    });
  });

  it('are searched, filtered and paged in every order', async () => {
    for (let i = 0; i < 5; i++)
      await makeApp(server.db, {
        teamId: team.team.id,
        spaceId: team.space.id,
        creatorId: team.owner.id,
        name: `App ${i % 2}`,
      });
    const names = async (input: object) => (await administered(input)).list.map(({ name }) => name);
    expect(await names({ query: 'SECRET' })).toEqual(['Secret plans']);
    expect(await names({ query: 'olive', visibility: 'team' })).toHaveLength(6);
    expect(await names({ query: '%' })).toEqual([]);
    expect(await names({ visibility: 'private' })).toEqual(['Secret plans']);
    expect(await names({ type: 'draw' })).toEqual([]);
    expect(await names({ state: 'archived' })).toEqual([]);
    const filters = encodeURIComponent(JSON.stringify({ visibility: 'private' }));
    const rest = await admin.api.get(`/api/admin/application/-/list?filters=${filters}`);
    expect(rest.data).toMatchObject({ pagination: { total: 1 } });
    for (const sort of ['name', 'people', 'channels', 'messages', 'size', 'cost', 'activeAt', 'createdAt'])
      for (const direction of ['asc', 'desc']) {
        const whole = (await administered({ sort, direction })).list.map(({ id }) => id);
        expect(whole).toHaveLength(7);
        const paged: string[] = [];
        for (let cursor: string | undefined; ; ) {
          const page = await administered({ sort, direction, limit: 3, cursor });
          paged.push(...page.list.map(({ id }) => id));
          if (page.nextCursor === null) break;
          cursor = page.nextCursor;
        }
        expect(paged, `${sort} ${direction}`).toEqual(whole);
      }
  });

  it('are transferred to another member, by PUT and by PATCH alike (C34)', async () => {
    for (const [verb, to] of [
      ['PUT', team.owner.id],
      ['PATCH', member.user.id],
    ] as const) {
      const answer = await admin.api.call(verb, `/api/admin/application/${closed.id}`, {
        body: { ownerId: to },
      });
      expect(answer, answer.text).toMatchObject({ status: 200, data: { owner: { id: to, active: true } } });
    }
    expect(await team.api.trpc.app.get.query({ appId: closed.id })).toMatchObject({ level: 'manage' });
    expect(await member.api.trpc.app.get.query({ appId: closed.id })).toMatchObject({ level: 'manage' });
    await expectRefused(admin.api.trpc.app.get.query({ appId: closed.id }), 'notFound');
    expect(await details('app.transfer')).toEqual([
      { detail: { personId: team.owner.id, person: 'Olive Owner' } },
      { detail: { personId: member.user.id, person: 'A member' } },
    ]);
    // Nobody was invited; the log has only the access granted with the app.
    expect(await details('grant.set')).toEqual([
      { detail: { personId: team.owner.id, person: 'Olive Owner', from: 'none', to: 'manage' } },
    ]);
    const guest = await team.person('guest');
    const stranger = await openTeam(server);
    for (const ownerId of [guest.user.id, stranger.owner.id])
      await expectRefused(
        admin.api.trpc.app.administer.mutate({ appId: closed.id, ownerId }),
        'ownerMustBeMember',
      );
  });

  it('are archived with their channels and restored; nothing is added meanwhile', async () => {
    const { id: appId } = team.app;
    const api = team.api.trpc;
    const channel = await makeChannel(server.db, { appId, creatorId: team.owner.id });
    const apart = await makeChannel(server.db, { appId, creatorId: team.owner.id });
    await api.channel.archive.mutate({ channelId: apart.id });
    const heard = await team.announced(() => admin.api.trpc.app.administer.mutate({ appId, archived: true }));
    expect(heard).toHaveLength(1);
    expect((await administered({ state: 'archived' })).list).toMatchObject([{ id: appId }]);
    expect(await api.app.get.query({ appId })).toMatchObject({
      abilities: { createChannel: false, edit: false, manage: true },
    });
    const send = () => api.message.send.mutate({ channelId: channel.id, text: 'hello' });
    await expectRefused(send(), 'archived');
    await expectRefused(api.channel.create.mutate({ appId, name: 'New' }), 'appArchived');
    await expectRefused(api.app.update.mutate({ appId, name: 'Other' }), 'appArchived');
    await expectRefused(api.channel.unarchive.mutate({ channelId: channel.id }), 'appArchived');
    await api.channel.remove.mutate({ channelId: channel.id });
    expect(await api.channel.restore.mutate({ channelId: channel.id })).toMatchObject([
      { id: channel.id, archivedAt: expect.any(Date) },
    ]);
    // Twice is the same as once.
    await admin.api.trpc.app.administer.mutate({ appId, archived: true });
    await admin.api.trpc.app.administer.mutate({ appId, archived: false });
    expect(await api.channel.get.query({ channelId: channel.id })).toMatchObject({ archivedAt: null });
    expect(await api.channel.get.query({ channelId: apart.id })).toMatchObject({
      archivedAt: expect.any(Date),
    });
    await send();
    const noted = (await audit()).filter((action) => /^app\.(un)?archive$/.test(action));
    expect(noted).toEqual(['app.archive', 'app.unarchive']);
  });

  it('are archived as a whole, whether that or a new channel comes first', async () => {
    const { id: appId } = team.app;
    const parent = await makeChannel(server.db, { appId, creatorId: team.owner.id });
    const archive = () => admin.api.trpc.app.administer.mutate({ appId, archived: true });
    const create = () =>
      Promise.allSettled([
        team.api.trpc.channel.create.mutate({ appId, name: 'New' }),
        team.api.trpc.channel.create.mutate({ appId, parentId: parent.id, name: 'New' }),
        team.api.trpc.channel.fork.mutate({ channelId: parent.id, messageId }),
      ]);
    const { id: messageId } = await makeMessage(server.db, {
      channelId: parent.id,
      text: 'hello',
      authorId: team.owner.id,
    });
    const unarchived = () =>
      server.db
        .selectFrom('channel')
        .select('id')
        .where('appId', '=', appId)
        .where('archivedAt', 'is', null)
        .execute();

    const [, late] = await inTurn(appId, [
      [archive, 1],
      [create, 3],
    ]);
    expect(late).toMatchObject(Array(3).fill({ status: 'rejected' }));
    expect(await unarchived()).toEqual([]);

    await admin.api.trpc.app.administer.mutate({ appId, archived: false });
    const [early] = await inTurn(appId, [
      [create, 3],
      [archive, 1],
    ]);
    expect(early).toMatchObject(Array(3).fill({ status: 'fulfilled' }));
    expect(await unarchived()).toEqual([]);
  });

  it('go to the bin and back, and the audit log has their audience', async () => {
    const appId = closed.id;
    const { trpc } = admin.api;
    expect((await trpc.app.audience.query({ appId })).list).toMatchObject([
      { id: member.user.id, level: 'manage', granted: true },
    ]);
    expect((await trpc.app.audience.query({ appId: team.app.id })).list).toHaveLength(3);
    expect(await trpc.app.discard.mutate({ appId })).toMatchObject({ state: 'deleted' });
    expect((await administered()).list.map(({ id }) => id)).not.toContain(appId);
    expect((await administered({ state: 'deleted' })).list).toMatchObject([{ id: appId }]);
    expect(await trpc.app.recover.mutate({ appId })).toMatchObject({ state: 'active' });
    await expectRefused(trpc.app.get.query({ appId }), 'notFound');
    expect(await member.api.trpc.app.get.query({ appId })).toMatchObject({ level: 'manage' });
  });

  it('are hidden from members and from other teams', async () => {
    const stranger = await openTeam(server);
    const appId = team.app.id;
    for (const [{ api }, key] of [
      [member, 'forbidden'],
      [{ api: stranger.api }, 'notFound'],
    ] as const) {
      await expectRefused(api.trpc.app.administer.mutate({ appId, archived: true }), key);
      await expectRefused(api.trpc.app.discard.mutate({ appId }), key);
      await expectRefused(api.trpc.app.recover.mutate({ appId }), key);
      await expectRefused(api.trpc.app.audience.query({ appId }), key);
    }
    await expectRefused(member.api.trpc.app.administered.query({}), 'forbidden');
    const forged = await admin.api.call('PATCH', `/api/admin/application/${appId}`, {
      body: { teamId: stranger.team.id },
    });
    expect(forged.status).toBe(400);
    for (const input of [
      { sort: 'secret' },
      { cursor: 'x' },
      { cursor: Buffer.from('["a",1]').toString('base64url') },
    ])
      await expectRefused(administered(input), 'invalidInput');
  });
});
