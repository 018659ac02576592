import { makeMember, makeWorkspace } from '@tandem/db/testing/factories/index';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, trpcFor } from '../../running/api.ts';
import { liveFor } from '../../running/live.ts';
import { useOwnServer } from '../harness/server.ts';
import { expectRefused } from '../workspace/team.ts';

const server = useOwnServer();
/** A person in two teams, with two sessions. */
let mine: Awaited<ReturnType<typeof makeWorkspace>>;
let other: Awaited<ReturnType<typeof makeWorkspace>>;
let browser: Api;
let program: Api;

beforeAll(async () => {
  mine = await makeWorkspace(server.db);
  other = await makeWorkspace(server.db);
  await makeMember(server.db, { teamId: other.team.id, userId: mine.owner.id });
  browser = await server.as(mine.owner.id);
  program = await server.as(mine.owner.id);
  for (const api of [browser, program]) await api.trpc.user.update.mutate({ currentTeamId: mine.team.id });
});

const teamOf = async (api: Api) => (await api.trpc.user.profile.query()).currentTeamId;
const treeOf = (api: Api, teamId: string) =>
  api.call('GET', '/api/space/list', { headers: { 'x-tandem-team': teamId } });
const appIds = (data: unknown) =>
  (data as { apps: { id: string }[] }[]).flatMap(({ apps }) => apps.map((app) => app.id));

describe('a session', () => {
  it('switches team by itself; the next session starts there', async () => {
    expect(await teamOf(browser)).toBe(mine.team.id);
    await browser.trpc.user.update.mutate({ currentTeamId: other.team.id });
    expect(await teamOf(browser)).toBe(other.team.id);
    expect(await teamOf(program)).toBe(mine.team.id);
    expect(appIds((await program.get('/api/space/list')).data)).toEqual([mine.app.id]);
    expect(await teamOf(await server.as(mine.owner.id))).toBe(other.team.id);
    await browser.trpc.user.update.mutate({ currentTeamId: mine.team.id });
  });

  it('falls back to its person’s first team when they leave its team, and returns with them', async () => {
    const person = await makeWorkspace(server.db);
    const api = await server.as(person.owner.id);
    await makeMember(server.db, { teamId: other.team.id, userId: person.owner.id });
    await api.trpc.user.update.mutate({ currentTeamId: other.team.id });
    const suspend = (suspendedAt: Date | null) =>
      server.db
        .updateTable('member')
        .set({ suspendedAt })
        .where('userId', '=', person.owner.id)
        .where('teamId', '=', other.team.id)
        .execute();
    await suspend(new Date());
    expect(await teamOf(api)).toBe(person.team.id);
    await suspend(null);
    expect(await teamOf(api)).toBe(other.team.id);
  });
});

describe('a call that names a team', () => {
  it('uses that team, by REST and by procedures, and changes nothing for the next', async () => {
    expect(appIds((await treeOf(program, other.team.id)).data)).toEqual([other.app.id]);
    const trpc = trpcFor(server.url, {
      authorization: `Bearer ${program.token}`,
      'x-tandem-team': other.team.id,
    });
    expect((await trpc.team.get.query()).id).toBe(other.team.id);
    expect((await program.trpc.team.get.query()).id).toBe(mine.team.id);
  });

  it('is answered as without a team where its person is not a member, or was suspended', async () => {
    const foreign = await makeWorkspace(server.db);
    const past = await makeWorkspace(server.db);
    await makeMember(server.db, {
      ...{ teamId: past.team.id, userId: mine.owner.id, suspendedAt: new Date() },
    });
    for (const teamId of [foreign.team.id, past.team.id, crypto.randomUUID()]) {
      const answer = await treeOf(program, teamId);
      expect(answer.status).toBe(404);
      const trpc = trpcFor(server.url, { authorization: `Bearer ${program.token}`, 'x-tandem-team': teamId });
      await expectRefused(trpc.team.get.query(), 'notFound');
    }
  });

  it.each(['', 'mine', "' or true", '1', `${'a'.repeat(40)}, b`])(
    'is refused when that is not an id: %j',
    async (team) => {
      expect((await treeOf(program, team)).status).toBe(400);
    },
  );

  it('opens a socket of that team, which stays there while its session switches', async () => {
    const live = liveFor(server.url, {
      authorization: `Bearer ${program.token}`,
      'x-tandem-team': other.team.id,
    });
    const firstTree = () =>
      new Promise<unknown>((resolve, reject) => {
        const watch = live.client.live.team.subscribe(
          {},
          {
            onData: ({ data }) => {
              watch.unsubscribe();
              resolve(data);
            },
            onError: reject,
          },
        );
      });
    expect(await firstTree()).toMatchObject({ reset: true, apps: [{ id: other.app.id }] });
    await program.trpc.user.update.mutate({ currentTeamId: mine.team.id });
    expect(await firstTree()).toMatchObject({ reset: true, apps: [{ id: other.app.id }] });
    await live.close();
  });
});
