import { deleteEmptyApps } from '@tandem/api/workspace/app/bin.repo';
import { purgeBin } from '@tandem/api/workspace/bin/channel.purge';
import { makeChannel, makeGrant, makeMessage, makeSpace } from '@tandem/db/testing/factories/index';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Api } from '../../running/api.ts';
import { useServer } from '../harness/server.ts';
import { expectRefused, openTeam, treeOf, useTeam } from '../workspace/team.ts';

const server = useServer();
const team = useTeam(server);
let appId: string;
let ids: Record<'top' | 'below' | 'other', string>;

beforeEach(async () => {
  appId = team.app.id;
  const make = async (name: string, parentId: string | null = null) =>
    (await makeChannel(server.db, { appId, creatorId: team.owner.id, name, parentId })).id;
  const top = await make('Top');
  ids = { top, below: await make('Below', top), other: await make('Other') };
});

const remove = () => team.api.trpc.app.remove.mutate({ appId });
const restore = () => team.api.trpc.app.restore.mutate({ appId });
const binned = async (api: Api, ofApp?: string) =>
  (await api.trpc.home.bin.query(ofApp === undefined ? {} : { appId: ofApp })).list;

describe('an app in the bin', () => {
  it('is gone with its channels, and comes back as it was', async () => {
    await makeMessage(server.db, { channelId: ids.below, authorId: team.owner.id });
    await team.api.trpc.channel.remove.mutate({ channelId: ids.other });
    const answer = await team.api.delete(`/api/app/${appId}/info`);
    expect(answer).toMatchObject({ status: 200, data: { treeRevision: expect.any(Number) } });
    expect((answer.data as { removed: string[] }).removed.sort()).toEqual([appId, ids.top, ids.below].sort());
    expect((await team.api.get(`/api/app/${appId}/info`)).status).toBe(404);
    expect((await team.api.get(`/api/channel/${ids.below}/history`)).status).toBe(404);
    expect(await team.api.trpc.app.list.query()).toEqual([]);
    await Promise.all(
      [
        remove(),
        team.api.trpc.app.update.mutate({ appId, name: 'X' }),
        team.api.trpc.channel.create.mutate({ appId }),
        team.api.trpc.grant.list.query({ appId }),
        team.api.trpc.app.setVisibility.mutate({ appId, visibility: 'private' }),
        team.api.trpc.channel.restore.mutate({ channelId: ids.other }),
      ].map((call) => expectRefused(call, 'notFound')),
    );
    // Its channels, also the one that was there before, are not named beside it.
    expect(await binned(team.api)).toEqual([
      {
        ...{ kind: 'app', id: appId, appId, appName: 'Chat', appType: 'chat', channelKind: null },
        ...{ name: 'Chat', icon: '', below: 0, deletedAt: expect.any(Date) },
      },
    ]);
    expect(await restore()).toMatchObject({ id: appId, spaceId: team.space.id });
    expect(await treeOf(team.api, appId)).toEqual([['Top', ['Below']]]);
    expect(await restore()).toMatchObject({ id: appId });
    expect(await binned(team.api)).toMatchObject([{ kind: 'channel', id: ids.other }]);
  });

  it('disappears from others’ trees', async () => {
    const { api } = await team.person();
    const held = (await api.trpc.team.tree.query())?.treeRevision ?? 0;
    await remove();
    const lost = await api.trpc.team.tree.query({ revision: held });
    expect(lost?.removed.sort()).toEqual([appId, ...Object.values(ids)].sort());
    await restore();
    const back = await api.trpc.team.tree.query({ revision: lost?.treeRevision ?? 0 });
    expect(back?.apps.map(({ id }) => id)).toEqual([appId]);
    expect(back?.channels).toHaveLength(3);
  });

  it('is restored into the first space when its own is gone', async () => {
    const space = await makeSpace(server.db, { teamId: team.team.id });
    await team.api.trpc.app.move.mutate({ appId, spaceId: space.id, afterId: null });
    await remove();
    await team.api.trpc.space.remove.mutate({ spaceId: space.id });
    expect(await restore()).toMatchObject({ spaceId: team.space.id });
  });

  it('is for anyone who manages it', async () => {
    const { user, api } = await team.person();
    const stranger = await openTeam(server);
    await expectRefused(api.trpc.app.remove.mutate({ appId }), 'forbidden');
    await expectRefused(stranger.api.trpc.app.remove.mutate({ appId }), 'notFound');
    expect(await team.api.trpc.app.list.query()).toHaveLength(1);
    await remove();
    await expectRefused(api.trpc.app.restore.mutate({ appId }), 'forbidden');
    await expectRefused(stranger.api.trpc.app.restore.mutate({ appId }), 'notFound');
    expect(await binned(api)).toEqual([]);
    expect(await binned(stranger.api)).toEqual([]);
    await makeGrant(server.db, { teamId: team.team.id, targetId: appId, userId: user.id, level: 4 });
    expect(await binned(api)).toHaveLength(1);
    await api.trpc.app.restore.mutate({ appId });
  });

  it('stays for 30 days, and is then deleted with everything in it', async () => {
    const age = (days: number) =>
      sql`update "app" set "deletedAt" = now() - make_interval(days => ${days}) where "id" = ${appId}`.execute(
        server.db,
      );
    const left = async () => {
      const { rows } = await sql<{ count: number }>`
        select (select count(*) from "app" where "id" = ${appId})
          + (select count(*) from "channel" where "appId" = ${appId})
          + (select count(*) from "grant" where "teamId" = ${team.team.id}) as "count"`.execute(server.db);
      return rows[0]?.count;
    };
    await remove();
    await age(29);
    await purgeBin(server.db, 30);
    expect(await deleteEmptyApps(server.db, 30)).toBe(0);
    expect(await left()).toBe(8);
    await age(31);
    expect(await deleteEmptyApps(server.db, 30)).toBe(0);
    expect(await purgeBin(server.db, 30)).toBe(3);
    expect(await deleteEmptyApps(server.db, 30)).toBe(1);
    expect(await left()).toBe(0);
    expect(await binned(team.api)).toEqual([]);
  });
});

