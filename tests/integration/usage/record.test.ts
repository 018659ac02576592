import { putBudget } from '@tandem/api/models/budget/budget.repo';
import { type Advances, advanceBudgets, settleAdvances } from '@tandem/api/models/budget/budget.service';
import { recordUsage } from '@tandem/api/models/usage/usage.service';
import { transaction } from '@tandem/db';
import { makeBudget } from '@tandem/db/testing/factories/index';
import { describe, expect, it } from 'vitest';
import { until } from '../../running/live.ts';
import { isWaiting } from '../rights/waiting.ts';
import { useSpending } from './spending.ts';

const here = useSpending();
const { turnHere, budget, spentHere, record } = here;

describe('usage', () => {
  it('is stored, added to its day and charged', async () => {
    const { teamId } = here.place.spender;
    const { id } = await makeBudget(here.db, { teamId, amount: 100 });
    const turn = await turnHere();
    expect(await record(turn.id, 10, { outputTokens: 5 })).toEqual({ cost: 20, isPriced: true });
    await record(null, 3, { kind: 'title', firstTokenMs: null, durationMs: null });
    await record(turn.id, 0, { status: 'failed' });
    const rows = await here.db.selectFrom('usage').selectAll().where('teamId', '=', teamId).execute();
    expect(rows.map(({ cost }) => cost).sort()).toEqual([0, 20, 3].sort());
    expect(await budget(id)).toMatchObject({ spent: 23, reserved: 0 });
    const days = await here.db.selectFrom('usage_day').selectAll().where('teamId', '=', teamId).execute();
    expect(days).toHaveLength(1);
    expect(days[0]).toMatchObject({
      turns: 2,
      failures: 1,
      inputTokens: 13,
      outputTokens: 5,
      cost: 23,
      firstTokens: 2,
      firstTokenMs: 40,
      durations: 2,
      durationMs: 180,
    });
  });

  it('outlives its model and channel', async () => {
    const { model, provider } = here.place;
    await here.db.deleteFrom('model').where('id', '=', model.id).execute();
    await record(null, 10, { model, provider, channelId: null });
    const row = await here.db
      .selectFrom('usage')
      .selectAll()
      .where('teamId', '=', here.place.spender.teamId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ modelId: null, model: model.name, cost: 10 });
  });
});

describe('usage counted in advance', () => {
  const advance = (amount: number, advances: Advances) =>
    advanceBudgets(here.db, here.place.spender, amount, advances);

  it('is reverted completely, however often it was raised', async () => {
    const { id } = await makeBudget(here.db, { teamId: here.place.spender.teamId, amount: 1_000, spent: 5 });
    const advances: Advances = new Map();
    await advance(100, advances);
    await advance(50, advances);
    expect(await budget(id)).toMatchObject({ spent: 155 });
    await settleAdvances(here.db, advances);
    expect(await budget(id)).toMatchObject({ spent: 5 });
  });

  it('of the previous period is not reverted in the new one, but later usage is', async () => {
    const { id } = await makeBudget(here.db, { teamId: here.place.spender.teamId, amount: 1_000 });
    const advances: Advances = new Map();
    await advance(100, advances);
    const [noted] = advances.values();
    if (!noted) throw new Error('nothing was noted');
    // As if that had been in the period before.
    advances.set(id, { ...noted, periodStart: new Date(0) });
    await here.db.updateTable('budget').set({ spent: 7 }).where('id', '=', id).execute();
    await settleAdvances(here.db, advances);
    expect(await budget(id)).toMatchObject({ spent: 7 });
    await advance(50, advances);
    await settleAdvances(here.db, advances);
    expect(await budget(id)).toMatchObject({ spent: 7 });
  });
});

describe('a budget set while something is being spent', () => {
  it.each([null, 'week'] as const)('counts it (before: %s)', async (before) => {
    const { teamId } = here.place.spender;
    if (before) await makeBudget(here.db, { teamId, amount: 1_000, period: before });
    let go = () => {};
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    let recorded = () => {};
    const begun = new Promise<void>((resolve) => {
      recorded = resolve;
    });
    const spending = transaction(here.db, async (tx) => {
      await recordUsage(tx, spentHere(null, 40));
      recorded();
      await gate;
    });
    await begun;
    const setting = transaction(here.db, (tx) => putBudget(tx, { teamId }, { period: 'month', amount: 500 }));
    const ends = Promise.allSettled([setting]);
    // Either it waits, or it is through already.
    try {
      await Promise.race([ends, until('it waits', () => isWaiting(here.db))]);
    } finally {
      go();
    }
    await Promise.all([spending, setting]);
    const [found] = await here.db.selectFrom('budget').selectAll().where('teamId', '=', teamId).execute();
    expect(found).toMatchObject({ period: 'month', spent: 40 });
  });
});
