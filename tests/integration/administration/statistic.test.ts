import { sumUpTo } from '@tandem/api/administration/statistic/statistic.jobs';
import { makeChannel, makeMessage, makeUsage } from '@tandem/db/testing/factories/index';
import { plusDays } from '@tandem/shared/statistic/schema';
import { describe, expect, it } from 'vitest';
import { useOwnServer } from '../harness/server.ts';
import { expectRefused, openTeam, useTeam } from '../workspace/team.ts';

const server = useOwnServer();
const team = useTeam(server);
const today = new Date().toISOString().slice(0, 10);
const noon = (day: string) => new Date(`${day}T12:00:00Z`);

const spend = (userId: number, day: string, values: object = {}) =>
  makeUsage(server.db, { teamId: team.team.id, userId, createdAt: noon(day), ...values });
const total = (range: object = {}) => team.api.trpc.statistic.total.query(range);

describe('statistics of a team', () => {
  it('show the cost by day, person and use, beside the previous period', async () => {
    const other = await team.person();
    const yesterday = plusDays(today, -1);
    await spend(team.owner.id, today, { appId: team.app.id, cost: 300, status: 'failed' });
    await spend(team.owner.id, yesterday, { appId: team.app.id, cost: 200, firstTokenMs: 600 });
    await spend(other.user.id, yesterday, { cost: 1_000 });
    await spend(other.user.id, plusDays(today, -2), { cost: 7 });
    const channel = await makeChannel(server.db, { appId: team.app.id, creatorId: team.owner.id });
    await makeMessage(server.db, { channelId: channel.id, text: 'hello', authorId: team.owner.id });

    const answer = await total({ from: yesterday, to: today });
    expect(answer).toMatchObject({
      from: yesterday,
      to: today,
      previous: { from: plusDays(today, -3), to: plusDays(today, -2) },
      now: { people: 2, guests: 0, suspended: 0, apps: 1, channels: 1 },
      active: 2,
      total: { messages: 1, turns: 3, failures: 1, inputTokens: 3_000, outputTokens: 600, cost: 1_500 },
      before: { messages: 0, turns: 1, failures: 0, cost: 7 },
      days: [
        { day: yesterday, turns: 2, active: 2, people: 0, firstTokenMs: 500, durationMs: 2_000 },
        { day: today, turns: 1, failures: 1, active: 1, people: 2, apps: 1, channels: 1, messages: 1 },
      ],
      people: [
        { id: other.user.id, name: 'A member', cost: 1_000, turns: 1, tokens: 1_200 },
        { id: team.owner.id, name: 'Olive Owner', cost: 500, turns: 2, failures: 1 },
      ],
      apps: [
        { id: null, name: null, cost: 1_000 },
        { id: team.app.id, name: 'Chat', cost: 500 },
      ],
    });
    const rest = await team.api.get(`/api/admin/statistics/total?from=${yesterday}&to=${today}`);
    expect(rest).toMatchObject({ status: 200, code: 0, data: JSON.parse(JSON.stringify(answer)) });
  });

  it('are the same before and after aggregation, and count nothing twice', async () => {
    const { user } = await team.person();
    for (const [index, days] of [0, 1, 2, 20, 33, 45, 70, 95, 120].entries())
      await spend(index % 2 ? user.id : team.owner.id, plusDays(today, -days), {
        appId: index % 3 ? team.app.id : null,
        cost: 10 ** index,
      });
    const ranges = [6, 29, 89, 120].map((days) => ({ from: plusDays(today, -days), to: today }));
    ranges.push({ from: plusDays(today, -100), to: plusDays(today, -1) });
    const whole = () => Promise.all(ranges.map(total));
    const before = await whole();
    for (const days of [40, 2, 1, 1]) {
      await sumUpTo(server.db, plusDays(today, -days));
      const after = await whole();
      for (const [index, answer] of after.entries()) {
        const { days: ours, ...rest } = answer;
        const { days: theirs, ...held } = before[index] as typeof answer;
        expect(rest).toEqual(held);
        expect(ours.map(({ cost, turns, active }) => [cost, turns, active])).toEqual(
          theirs.map(({ cost, turns, active }) => [cost, turns, active]),
        );
      }
    }
    // Today's usage shows at once.
    await spend(user.id, today, { cost: 5 });
    expect((await total(ranges[0])).total.cost).toBe((before[0]?.total.cost ?? 0) + 5);
  });

  it('cover the current team alone, and are for its administrators', async () => {
    const other = await openTeam(server);
    await makeUsage(server.db, { teamId: other.team.id, userId: other.owner.id, cost: 99 });
    expect(await total()).toMatchObject({ total: { cost: 0 }, people: [], apps: [], models: [] });
    for (const role of ['member', 'guest'] as const)
      await expectRefused((await team.person(role)).api.trpc.statistic.total.query({}), 'forbidden');
    expect((await server.stranger.get('/api/admin/statistics/total')).status).toBe(401);
    const admin = await team.person('admin');
    expect((await admin.api.get('/api/admin/statistics/total')).status).toBe(200);
  });

  it.each([
    { from: '2026-02-30' },
    { from: 'yesterday' },
    { from: '2026-02-02', to: '2026-02-01' },
    { from: '2020-01-01', to: '2026-01-01' },
    { from: '0001-01-01', to: '0001-01-01' },
    { days: 7 },
  ])('refuse %j', async (range) => {
    await expectRefused(total(range), 'invalidInput');
  });
});