it('is listed as restorable with its size', async () => {
  await team.api.trpc.channel.remove.mutate({ channelId: ids.top });
  await team.api.trpc.channel.remove.mutate({ channelId: ids.other });
  expect(await binned(team.api, appId)).toMatchObject([
    { id: ids.other, name: 'Other', below: 0 },
    { id: ids.top, name: 'Top', below: 1 },
  ]);
  const { user, api } = await team.person();
  expect(await binned(api, appId)).toEqual([]);
  await makeGrant(server.db, { teamId: team.team.id, targetId: ids.top, userId: user.id, level: 4 });
  expect((await binned(api, appId)).map(({ id }) => id)).toEqual([ids.top]);
  const stranger = await openTeam(server);
  expect(await binned(stranger.api, appId)).toEqual([]);
});

describe('a GET response can be put back', () => {
  it('for an app', async () => {
    const path = `/api/app/${appId}/info`;
    const { data } = await team.api.get(path);
    const put = await team.api.put(path, { ...(data as object), name: 'Renamed', icon: '🦊' });
    expect(put).toMatchObject({ status: 200, data: { name: 'Renamed', icon: '🦊', visibility: 'team' } });
    expect((await team.api.put(path, { name: 'x'.repeat(10_000) })).status).toBe(400);
    expect((await team.api.put(path, { name: '   ' })).status).toBe(400);
    expect((await team.api.put(path, { deletedAt: null })).status).toBe(400);
  });

  it('for a channel, which also goes to the bin by its row', async () => {
    const { data } = await team.api.get(`/api/channel/${ids.top}`);
    const path = `/api/channel/${ids.top}/info`;
    const put = await team.api.put(path, { ...(data as object), name: 'Renamed' });
    expect(put).toMatchObject({ status: 200, data: { channelGuid: ids.top, name: 'Renamed' } });
    expect((await team.api.delete(`/api/channel/${ids.top}`)).status).toBe(200);
    expect(await treeOf(team.api, appId)).toEqual(['Other']);
  });
});
