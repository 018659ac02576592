import { referencesToPeople } from '@tandem/api/people/forget/user.forget';
import {
  makeApp,
  makeBudget,
  makeChannel,
  makeGrant,
  makeMember,
  makeMessage,
  makeTeam,
} from '@tandem/db/testing/factories/index';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '../../running/api.ts';
import { pngOf, uploaded } from '../file/files.ts';
import { useOwnServer } from '../harness/server.ts';
import { Browser } from '../session/browser.ts';
import { codeFor, openRegistration, signUp } from '../session/people.ts';
import { expectRefused, type Team, useTeam } from '../workspace/team.ts';

const server = useOwnServer();
const team = useTeam(server);

beforeAll(async () => {
  await signUp(server, 'first@example.com', 'Olive');
});

type Person = Awaited<ReturnType<Team['person']>>;
async function removalCode({ api, user }: Pick<Person, 'api' | 'user'>): Promise<string> {
  const before = server.mail.mails.filter(({ to }) => to.includes(user.email)).length;
  expect(await api.trpc.user.sendRemovalCode.mutate()).toEqual({ delivery: 'mail' });
  return server.mail.codeFor(user.email, before);
}
const remove = async (person: Person, alsoTeams = false) =>
  person.api.trpc.user.remove.mutate({ code: await removalCode(person), alsoTeams });
const rowOf = (userId: number) =>
  server.db.selectFrom('user').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
const isSignedIn = async (api: Api) => (await api.get('/api/user/profile')).status === 200;

