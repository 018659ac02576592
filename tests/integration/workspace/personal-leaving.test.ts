import { connect } from '@tandem/db';
import { migrate } from '@tandem/db/migrate';
import { makeChannel, makeGrant, makeWorkspace } from '@tandem/db/testing/factories/index';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDatabase } from '../harness/databases.ts';
import { useServer } from '../harness/server.ts';
import { inviteTo } from '../team/inviting.ts';
import { ownChannel, type Settled, settled } from './personal.ts';
import { expectRefused, useTeam } from './team.ts';

/** Tests what becomes of a member's personal app when they leave, and invariants under concurrent actions. */
const server = useServer();
const team = useTeam(server);
let lena: Settled;

beforeEach(async () => {
  lena = await settled(server, team);
});

const remove = () => team.api.trpc.team.removeMember.mutate({ userId: lena.user.id });
const grantsOn = async (targetId: string) =>
  (await server.db.selectFrom('grant').select('userId').where('targetId', '=', targetId).execute()).map(
    ({ userId }) => userId,
  );

describe('a leaving member', () => {
  it('leaves nobody their private chats, and finds them again', async () => {
    const { id: channelId } = await ownChannel(lena);
    const { id: closed } = await ownChannel(lena, 'Closed within');
    await lena.api.trpc.channel.setVisibility.mutate({ channelId: closed, visibility: 'private' });
    await remove();
    for (const id of [lena.appId, channelId, closed]) expect(await grantsOn(id)).toEqual([]);
    await expectRefused(team.api.trpc.channel.get.query({ channelId }), 'notFound');
    await expectRefused(team.api.trpc.app.get.query({ appId: lena.appId }), 'notFound');
    await expectRefused(lena.api.trpc.channel.get.query({ channelId }), 'notFound');

    const { id } = await inviteTo(server, team, { email: lena.user.email, role: 'member' });
    await lena.api.trpc.invitation.accept.mutate({ invitationId: id });
    const own = (await lena.api.trpc.app.list.query()).filter(({ personal }) => personal);
    expect(own.map((app) => app.id)).toEqual([lena.appId]);
    for (const each of [channelId, closed])
      expect(await lena.api.trpc.channel.get.query({ channelId: each })).toMatchObject({ level: 'manage' });
  });

  it('leaves chats that others see to an owner, as everywhere', async () => {
    const colleague = await settled(server, team);
    const { id: shared } = await ownChannel(lena, 'Shared');
    const { id: kept } = await ownChannel(lena, 'Kept');
    const invitee = { userId: colleague.user.id, permission: 'view' as const };
    await lena.api.trpc.grant.share.mutate({ channelId: shared, users: [invitee] });
    await lena.api.trpc.team.leave.mutate();
    expect(await grantsOn(shared)).toEqual(expect.arrayContaining([colleague.user.id, team.owner.id]));
    expect(await colleague.api.trpc.channel.get.query({ channelId: shared })).toMatchObject({
      level: 'view',
    });
    expect(await team.api.trpc.channel.get.query({ channelId: shared })).toMatchObject({ level: 'manage' });
    await expectRefused(team.api.trpc.channel.get.query({ channelId: kept }), 'notFound');
  });

  it('is suspended and reinstated without a change', async () => {
    const { id: channelId } = await ownChannel(lena);
    const suspend = (suspended: boolean) =>
      team.api.trpc.team.suspend.mutate({ userId: lena.user.id, suspended });
    await suspend(true);
    await expectRefused(lena.api.trpc.app.get.query({ appId: lena.appId }), 'sessionSuspended');
    await expectRefused(team.api.trpc.channel.get.query({ channelId }), 'notFound');
    await suspend(false);
    const again = await server.as(lena.user.id);
    expect(await again.trpc.channel.get.query({ channelId })).toMatchObject({ level: 'manage' });
  });
});

