import { makeApp, makeGrant, makeMember, makeSpace } from '@tandem/db/testing/factories/index';
import { beforeEach, describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { expectRefused, openTeam, useTeam } from '../workspace/team.ts';

const server = useServer();
const team = useTeam(server);
/** General holds Chat, A and B; Second holds C. */
let second: string;
let apps: Record<'chat' | 'a' | 'b' | 'c', string>;

beforeEach(async () => {
  second = (await makeSpace(server.db, { teamId: team.team.id, name: 'Second' })).id;
  const base = { teamId: team.team.id, creatorId: team.owner.id };
  const make = async (name: string, spaceId = team.space.id) =>
    (await makeApp(server.db, { ...base, spaceId, name })).id;
  apps = { chat: team.app.id, a: await make('A'), b: await make('B'), c: await make('C', second) };
});

async function shape(): Promise<Record<string, string>> {
  const { data } = await team.api.get('/api/space/list');
  const spaces = data as { name: string; apps: { name: string }[] }[];
  return Object.fromEntries(spaces.map(({ name, apps }) => [name, apps.map((app) => app.name).join(' ')]));
}
const before = { General: 'Chat A B', Second: 'C' };
const put = (items: unknown[]) => team.api.put('/api/space/-/changeSort', { items });

describe('PUT /api/space/-/changeSort', () => {
  it('sorts spaces and apps atomically', async () => {
    const answer = await put([
      { id: second, sort: 0 },
      { id: team.space.id, sort: 1 },
      { id: apps.b, sort: 0 },
      { id: apps.a, parentId: second, sort: 0 },
      { id: apps.c, parentId: second, sort: 1 },
    ]);
    expect(answer).toMatchObject({
      status: 200,
      data: [
        { name: 'Second', apps: [{ name: 'A' }, { name: 'C' }] },
        { name: 'General', apps: [{ name: 'B' }, { name: 'Chat' }] },
      ],
    });
    expect(Object.entries(await shape())).toEqual([
      ['Second', 'A C'],
      ['General', 'B Chat'],
    ]);
  });

  it('accepts the keys of the list', async () => {
    const { data } = await team.api.get('/api/space/list');
    const [general] = data as { apps: { id: string; sort: string }[] }[];
    const sort = general?.apps.find(({ id }) => id === apps.a)?.sort ?? '';
    await put([{ id: apps.b, parentId: null, sort }]);
    expect(await shape()).toEqual({ General: 'Chat B A', Second: 'C' });
  });

  it('does all or nothing', async () => {
    const stranger = await openTeam(server);
    const good = { id: apps.b, sort: 0 };
    for (const [bad, status] of [
      [{ id: stranger.app.id, sort: 0 }, 404],
      [{ id: stranger.space.id, sort: 0 }, 404],
      [{ id: apps.a, parentId: stranger.space.id, sort: 0 }, 404],
      [{ id: apps.a, parentId: apps.b, sort: 0 }, 404],
      [{ id: crypto.randomUUID(), sort: 0 }, 404],
      [{ id: second, parentId: team.space.id, sort: 0 }, 400],
      [good, 400],
      [{ id: apps.a }, 400],
      [{ id: apps.a, sort: -1 }, 400],
      [{ id: apps.a, sort: '' }, 400],
      [{ id: apps.a, sort: '!!' }, 400],
      [{ id: apps.a, sort: 1.5 }, 400],
      [{ id: apps.a, sort: 0, name: 'X' }, 400],
    ] as const)
      expect((await put([good, bad])).status, JSON.stringify(bad)).toBe(status);
    expect(await shape()).toEqual(before);
    expect((await put([])).status).toBe(200);
  });

  it('requires the right: spaces for administrators, apps for their editors', async () => {
    const member = await team.person();
    const guest = await team.person('guest');
    await makeGrant(server.db, { teamId: team.team.id, targetId: apps.a, userId: guest.user.id, level: 1 });
    const send = (who: typeof member, items: { id: string; parentId?: string; sort: number }[]) =>
      who.api.put('/api/space/-/changeSort', { items }).then(({ status }) => status);
    expect(await send(member, [{ id: second, sort: 0 }])).toBe(403);
    expect(await send(member, [{ id: apps.a, parentId: second, sort: 0 }])).toBe(403);
    expect(await send(guest, [{ id: apps.a, sort: 0 }])).toBe(403);
    expect(await send(guest, [{ id: apps.b, sort: 0 }])).toBe(404);
    expect(await shape()).toEqual(before);
    expect(await send(member, [{ id: apps.b, sort: 0 }])).toBe(200);
    expect(await shape()).toEqual({ General: 'B Chat A', Second: 'C' });
  });
});

describe('moving an app', () => {
  const move = (appId: string, spaceId: string, afterId: string | null) =>
    team.api.trpc.app.move.mutate({ appId, spaceId, afterId });

  it('works within and between spaces', async () => {
    await move(apps.b, team.space.id, null);
    await move(apps.chat, second, apps.c);
    expect(await shape()).toEqual({ General: 'B A', Second: 'C Chat' });
    const { api } = await team.person();
    expect((await api.trpc.app.get.query({ appId: apps.chat })).spaceId).toBe(second);
  });

  it('refuses a sibling that is elsewhere, gone or itself', async () => {
    await expectRefused(move(apps.a, team.space.id, apps.c), 'conflict');
    await expectRefused(move(apps.a, team.space.id, apps.a), 'conflict');
    await expectRefused(move(apps.a, team.space.id, crypto.randomUUID()), 'notFound');
    await expectRefused(move(apps.a, crypto.randomUUID(), null), 'notFound');
    expect(await shape()).toEqual(before);
  });

  it('refuses another team, even as a member of both', async () => {
    const other = await openTeam(server);
    await makeMember(server.db, { teamId: other.team.id, userId: team.owner.id });
    await expectRefused(move(apps.a, other.space.id, null), 'notFound');
    await expectRefused(move(apps.a, other.space.id, other.app.id), 'notFound');
    await expectRefused(
      other.api.trpc.app.move.mutate({ appId: apps.a, spaceId: second, afterId: null }),
      'notFound',
    );
  });

  it('into another space requires managing it', async () => {
    const { user, api } = await team.person();
    const moving = { appId: apps.a, spaceId: second, afterId: null };
    await expectRefused(api.trpc.app.move.mutate(moving), 'forbidden');
    await makeGrant(server.db, { teamId: team.team.id, targetId: apps.a, userId: user.id, level: 4 });
    expect(await api.trpc.app.move.mutate(moving)).toMatchObject({ spaceId: second });
  });

  it('is safe however many move at once', async () => {
    const ids = Object.values(apps);
    const results = await Promise.allSettled(
      Array.from({ length: 24 }, (_, n) =>
        n % 4 === 3
          ? put(ids.map((id, sort) => ({ id, sort, parentId: n % 8 === 3 ? second : team.space.id })))
          : move(ids[n % 4] as string, n % 3 === 0 ? second : team.space.id, null),
      ),
    );
    const failed = results.filter((each) => each.status === 'rejected');
    for (const { reason } of failed as PromiseRejectedResult[]) expect(reason.data.key).toBe('conflict');
    const after = await shape();
    expect(Object.values(after).join(' ').trim().split(' ').sort()).toEqual(['A', 'B', 'C', 'Chat']);
  });
});