describe('deleting one’s account', () => {
  it('keeps what was written, and nothing about its author', async () => {
    const person = await team.person();
    const { id: userId, email } = person.user;
    const second = await server.as(userId);
    const channel = await makeChannel(server.db, { appId: team.app.id, creatorId: userId });
    await makeMessage(server.db, { channelId: channel.id, authorId: userId, text: 'I was here' });
    await makeGrant(server.db, { teamId: team.team.id, targetId: team.app.id, userId, level: 2 });
    await server.db.insertInto('identity').values({ issuer: 'x', subject: email, userId }).execute();
    await server.db
      .insertInto('notice')
      .values({ userId, teamId: team.team.id, kind: 'share', appId: team.app.id })
      .execute();
    await person.api.trpc.channel.markRead.mutate({ channelId: channel.id, seq: 1 });

    expect(await remove(person)).toBeNull();
    expect(await isSignedIn(person.api)).toBe(false);
    expect(await isSignedIn(second)).toBe(false);
    expect(await rowOf(userId)).toMatchObject({
      name: '',
      email: `deleted-${userId}@deleted.invalid`,
      avatar: '',
      currentTeamId: null,
      deletedAt: expect.any(Date),
    });
    for (const table of ['identity', 'grant', 'member', 'notice', 'channel_read'] as const)
      expect(
        await server.db.selectFrom(table).selectAll().where('userId', '=', userId).execute(),
        table,
      ).toEqual([]);
    const { list } = await team.api.trpc.message.list.query({ channelId: channel.id });
    expect(list).toMatchObject([{ role: 'user', author: null, parts: [{ text: 'I was here' }] }]);
    expect((await team.api.trpc.team.members.query({})).list.map(({ id }) => id)).toEqual([team.owner.id]);
    const { rows } = await server.platform.database.pool.query('select * from login_code where email = $1', [
      email,
    ]);
    expect(rows).toEqual([]);
  });

  it('deletes their avatar and unattached uploads', async () => {
    const person = await team.person();
    const portrait = await uploaded(person.api, pngOf(9, 9), 'me.png');
    await person.api.trpc.user.update.mutate({ avatar: portrait.id });
    await uploaded(person.api, 'not used yet');
    const filesOf = () =>
      server.db.selectFrom('file').select('id').where('uploaderId', '=', person.user.id).execute();
    expect(await filesOf()).toHaveLength(2);
    await remove(person);
    expect(await filesOf()).toEqual([]);
  });

  it('removes every reference to them except the documented ones', async () => {
    const { rows: keys } = await sql<{ key: string }>`
      select "conrelid"::regclass::text || '.' || "attname" as "key" from "pg_constraint"
      join "pg_attribute" on "attrelid" = "conrelid" and "attnum" = any("conkey")
      where "contype" = 'f' and "confrelid" = '"user"'::regclass`.execute(server.db);
    const found = keys.map(({ key }) => key.replaceAll('"', '')).sort();
    expect(Object.keys(referencesToPeople).sort()).toEqual(found);

    const person = await team.person();
    const { id: userId, email } = person.user;
    const { id: channelId, teamId } = await makeChannel(server.db, {
      appId: team.app.id,
      creatorId: userId,
    });
    const { id: messageId } = await makeMessage(server.db, { channelId, authorId: userId, text: 'Hello' });
    const { db } = server;
    await db.insertInto('identity').values({ issuer: 'y', subject: email, userId }).execute();
    await db.insertInto('notice').values({ userId, teamId, kind: 'share', channelId }).execute();
    await person.api.trpc.channel.markRead.mutate({ channelId });
    await person.api.trpc.channel.pin.mutate({ channelId, pinned: true });
    await person.api.trpc.message.react.mutate({ channelId, messageId, emoji: '👍', on: true });
    const { id: documentId } = await person.api.trpc.channel.create.mutate({
      appId: team.app.id,
      kind: 'document',
    });
    const { commentId } = await person.api.trpc.discussion.create.mutate({ documentId, text: 'Hello' });
    await person.api.trpc.comment.react.mutate({ commentId, emoji: '👍', on: true });
    await db
      .insertInto('queued_message')
      .values({ channelId, teamId, authorId: userId, text: 'Later', mentions: '[]' })
      .execute();
    await makeBudget(db, { teamId, userId, amount: 1 });
    const count = async (reference: string) => {
      const [table = '', column = ''] = reference.split('.');
      const { rows } =
        await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${userId}`.execute(db);
      return rows.length;
    };
    const forgotten = Object.keys(referencesToPeople).filter(
      (key) => referencesToPeople[key] === 'forgotten',
    );
    for (const reference of forgotten) expect(await count(reference), reference).toBeGreaterThan(0);
    await remove(person);
    for (const reference of forgotten) expect(await count(reference), reference).toBe(0);
    for (const reference of ['member.userId', 'grant.userId'])
      expect(await count(reference), reference).toBe(0);
  });

  it('hands over what only they managed', async () => {
    const person = await team.person();
    const app = await makeApp(server.db, {
      teamId: team.team.id,
      spaceId: team.space.id,
      creatorId: person.user.id,
      visibility: 'private',
    });
    await remove(person);
    expect((await team.api.trpc.app.get.query({ appId: app.id })).abilities.manage).toBe(true);
  });

  it('frees the address for a new, separate account', async () => {
    const person = await team.person();
    await openRegistration(server);
    await remove(person);
    const { user } = await signUp(server, person.user.email, 'Anew');
    expect(user.id).not.toBe(person.user.id);
    expect(user.teams.map(({ teamId }) => teamId)).not.toContain(team.team.id);
    await server.db.updateTable('team').set({ preference: '{}' }).execute();
  });

  it('allows no sign-in by the address of its tombstone', async () => {
    const person = await team.person();
    await openRegistration(server);
    await remove(person);
    const email = `deleted-${person.user.id}@deleted.invalid`;
    const browser = new Browser(server.url);
    expect((await browser.post('/api/user/sendEmailCode', { email })).code).toBe(0);
    expect(server.mail.mails.filter(({ to }) => to.includes(email))).toEqual([]);
    await server.db.updateTable('team').set({ preference: '{}' }).execute();
  });
});

describe('a team', () => {
  it('with others in it does not lose its last owner', async () => {
    await team.person();
    const owner = { user: team.owner, api: team.api } as Person;
    await expectRefused(remove(owner), 'lastOwner');
    await expectRefused(remove(owner, true), 'lastOwner');
    expect((await rowOf(team.owner.id)).deletedAt).toBeNull();
    expect(await isSignedIn(team.api)).toBe(true);
  });

  it('without other people is deleted only if confirmed, with all its content', async () => {
    const owner = { user: team.owner, api: team.api } as Person;
    const channel = await makeChannel(server.db, { appId: team.app.id, creatorId: team.owner.id });
    await makeMessage(server.db, { channelId: channel.id, authorId: team.owner.id, text: 'Alone' });
    const code = await removalCode(owner);
    await expectRefused(owner.api.trpc.user.remove.mutate({ code }), 'lastMember');
    expect(await isSignedIn(team.api)).toBe(true);
    // The code is not used up by the question.
    await owner.api.trpc.user.remove.mutate({ code, alsoTeams: true });
    for (const table of ['space', 'app', 'channel', 'message', 'member', 'grant'] as const)
      expect(
        await server.db.selectFrom(table).selectAll().where('teamId', '=', team.team.id).execute(),
        table,
      ).toEqual([]);
  });

  it('that is the installation’s first stays, even if confirmed', async () => {
    const first = await server.db
      .selectFrom('user')
      .selectAll()
      .where('email', '=', 'first@example.com')
      .executeTakeFirstOrThrow();
    await server.db
      .deleteFrom('member')
      .where('userId', '<>', first.id)
      .where('teamId', '=', first.currentTeamId ?? '')
      .execute();
    const owner = { user: first, api: await server.as(first.id) } as Person;
    await expectRefused(remove(owner, true), 'firstTeamOwner');
  });

  it('that refuses keeps every other team as it was', async () => {
    const person = await team.person();
    const own = await makeTeam(server.db);
    await makeMember(server.db, { teamId: own.id, userId: person.user.id, role: 'owner' });
    await expectRefused(remove(person), 'lastMember');
    const teams = (await person.api.trpc.user.profile.query()).teams;
    expect(teams).toHaveLength(2);
  });
});

describe('the code', () => {
  it('for signing in is not valid for this, nor the other way round', async () => {
    const person = await team.person();
    const { email } = person.user;
    const signIn = await codeFor(server, email);
    await expectRefused(person.api.trpc.user.remove.mutate({ code: signIn }), 'wrongCode');
    const removal = await removalCode(person);
    const login = (code: string) => new Browser(server.url).post('/api/user/login', { email, code });
    if (removal !== signIn) expect((await login(removal)).code).toBe(40010);
    // Asking for one leaves the other in force.
    expect((await login(signIn)).code).toBe(0);
    await person.api.trpc.user.remove.mutate({ code: removal });
  });

  it('of another person is not valid', async () => {
    const [person, other] = [await team.person(), await team.person()];
    const code = await removalCode(other);
    if (code !== (await removalCode(person)))
      await expectRefused(person.api.trpc.user.remove.mutate({ code }), 'wrongCode');
    expect(await isSignedIn(other.api)).toBe(true);
  });

  it('is invalidated by five wrong tries', async () => {
    const person = await team.person();
    const code = await removalCode(person);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries++)
      await expectRefused(person.api.trpc.user.remove.mutate({ code: wrong }), 'wrongCode');
    await expectRefused(person.api.trpc.user.remove.mutate({ code }), 'wrongCode');
  });

  it.each([null, '', [], {}, 0, '12345', '1234567', 'abcdef', undefined])('is not %j', async (code) => {
    const { api } = await team.person();
    await expectRefused(api.trpc.user.remove.mutate({ code: code as string }), 'invalidInput');
  });

  it('works once, of many at the same moment', async () => {
    const person = await team.person();
    const code = await removalCode(person);
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, () => person.api.trpc.user.remove.mutate({ code })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