describe('concurrently', () => {
  const settledCalls = async (...calls: Promise<unknown>[]) => {
    const results = await Promise.allSettled(calls);
    return results.map((result) => {
      if (result.status === 'fulfilled') return 'done';
      const { data } = result.reason as { data?: { key?: string } };
      return data?.key ?? String(result.reason);
    });
  };

  it.each(Array.from({ length: 8 }, (_, i) => i))('sharing and being removed (%i)', async () => {
    const colleague = await settled(server, team);
    const { id: channelId } = await ownChannel(lena);
    const invitee = { userId: colleague.user.id, permission: 'view' as const };
    const [removed, shared] = await settledCalls(
      remove(),
      lena.api.trpc.grant.share.mutate({ channelId, users: [invitee] }),
    );
    expect(removed).toBe('done');
    expect(['done', 'notFound', 'forbidden', 'unauthorised']).toContain(shared);
    const holders = await grantsOn(channelId);
    expect(holders).not.toContain(lena.user.id);
    // Everything that others see has a manager; everything else belongs to nobody.
    expect(holders.includes(team.owner.id)).toBe(shared === 'done');
    expect(await grantsOn(lena.appId)).toEqual([]);
  });

  it.each(Array.from({ length: 5 }, (_, i) => i))('moving out and being removed (%i)', async () => {
    const { id: channelId } = await ownChannel(lena);
    const [removed, moved] = await settledCalls(
      remove(),
      lena.api.trpc.channel.move.mutate({ channelId, appId: team.app.id, parentId: null, afterId: null }),
    );
    expect(removed).toBe('done');
    expect(['done', 'notFound', 'forbidden', 'unauthorised']).toContain(moved);
    const { appId } = await server.db
      .selectFrom('channel')
      .select('appId')
      .where('id', '=', channelId)
      .executeTakeFirstOrThrow();
    // Removed between the commit and the answer, they no longer see what they moved.
    const stands =
      moved === 'done' ? [team.app.id] : [lena.appId, ...(moved === 'notFound' ? [team.app.id] : [])];
    expect(stands).toContain(appId);
    const seen = await settledCalls(team.api.trpc.channel.get.query({ channelId }));
    expect(seen).toEqual([appId === team.app.id ? 'done' : 'notFound']);
  });

  it.each(Array.from({ length: 3 }, (_, i) => i))('becoming a guest and beginning a chat (%i)', async () => {
    const { id: userId } = lena.user;
    const [lowered, begun] = await settledCalls(
      team.api.trpc.team.setRole.mutate({ userId, role: 'guest' }),
      ownChannel(lena, 'In time?'),
      lena.api.trpc.user.update.mutate({ language: 'zh-CN' }),
    );
    expect(lowered).toBe('done');
    expect(['done', 'notFound', 'forbidden']).toContain(begun);
    expect(await grantsOn(lena.appId)).toEqual([]);
    await expectRefused(ownChannel(lena), 'notFound');
  });

  it('two invitations to one team make one app', async () => {
    const { user, api } = await team.person('guest');
    const set = () => team.api.trpc.team.setRole.mutate({ userId: user.id, role: 'member' });
    expect(await settledCalls(set(), set(), set())).toEqual(['done', 'done', 'done']);
    expect((await api.trpc.app.list.query()).filter(({ personal }) => personal)).toHaveLength(1);
  });
});

describe('a deleted account', () => {
  it('sends its private chats to the bin, and leaves what others see', async () => {
    const colleague = await settled(server, team);
    const { id: shared } = await ownChannel(lena, 'Shared');
    const { id: kept } = await ownChannel(lena, 'Kept');
    await makeGrant(server.db, {
      teamId: team.team.id,
      targetId: shared,
      userId: colleague.user.id,
      level: 1,
    });
    await lena.api.trpc.user.sendRemovalCode.mutate();
    const code = await server.mail.codeFor(lena.user.email, 0);
    await lena.api.trpc.user.remove.mutate({ code, alsoTeams: false });
    const rows = await server.db
      .selectFrom('channel')
      .select(['id', 'deletedAt'])
      .where('appId', '=', lena.appId)
      .execute();
    const binned = new Map(rows.map(({ id, deletedAt }) => [id, deletedAt !== null]));
    expect(binned.get(kept)).toBe(true);
    expect(binned.get(shared)).toBe(false);
    await expectRefused(team.api.trpc.channel.get.query({ channelId: kept }), 'notFound');
    expect(await colleague.api.trpc.channel.get.query({ channelId: shared })).toMatchObject({ id: shared });
  });
});

describe('members from before personal apps', () => {
  it('get one at the end of the first space, and their chats stay in place', async () => {
    const database = await createDatabase();
    const connection = connect({ url: database.url });
    const { db } = connection;
    try {
      await sql`drop schema public cascade`.execute(db);
      await sql`create schema public`.execute(db);
      await migrate(db, '0023_document_mentions');
      const { team: old, owner, space, app } = await makeWorkspace(db);
      const people = await sql<{ id: number }>`
        insert into "user" ("email", "name", "language") values
          ('a@example.test', 'A', 'zh-CN'), ('b@example.test', 'B', null), ('c@example.test', 'C', 'en')
        returning "id"`.execute(db);
      const [a, b, guest] = people.rows.map(({ id }) => id) as [number, number, number];
      for (const [userId, role] of [
        [a, 'member'],
        [b, 'admin'],
        [guest, 'guest'],
      ] as const)
        await db.insertInto('member').values({ teamId: old.id, userId, role }).execute();
      const channel = await makeChannel(db, { appId: app.id, creatorId: a });

      expect(await migrate(db)).toContain('0025_personal_apps');
      const made = await db
        .selectFrom('app')
        .selectAll()
        .where('personalUserId', 'is not', null)
        .orderBy('sort')
        .execute();
      expect(made.map(({ personalUserId, name }) => [personalUserId, name])).toEqual(
        expect.arrayContaining([
          [owner.id, 'My chats'],
          [a, '我的聊天'],
          [b, 'My chats'],
        ]),
      );
      expect(made).toHaveLength(3);
      for (const each of made)
        expect(each).toMatchObject({ spaceId: space.id, visibility: 'private', teamId: old.id });
      expect(made.every(({ sort }) => sort > app.sort)).toBe(true);
      const { treeRevision } = await db.selectFrom('team').select('treeRevision').executeTakeFirstOrThrow();
      expect(made.every(({ revision }) => revision === treeRevision)).toBe(true);
      const grants = await db
        .selectFrom('grant')
        .select(['targetId', 'userId', 'level'])
        .where(
          'targetId',
          'in',
          made.map(({ id }) => id),
        )
        .execute();
      expect(grants).toHaveLength(3);
      for (const { id, creatorId } of made)
        expect(grants).toContainEqual({ targetId: id, userId: creatorId, level: 4 });
      const { appId } = await db
        .selectFrom('channel')
        .select('appId')
        .where('id', '=', channel.id)
        .executeTakeFirstOrThrow();
      expect(appId).toBe(app.id);
    } finally {
      await connection.close();
      await database.drop();
    }
  });
});
