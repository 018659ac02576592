import { makeApp, makeChannel, makeGrant, makeMember } from '@tandem/db/testing/factories/index';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { expectRefused, openTeam, type Team, useTeam } from '../workspace/team.ts';

const server = useServer();
const team = useTeam(server);
let base: { teamId: string; creatorId: number };
let reader: Awaited<ReturnType<Team['person']>>;

beforeEach(async () => {
  base = { teamId: team.team.id, creatorId: team.owner.id };
  reader = await team.person();
});

const closedApp = async (name = 'Plans') =>
  (await makeApp(server.db, { ...base, spaceId: team.space.id, name, visibility: 'private' })).id;
const channelIn = async (appId: string, values: Partial<Parameters<typeof makeChannel>[1]> = {}) =>
  (await makeChannel(server.db, { ...base, appId, ...values })).id;
const grant = (targetId: string, level = 1, userId = reader.user.id) =>
  makeGrant(server.db, { teamId: team.team.id, targetId, userId, level, granterId: team.owner.id });
const shared = async (person = reader) =>
  (await person.api.trpc.grant.shared.query({})).list.map(({ id }) => id);

describe('shared with me', () => {
  it('says who shared it', async () => {
    const appId = await closedApp();
    await channelIn(appId);
    await grant(appId, 3);
    expect((await reader.api.trpc.grant.shared.query({})).list).toEqual([
      {
        kind: 'app',
        id: appId,
        appId,
        appType: 'chat',
        channelKind: null,
        name: 'Plans',
        icon: '',
        level: 'edit',
        sharedBy: { id: team.owner.id, name: 'Olive Owner', avatar: '' },
        sharedAt: expect.any(Date),
      },
    ]);
  });

  it('lists a tree once, at its topmost node', async () => {
    const appId = await closedApp();
    const top = await channelIn(appId, { name: 'Top' });
    const below = await channelIn(appId, { parentId: top });
    const deep = await channelIn(appId, { parentId: below, visibility: 'private' });
    for (const id of [below, deep]) await grant(id);
    expect(await shared()).toEqual([below]);
    await grant(top);
    expect(await shared()).toEqual([top]);
    await grant(appId);
    expect(await shared()).toEqual([appId]);
  });

  it('includes a private channel of an app that everyone sees', async () => {
    const id = await channelIn(team.app.id, { visibility: 'private' });
    const below = await channelIn(team.app.id, { parentId: id });
    for (const each of [id, below]) await grant(each);
    expect(await shared()).toEqual([id]);
  });

  it('includes channels open to all below a closed one', async () => {
    const appId = await closedApp();
    const id = await channelIn(appId, { visibility: 'team', level: 1 });
    expect(await shared()).toEqual([id]);
    expect(await shared(await team.person('guest'))).toEqual([]);
  });

  it('omits what one sees anyway, created, or what is gone', async () => {
    // More than all have is no reason to find it elsewhere than where all find it.
    await grant(team.app.id, 4);
    await grant(await channelIn(team.app.id), 4);
    const own = await makeApp(server.db, {
      ...base,
      creatorId: reader.user.id,
      spaceId: team.space.id,
      visibility: 'private',
    });
    await grant(await channelIn(own.id), 1);
    const gone = await closedApp();
    await grant(gone);
    const inGone = await channelIn(gone);
    await grant(inGone);
    await team.api.trpc.app.remove.mutate({ appId: gone });
    const binned = await channelIn(await closedApp());
    await grant(binned);
    await team.api.trpc.channel.remove.mutate({ channelId: binned });
    expect(await shared()).toEqual([]);
  });

  it('is everything a guest has', async () => {
    const guest = await team.person('guest');
    const inTeam = await channelIn(team.app.id);
    await grant(inTeam, 2, guest.user.id);
    expect(await shared(guest)).toEqual([inTeam]);
    await grant(team.app.id, 2, guest.user.id);
    expect(await shared(guest)).toEqual([team.app.id]);
  });

  it('is of one team at a time', async () => {
    const appId = await closedApp();
    await grant(appId);
    const other = await openTeam(server);
    await makeMember(server.db, { teamId: other.team.id, userId: reader.user.id });
    expect(await shared()).toEqual([]);
  });

  it('names nobody when the person who shared it is gone', async () => {
    const appId = await closedApp();
    await grant(appId);
    await server.db.updateTable('grant').set({ granterId: null }).where('targetId', '=', appId).execute();
    expect((await reader.api.trpc.grant.shared.query({})).list).toMatchObject([
      { id: appId, sharedBy: null },
    ]);
  });
});

describe('a long list of shares', () => {
  it('is paged, without duplicates, quickly', async () => {
    const appId = await closedApp();
    const channels = Array.from({ length: 1_000 }, (_, n) => ({
      ...base,
      id: crypto.randomUUID(),
      appId,
      kind: 'chat' as const,
      name: `Channel ${n}`,
      sort: 'a0',
      accessPath: [] as string[],
      teamLevel: 0,
    }));
    for (const channel of channels) channel.accessPath = [channel.id, appId];
    await server.db.insertInto('channel').values(channels).execute();
    await server.db
      .insertInto('channel_head')
      .values(channels.map(({ id }) => ({ channelId: id })))
      .execute();
    // Many in the same moment, as one call shares them.
    await server.db
      .insertInto('grant')
      .values(
        channels.map(({ id }, n) => ({
          teamId: team.team.id,
          targetId: id,
          userId: reader.user.id,
          level: 1,
          granterId: team.owner.id,
          createdAt: new Date(1_700_000_000_000 + Math.floor(n / 300)),
        })),
      )
      .execute();
    await sql`analyze`.execute(server.db);
    const seen: string[] = [];
    let cursor: string | undefined;
    const times: number[] = [];
    do {
      const begun = performance.now();
      const page: { list: { id: string }[]; nextCursor: string | null } =
        await reader.api.trpc.grant.shared.query({ limit: 100, ...(cursor && { cursor }) });
      times.push(performance.now() - begun);
      seen.push(...page.list.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    // The quickest of ten: what else runs on the machine is not its matter.
    expect(Math.min(...times)).toBeLessThan(400);
    expect(new Set(seen)).toEqual(new Set(channels.map(({ id }) => id)));
    expect(seen).toHaveLength(1_000);
    const { data } = await reader.api.get('/api/share/-/list', { currentPage: 4, pageSize: 30 });
    expect(data).toMatchObject({ pagination: { currentPage: 4, pageSize: 30, total: 1_000 } });
    expect((data as { list: { id: string }[] }).list.map(({ id }) => id)).toEqual(seen.slice(90, 120));
  });

  it('refuses an invalid cursor', async () => {
    for (const cursor of ['x', '_', `2024-01-01T00:00:00Z_x`, `x_${crypto.randomUUID()}`])
      await expectRefused(reader.api.trpc.grant.shared.query({ cursor }), 'invalidInput');
  });
});
