import { makeChannel, makeGrant } from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import { describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { expectRefused, openTeam, useTeam } from '../workspace/team.ts';
import { find, messages, say, titles } from './searching.ts';

const server = useServer();
const team = useTeam(server);

/** A channel named so, in which "apple" is said. */
async function orchard(name: string, more: object = {}) {
  const made = await makeChannel(server.db, { appId: team.app.id, creatorId: team.owner.id, name, ...more });
  await say(server.db, { channelId: made.id, text: `apple of ${name}`, authorId: team.owner.id });
  return made;
}
const grant = (targetId: string, userId: number) =>
  makeGrant(server.db, { targetId, userId, teamId: team.team.id, level: levelRank.view });

describe('search in private things', () => {
  it('finds them for people with a grant, and for nobody once it ends', async () => {
    const secret = await orchard('Secret orchard', { visibility: 'private' });
    const { api, user } = await team.person();
    expect(await messages(api, 'apple')).toEqual([]);
    expect(await titles(api, 'channel', 'orchard')).toEqual([]);
    await expectRefused(find(api, 'apple', { channelId: secret.id }), 'notFound');
    await grant(secret.id, user.id);
    expect(await messages(api, 'apple')).toEqual(['apple of Secret orchard']);
    expect(await titles(api, 'channel', 'orchard')).toEqual(['Secret orchard']);
    await server.db.deleteFrom('grant').where('userId', '=', user.id).execute();
    expect(await messages(api, 'apple')).toEqual([]);
    expect(await titles(api, 'channel', 'orchard')).toEqual([]);
  });

  it('hides their parents from people who see only a part', async () => {
    const parent = await orchard('Hidden valley', { visibility: 'private' });
    const child = await orchard('Open orchard', {
      parentId: parent.id,
      visibility: 'team',
      level: levelRank.view,
    });
    const { api } = await team.person('guest');
    const { user } = await team.person();
    const member = await server.as(user.id);
    expect(await titles(api, 'channel', 'orchard')).toEqual([]);
    const { groups } = await find(member, 'orchard');
    expect(groups).toMatchObject([
      { kind: 'channel', hits: [{ id: child.id, path: ['Chat'] }] },
      { kind: 'message', hits: [{ path: ['Chat'] }] },
    ]);
    expect(JSON.stringify(groups)).not.toContain('Hidden');
  });

  it('does not find private apps and their assistants', async () => {
    await server.db
      .updateTable('app')
      .set({ visibility: 'private', name: 'Plum app' })
      .where('id', '=', team.app.id)
      .execute();
    await server.db
      .updateTable('assistant')
      .set({ name: 'Plum helper' })
      .where('id', '=', team.assistant.id)
      .execute();
    const { api } = await team.person();
    expect((await find(api, 'plum')).groups).toEqual([]);
    expect((await find(team.api, 'plum')).groups.map(({ kind }) => kind)).toEqual(['app', 'assistant']);
  });
});

it('finds for guests only what was shared, and the people who share it', async () => {
  const shared = await orchard('Shared orchard');
  await orchard('Own orchard');
  const guest = await team.person('guest');
  const stranger = await team.person('guest');
  await server.db.updateTable('user').set({ name: 'Quentin' }).where('id', '=', stranger.user.id).execute();
  expect((await find(guest.api, 'apple')).groups).toEqual([]);
  await grant(shared.id, guest.user.id);
  expect(await messages(guest.api, 'apple')).toEqual(['apple of Shared orchard']);
  expect((await find(guest.api, 'apple')).groups).toMatchObject([{ hits: [{ path: [] }] }]);
  expect(await titles(guest.api, 'app', 'chat')).toEqual([]);
  expect(await titles(guest.api, 'person', 'Olive')).toEqual(['Olive Owner']);
  expect(await titles(guest.api, 'person', 'Quentin')).toEqual([]);
  await grant(shared.id, stranger.user.id);
  expect(await titles(guest.api, 'person', 'Quentin')).toEqual(['Quentin']);
});

it('does not find things in the bin, but those in the archive', async () => {
  const old = await orchard('Old orchard');
  const gone = await orchard('Gone orchard');
  const below = await orchard('Lower orchard', { parentId: gone.id });
  await server.db.updateTable('channel').set({ archivedAt: new Date() }).where('id', '=', old.id).execute();
  await team.api.trpc.channel.remove.mutate({ channelId: gone.id });
  expect(await titles(team.api, 'channel', 'orchard')).toEqual(['Old orchard']);
  expect(await messages(team.api, 'apple')).toEqual(['apple of Old orchard']);
  await expectRefused(find(team.api, 'apple', { channelId: below.id }), 'notFound');
  await team.api.trpc.channel.restore.mutate({ channelId: gone.id });
  expect(await titles(team.api, 'channel', 'orchard')).toHaveLength(3);
});

it('finds nothing of an app in the bin', async () => {
  await orchard('Orchard');
  await server.db.updateTable('app').set({ deletedAt: new Date() }).where('id', '=', team.app.id).execute();
  expect((await find(team.api, 'apple')).groups).toEqual([]);
  expect((await find(team.api, 'orchard')).groups).toEqual([]);
  expect((await find(team.api, 'assistant', { kinds: ['assistant', 'app'] })).groups).toEqual([]);
});

it('never searches other teams, not even one’s own others', async () => {
  const own = await orchard('Orchard');
  const other = await openTeam(server);
  expect((await find(other.api, 'apple')).groups).toEqual([]);
  await expectRefused(find(other.api, 'apple', { channelId: own.id }), 'notFound');
  // The same person in two teams searches the one they are in.
  await server.db
    .insertInto('member')
    .values({ teamId: other.team.id, userId: team.owner.id, role: 'owner' })
    .execute();
  await server.db
    .updateTable('session')
    .set({ teamId: other.team.id })
    .where('userId', '=', team.owner.id)
    .execute();
  expect((await find(team.api, 'orchard')).groups).toEqual([]);
  await expectRefused(find(team.api, 'apple', { channelId: own.id }), 'notFound');
});

it('finds nothing for suspended and former members', async () => {
  await orchard('Orchard');
  const { api, user } = await team.person();
  expect(await messages(api, 'apple')).toHaveLength(1);
  await server.db.deleteFrom('member').where('userId', '=', user.id).execute();
  await expect(find(api, 'apple')).rejects.toMatchObject({ data: { httpStatus: 404 } });
});
