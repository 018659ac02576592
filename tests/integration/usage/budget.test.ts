import {
  makeApp,
  makeBudget,
  makeColleague,
  makeModel,
  makeProvider,
  makeUsage,
} from '@tandem/db/testing/factories/index';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Api } from '../../running/api.ts';
import { useServer } from '../harness/server.ts';
import { openTeam, useTeam } from '../workspace/team.ts';

const server = useServer();
const team = useTeam(server);
let member: { id: number; api: Api };

beforeEach(async () => {
  const { id } = await makeColleague(server.db, team.team.id);
  member = { id, api: await server.as(id) };
});

const usage = (values: object = {}) =>
  makeUsage(server.db, { teamId: team.team.id, userId: member.id, appId: team.app.id, ...values });
const today = () => new Date().toISOString().slice(0, 10);

describe('budgets', () => {
  it('are set, changed, read and removed by administrators, and recorded in the audit log', async () => {
    const { budget } = team.api.trpc;
    await usage({ cost: 250 });
    await usage({ cost: 1_000, createdAt: new Date('2020-01-01T00:00:00Z') });
    const set = await budget.set.mutate({ userId: member.id, period: 'month', amount: 1_000 });
    expect(set.budget).toMatchObject({
      scope: 'user',
      user: { id: member.id },
      amount: 1_000,
      spent: 250,
      reserved: 0,
    });
    expect(set.budget?.renewsAt.getUTCDate()).toBe(1);
    await budget.set.mutate({ userId: member.id, period: 'day', amount: 500 });
    await budget.set.mutate({ appId: team.app.id, period: 'week', amount: 7 });
    await budget.set.mutate({ period: 'month', amount: 9 });
    const first = await budget.list.query({ limit: 2 });
    const second = await budget.list.query({ limit: 2, cursor: first.nextCursor as string });
    expect([...first.list, ...second.list].map(({ scope, amount }) => [scope, amount]).sort()).toEqual([
      ['app', 7],
      ['team', 9],
      ['user', 500],
    ]);
    expect(second.nextCursor).toBeNull();
    expect(await budget.list.query({ scope: 'app' })).toMatchObject({ list: [{ app: { id: team.app.id } }] });
    await budget.remove.mutate({ userId: member.id });
    expect(await budget.get.query({ userId: member.id })).toEqual({ budget: null });
    await expect(budget.remove.mutate({ userId: member.id })).rejects.toMatchObject({
      data: { httpStatus: 404 },
    });
    const entries = await server.db
      .selectFrom('audit_entry')
      .select(['action', 'targetKind', 'detail'])
      .where('teamId', '=', team.team.id)
      .orderBy('number')
      .execute();
    expect(entries.filter(({ action }) => action.startsWith('budget.'))).toMatchObject([
      { action: 'budget.set', targetKind: 'user', detail: { amount: 1_000 } },
      { action: 'budget.set', detail: { amount: 500, before: { amount: 1_000, period: 'month' } } },
      { action: 'budget.set', targetKind: 'app' },
      { action: 'budget.set', targetKind: 'team' },
      { action: 'budget.remove', targetKind: 'user' },
    ]);
  });

  it('belong to one team, and have sensible amounts', async () => {
    const other = await openTeam(server);
    const { budget } = team.api.trpc;
    for (const target of [{ appId: other.app.id }, { userId: other.owner.id }]) {
      await expect(budget.set.mutate({ ...target, period: 'day', amount: 1 })).rejects.toMatchObject({
        data: { httpStatus: 404 },
      });
      await expect(budget.get.query(target)).rejects.toMatchObject({ data: { httpStatus: 404 } });
    }
    const wrong = [
      { amount: -1 },
      { amount: 0.5 },
      { amount: 2 ** 53 },
      { amount: 5, period: 'year' },
      { amount: 5, appId: team.app.id, userId: member.id },
      { amount: 5, teamId: other.team.id },
      { amount: 5, spent: 0 },
    ];
    for (const input of wrong)
      await expect(budget.set.mutate({ period: 'day', ...input } as never)).rejects.toMatchObject({
        data: { httpStatus: 400 },
      });
    expect((await budget.list.query({})).list).toEqual([]);
  });

  it('are shown to people they bound: their own in full, others as a share', async () => {
    const { teamId } = { teamId: team.team.id };
    await makeBudget(server.db, { teamId, amount: 1_000, spent: 750 });
    await makeBudget(server.db, { teamId, userId: member.id, amount: 100, spent: 10, reserved: 15 });
    const other = await makeApp(server.db, { teamId, spaceId: team.space.id, creatorId: team.owner.id });
    await makeBudget(server.db, { teamId, appId: other.id, amount: 1 });
    const { id: channelId } = await team.api.trpc.channel.create.mutate({ appId: team.app.id, name: 'Here' });
    const { budgets } = await member.api.trpc.budget.gauge.query({ channelId });
    expect(budgets).toMatchObject([
      { scope: 'team', used: 0.75, amount: null, left: null },
      { scope: 'user', used: 0.25, amount: 100, left: 75 },
    ]);
    expect((await team.api.trpc.budget.gauge.query({ channelId })).budgets).toMatchObject([
      { scope: 'team', amount: 1_000, left: 250 },
    ]);
    expect((await member.api.trpc.budget.mine.query()).budget).toMatchObject({ amount: 100, spent: 10 });
    await expect(member.api.trpc.budget.list.query({})).rejects.toMatchObject({ data: { httpStatus: 403 } });
  });
});

