import { forgetPerson } from '@tandem/api/content/file/file.service';
import { makeMember } from '@tandem/db/testing/factories/index';
import type { Profile } from '@tandem/shared/user/schema';
import { beforeAll, describe, expect, it } from 'vitest';
import { need } from '../../running/people.ts';
import { useServer } from '../harness/server.ts';
import { expectRefused, openTeam, type Team } from '../workspace/team.ts';
import { bytesOf, pngOf, sizeOfWebp, uploaded } from './files.ts';

const server = useServer();
let team: Team;
beforeAll(async () => {
  team = await openTeam(server);
});

const avatars = (userId: number) =>
  server.db
    .selectFrom('file')
    .select('id')
    .where('uploaderId', '=', userId)
    .where('isAvatar', '=', true)
    .execute();

describe('an avatar', () => {
  it('is re-encoded as a small square, and visible to colleagues', async () => {
    const { api, user } = await team.person();
    const picture = pngOf(900, 300);
    const file = await uploaded(api, picture, 'me.png');
    const answer = need(await api.put('/api/userSetting/general', { avatar: file.id }));
    const { avatar } = answer.data as Profile;
    expect(avatar).toMatch(/^\/api\/files\/[0-9a-f-]{36}\/content$/);
    const seen = await bytesOf(team.api, avatar);
    expect(seen.status).toBe(200);
    expect(sizeOfWebp(seen.bytes)).toEqual({ width: 256, height: 256 });
    expect(seen.bytes.includes('taken at home')).toBe(false);
    const people = need(await team.api.get('/api/team/users')).data as { id: number; avatar: string }[];
    expect(JSON.stringify(people)).toContain(avatar);
    const stranger = await openTeam(server);
    expect((await bytesOf(stranger.api, avatar)).status).toBe(404);
    // The picture itself is gone, with all that was in it.
    expect((await bytesOf(api, file.url)).status).toBe(404);
    expect(await avatars(user.id)).toHaveLength(1);
  });

  it('is replaced, kept, and removed', async () => {
    const { api, user } = await team.person();
    const set = async (avatar: string) => (await api.trpc.user.update.mutate({ avatar })).avatar;
    const first = await set((await uploaded(api, pngOf(30, 30), 'a.png')).url);
    expect(await set(first)).toBe(first);
    const second = await set((await uploaded(api, pngOf(40, 40), 'b.png')).id);
    expect(second).not.toBe(first);
    expect((await bytesOf(api, first)).status).toBe(404);
    expect(await avatars(user.id)).toHaveLength(1);
    expect(await set('')).toBe('');
    expect(await avatars(user.id)).toHaveLength(0);
    expect((await bytesOf(api, second)).status).toBe(404);
  });

  it('always exists, even when set twice at once', async () => {
    const { api, user } = await team.person();
    const files = [await uploaded(api, pngOf(31, 30), 'a.png'), await uploaded(api, pngOf(32, 30), 'b.png')];
    await Promise.allSettled(files.map(({ id }) => api.trpc.user.update.mutate({ avatar: id })));
    const { avatar } = await api.trpc.user.profile.query();
    expect((await bytesOf(api, avatar)).status).toBe(200);
    expect(await avatars(user.id)).toHaveLength(1);
  });

  it('is not made for a refused change, and its picture can be used again', async () => {
    const { api, user } = await team.person();
    const file = await uploaded(api, pngOf(33, 30), 'a.png');
    const change = { avatar: file.id, currentTeamId: crypto.randomUUID() };
    await expectRefused(api.trpc.user.update.mutate(change), 'notFound');
    expect(await avatars(user.id)).toEqual([]);
    expect((await api.trpc.user.update.mutate({ avatar: file.id })).avatar).not.toBe('');
  });

  it('is announced to the person’s other tabs', async () => {
    const { api, user } = await team.person();
    const told: unknown[] = [];
    const stop = server.platform.bus.subscribe(`user:${user.id}`, (message) => told.push(message));
    await api.trpc.user.update.mutate({ avatar: (await uploaded(api, pngOf(9, 9), 'a.png')).id });
    stop();
    expect(told).toContainEqual({ type: 'profile.changed' });
  });
});

it('an avatar outlives the team it was uploaded in, but not its person', async () => {
  const first = await openTeam(server);
  const { api, owner } = first;
  const { avatar } = await api.trpc.user.update.mutate({
    avatar: (await uploaded(api, pngOf(9, 9), 'a.png')).id,
  });
  const waiting = await uploaded(api, 'not used yet');
  await makeMember(server.db, { teamId: team.team.id, userId: owner.id, role: 'member' });
  await server.db.deleteFrom('team').where('id', '=', first.team.id).execute();
  expect((await bytesOf(team.api, avatar)).status).toBe(200);
  expect((await bytesOf(api, waiting.url)).status).toBe(404);
  await uploaded(api, 'in no team of its own');
  await forgetPerson(server.db, { userId: owner.id });
  expect(
    await server.db.selectFrom('file').select('id').where('uploaderId', '=', owner.id).execute(),
  ).toEqual([]);
});

describe('refused avatars', () => {
  it('an external address, or an invalid path', async () => {
    for (const avatar of [
      'https://example.com/a.png',
      '//example.com/a.png',
      '/api/files/../user/profile',
      `/api/files/${'0'.repeat(36)}/content`,
      'javascript:alert(1)',
      'me',
    ])
      await expectRefused(team.api.trpc.user.update.mutate({ avatar }), 'invalidInput');
  });

  it('a file that is not a picture, or only claims to be', async () => {
    const text = await uploaded(team.api, 'no picture', 'a.png', 'image/png');
    await expectRefused(team.api.trpc.user.update.mutate({ avatar: text.id }), 'notAnImage');
    const liar = await uploaded(team.api, pngOf(2, 2, { width: 5_000, height: 5_000 }), 'a.png');
    await expectRefused(team.api.trpc.user.update.mutate({ avatar: liar.id }), 'notAnImage');
  });

  it('another person’s file, or one in use', async () => {
    const { api } = await team.person();
    const file = await uploaded(team.api, pngOf(9, 9), 'a.png');
    await expectRefused(api.trpc.user.update.mutate({ avatar: file.id }), 'notFound');
    await server.db.updateTable('file').set({ appId: team.app.id }).where('id', '=', file.id).execute();
    await expectRefused(team.api.trpc.user.update.mutate({ avatar: file.id }), 'notFound');
  });
});
