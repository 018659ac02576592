import { makeApp, makeChannel, makeGrant } from '@tandem/db/testing/factories/index';
import { describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { expectRefused, openTeam, type Team, useTeam } from '../workspace/team.ts';

const server = useServer();
const team = useTeam(server);

const binOf = async ({ api }: Pick<Team, 'api'>, input = {}) =>
  (await api.trpc.home.bin.query(input)).list.map(({ kind, name }) => `${kind} ${name}`);
const make = async (name: string, more: { appId?: string; parentId?: string } = {}) =>
  (
    await makeChannel(server.db, {
      ...{ appId: more.appId ?? team.app.id, creatorId: team.owner.id, name },
      parentId: more.parentId ?? null,
    })
  ).id;
const makeOther = async (name: string, visibility: 'team' | 'private' = 'team') => {
  const base = { teamId: team.team.id, creatorId: team.owner.id, spaceId: team.space.id };
  return (await makeApp(server.db, { ...base, name, visibility })).id;
};

describe('one bin', () => {
  it('lists channels of every app and whole apps, the last deleted first, and filters by app', async () => {
    const { trpc } = team.api;
    const other = await makeOther('Other');
    const top = await make('Top');
    await make('Inner', { parentId: top });
    const elsewhere = await make('Elsewhere', { appId: other });
    await trpc.channel.remove.mutate({ channelId: top });
    await trpc.channel.remove.mutate({ channelId: elsewhere });
    const gone = await makeOther('Gone');
    await make('With it', { appId: gone });
    await trpc.app.remove.mutate({ appId: gone });
    expect(await binOf(team)).toEqual(['app Gone', 'channel Elsewhere', 'channel Top']);
    expect(await binOf(team, { appId: other })).toEqual(['channel Elsewhere']);
    expect(await binOf(team, { appId: gone })).toEqual(['app Gone']);
    const { list } = await trpc.home.bin.query({ appId: team.app.id });
    expect(list).toEqual([
      {
        ...{ kind: 'channel', id: top, appId: team.app.id, appName: team.app.name, appType: 'chat' },
        ...{ channelKind: 'chat', name: 'Top', icon: '', below: 1, deletedAt: expect.any(Date) },
      },
    ]);
    await trpc.channel.restore.mutate({ channelId: top });
    await trpc.app.restore.mutate({ appId: gone });
    expect(await binOf(team)).toEqual(['channel Elsewhere']);
  });

  it('is paged, and omits nothing deleted at one moment', async () => {
    const names = Array.from({ length: 5 }, (_each, at) => `Item ${at}`);
    const at = new Date('2026-01-02T03:04:05.678Z');
    for (const name of names) await make(name);
    await server.db.updateTable('channel').set({ deletedAt: at }).where('appId', '=', team.app.id).execute();
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: { list: { name: string }[]; nextCursor: string | null } =
        await team.api.trpc.home.bin.query({ limit: 2, ...(cursor && { cursor }) });
      seen.push(...page.list.map(({ name }) => name));
      cursor = page.nextCursor;
    }
    expect(seen.toSorted()).toEqual(names);
    await expectRefused(team.api.trpc.home.bin.query({ cursor: 'anywhere' }), 'invalidInput');
  });

  it('shows each reader what they may restore, and names no app they cannot see', async () => {
    const closed = await makeOther('Closed', 'private');
    const secret = await make('Secret', { appId: closed });
    const lent = await make('Lent', { appId: closed });
    const { user, api } = await team.person();
    await makeGrant(server.db, { teamId: team.team.id, targetId: lent, userId: user.id, level: 4 });
    const guest = await team.person('guest');
    const stranger = await openTeam(server);
    for (const channelId of [secret, lent]) await team.api.trpc.channel.remove.mutate({ channelId });
    expect(await binOf({ api })).toEqual(['channel Lent']);
    expect((await api.trpc.home.bin.query({ appId: closed })).list).toMatchObject([{ appName: '' }]);
    for (const other of [guest, stranger]) expect(await binOf(other)).toEqual([]);
    for (const other of [guest, stranger]) expect(await binOf(other, { appId: closed })).toEqual([]);
  });
});

describe('permanent deletion', () => {
  it('deletes a channel with its children, and nothing outside the bin', async () => {
    const { trpc } = team.api;
    const top = await make('Top');
    const inner = await make('Inner', { parentId: top });
    const stays = await make('Stays');
    for (const channelId of [top, stays])
      expect(await trpc.channel.erase.mutate({ channelId })).toEqual({ erased: 0 });
    await trpc.channel.remove.mutate({ channelId: top });
    expect(await trpc.channel.erase.mutate({ channelId: top })).toEqual({ erased: 2 });
    for (const channelId of [top, inner])
      await expectRefused(trpc.channel.restore.mutate({ channelId }), 'notFound');
    expect(await binOf(team)).toEqual([]);
    expect(await trpc.channel.get.query({ channelId: stays })).toMatchObject({ name: 'Stays' });
  });

  it('deletes an app with its channels', async () => {
    const { trpc } = team.api;
    const appId = await makeOther('Gone');
    const top = await make('Top', { appId });
    await make('Inner', { appId, parentId: top });
    expect(await trpc.app.erase.mutate({ appId })).toEqual({ erased: 0 });
    await trpc.app.remove.mutate({ appId });
    expect(await trpc.app.erase.mutate({ appId })).toEqual({ erased: 2 });
    await expectRefused(trpc.app.restore.mutate({ appId }), 'notFound');
    const left = await server.db
      .selectFrom('grant')
      .select('userId')
      .where('targetId', 'in', [appId, top])
      .execute();
    expect(left).toEqual([]);
  });

  it('is refused to anyone who may not restore, and above somebody else’s private channel', async () => {
    const { trpc } = team.api;
    const { api } = await team.person();
    const top = await make('Top');
    const secret = await api.trpc.channel.create.mutate({
      appId: team.app.id,
      parentId: top,
      name: 'Secret',
    });
    await api.trpc.channel.setVisibility.mutate({ channelId: secret.id, visibility: 'private' });
    await trpc.channel.remove.mutate({ channelId: top });
    await expectRefused(trpc.channel.erase.mutate({ channelId: top }), 'eraseForeign');
    expect((await api.trpc.home.bin.query({})).list).toMatchObject([{ id: secret.id }]);
    await expectRefused(api.trpc.channel.erase.mutate({ channelId: top }), 'forbidden');
    const stranger = await openTeam(server);
    await expectRefused(stranger.api.trpc.channel.erase.mutate({ channelId: top }), 'notFound');
    await expectRefused(stranger.api.trpc.app.erase.mutate({ appId: team.app.id }), 'notFound');
    await trpc.channel.restore.mutate({ channelId: top });
    expect(await trpc.channel.get.query({ channelId: top })).toMatchObject({ name: 'Top' });
    expect(await api.trpc.channel.get.query({ channelId: secret.id })).toMatchObject({ name: 'Secret' });
    await trpc.app.remove.mutate({ appId: team.app.id });
    await expectRefused(trpc.app.erase.mutate({ appId: team.app.id }), 'eraseForeign');
    await trpc.app.restore.mutate({ appId: team.app.id });
    expect(await api.trpc.channel.get.query({ channelId: secret.id })).toMatchObject({ name: 'Secret' });
  });
});