describe('own usage', () => {
  it('C31: pages by ten, the newest first', async () => {
    for (let index = 0; index < 11; index++) await usage({ inputTokens: index });
    await usage({ userId: team.owner.id });
    const { data } = await member.api.get('/api/usage/list');
    const first = data as { list: { inputTokens: number }[]; pagination: object };
    expect(first.pagination).toEqual({ currentPage: 1, pageSize: 10, total: 11 });
    expect(first.list.map(({ inputTokens }) => inputTokens)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    // C40: as JSON and as flat parameters.
    for (const query of [{ currentPage: 2 }, { pagination: JSON.stringify({ currentPage: 2 }) }])
      expect((await member.api.get('/api/usage/list', query)).data).toMatchObject({
        list: [{ inputTokens: 0 }],
        pagination: { currentPage: 2, total: 11 },
      });
  });

  it('C19: serves other origins by bearer, without cookies', async () => {
    await usage();
    const origin = 'https://desk.example.org';
    const { token } = member.api;
    const headers = { origin };
    const asked = await member.api.call('GET', '/api/usage/list', { headers });
    expect(asked.status).toBe(200);
    expect(asked.headers.get('access-control-allow-origin')).toBe('*');
    expect(asked.headers.get('access-control-allow-credentials')).toBeNull();
    const byCookie = await server.stranger.call('GET', '/api/usage/list', {
      headers: { origin, cookie: `tandem_session=${token}; session=${token}` },
    });
    expect(byCookie.status).toBe(401);
    const preflight = await server.stranger.call('OPTIONS', '/api/usage/list', { headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
  });

  it('is paged by cursor without a gap, names what may be seen, and refuses invalid cursors', async () => {
    const at = new Date('2026-03-01T10:00:00Z');
    for (let index = 0; index < 5; index++) await usage({ createdAt: at, inputTokens: index });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await member.api.trpc.usage.list.query({ limit: 2, ...(cursor && { cursor }) });
      seen.push(...page.list.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
      expect(page.list[0]).toMatchObject({ app: { id: team.app.id }, channel: null });
    } while (cursor);
    expect(new Set(seen).size).toBe(5);
    await server.db.updateTable('app').set({ visibility: 'private' }).where('id', '=', team.app.id).execute();
    const { list } = await member.api.trpc.usage.list.query({});
    expect(list[0]).toMatchObject({ app: null });
    for (const odd of [
      'x',
      Buffer.from('["infinity","x"]').toString('base64url'),
      ...['now', '2020', '1', 'Jan 1', '-000001-01-01', '2020-02-31', '2020-02-31 10:00:00+00'].map(
        (moment) =>
          Buffer.from(JSON.stringify([moment, '9c5b94b1-35ad-49bb-b118-8e8fc24abf80'])).toString('base64url'),
      ),
    ])
      await expect(member.api.trpc.usage.list.query({ cursor: odd })).rejects.toMatchObject({
        data: { httpStatus: 400 },
      });
  });

  it('omits dates the database does not know', async () => {
    const call = member.api.trpc.usage.mine.query({ from: '0000-01-01', to: '0000-01-02' });
    await expect(call).rejects.toMatchObject({ data: { httpStatus: 400 } });
  });

  it('is summed up by day, model and app', async () => {
    const provider = await makeProvider(server.db, { teamId: team.team.id });
    const model = await makeModel(server.db, { providerId: provider.id, name: 'Fine model' });
    const known = { modelId: model.id, model: model.name };
    await usage({ ...known, cost: 30, inputTokens: 3, outputTokens: 1 });
    await usage({ ...known, cost: 50, inputTokens: 5, outputTokens: 2, status: 'failed' });
    await usage({ cost: 7, inputTokens: 1, outputTokens: 1, appId: null });
    await usage({ ...known, userId: team.owner.id, cost: 999 });
    await usage({ ...known, cost: 999, createdAt: new Date('2024-01-01T00:00:00Z') });
    const report = await member.api.trpc.usage.mine.query({ from: today(), to: today() });
    expect(report.total).toEqual({
      turns: 3,
      failures: 1,
      inputTokens: 9,
      outputTokens: 4,
      images: 0,
      cost: 87,
    });
    expect(report.models).toMatchObject([
      { id: model.id, name: 'Fine model', cost: 80, turns: 2 },
      { id: null, name: '', cost: 7 },
    ]);
    expect(report.apps).toMatchObject([
      { id: team.app.id, cost: 80 },
      { id: null, cost: 7 },
    ]);
    expect(report.days.map(({ day, cost }) => [day, cost])).toEqual(
      expect.arrayContaining([
        [today(), 80],
        [today(), 7],
      ]),
    );
    const wrong = [
      { from: today(), to: '2020-01-01' },
      { from: '2020-01-01', to: today() },
      { from: 'x', to: today() },
    ];
    for (const range of wrong)
      await expect(member.api.trpc.usage.mine.query(range)).rejects.toMatchObject({
        data: { httpStatus: 400 },
      });
  });
});
