import { reserveMore } from '@tandem/api/conversation/message/spend';
import { putBudget } from '@tandem/api/models/budget/budget.repo';
import {
  type Advances,
  advanceBudgets,
  assertBudgets,
  reserveBudgets,
  settleAdvances,
  settleBudgets,
} from '@tandem/api/models/budget/budget.service';
import { recordUsage } from '@tandem/api/models/usage/usage.service';
import { connect, type Database, transaction } from '@tandem/db';
import {
  makeApp,
  makeBudget,
  makeChannel,
  makeModel,
  makeProvider,
  makeTurn,
  makeWorkspace,
} from '@tandem/db/testing/factories/index';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../running/live.ts';
import { createDatabase } from '../harness/databases.ts';
import { isWaiting } from '../rights/waiting.ts';

let created: Awaited<ReturnType<typeof createDatabase>>;
let database: Database;
let place: Awaited<ReturnType<typeof open>>;

beforeAll(async () => {
  created = await createDatabase();
  database = connect({ url: created.url, maxConnections: 20 });
});
afterAll(async () => {
  await database.close();
  await created.drop();
});
beforeEach(async () => {
  place = await open();
});

async function open() {
  const { team, owner, app } = await makeWorkspace(database.db);
  const channel = await makeChannel(database.db, { appId: app.id, creatorId: owner.id });
  const provider = await makeProvider(database.db, { teamId: team.id });
  const model = await makeModel(database.db, {
    providerId: provider.id,
    inputPrice: 1_000_000,
    outputPrice: 2_000_000,
  });
  const spender = { teamId: team.id, appId: app.id, userId: owner.id };
  return { spender, channel, app, provider, model };
}

const turnHere = () => makeTurn(database.db, { channelId: place.channel.id, userId: place.spender.userId });
const budget = (id: string) =>
  database.db.selectFrom('budget').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const reserve = (turnId: string, estimate: number) =>
  transaction(database.db, (tx) => reserveBudgets(tx, { ...place.spender, turnId, estimate }));

function spentHere(turnId: string | null, inputTokens: number, more: object = {}) {
  const { spender, channel, model, provider } = place;
  return {
    ...spender,
    channelId: channel.id,
    turnId,
    assistantId: null,
    model,
    provider,
    kind: 'chat' as const,
    status: 'done' as const,
    inputTokens,
    outputTokens: 0,
    images: 0,
    firstTokenMs: 20,
    durationMs: 90,
    ...more,
  };
}

const record = (...spent: Parameters<typeof spentHere>) =>
  transaction(database.db, (tx) => recordUsage(tx, spentHere(...spent)));

describe('budgets', () => {
  it('let one of a hundred at once have what is left', async () => {
    const { id } = await makeBudget(database.db, { teamId: place.spender.teamId, amount: 100 });
    const turns = await Promise.all(Array.from({ length: 100 }, turnHere));
    const ends = await Promise.allSettled(turns.map((turn) => reserve(turn.id, 100)));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const end of ends) if (end.status === 'rejected') expect(end.reason.key).toBe('budgetSpent');
    expect(await budget(id)).toMatchObject({ reserved: 100, spent: 0 });
  });

  it('hold, spend and let go all at once without losing an amount', async () => {
    const { teamId, appId, userId } = place.spender;
    const budgets = [
      await makeBudget(database.db, { teamId, amount: 1_000_000 }),
      await makeBudget(database.db, { teamId, appId, amount: 1_000_000 }),
      await makeBudget(database.db, { teamId, userId, amount: 1_000_000 }),
    ];
    const turns = await Promise.all(Array.from({ length: 60 }, turnHere));
    await Promise.all(
      turns.map(async ({ id }) => {
        await reserve(id, 70);
        await reserve(id, 30);
        await transaction(database.db, async (tx) => {
          await settleBudgets(tx, { turnId: id });
        });
        await record(id, 40);
      }),
    );
    for (const { id } of budgets) expect(await budget(id)).toMatchObject({ spent: 60 * 40, reserved: 0 });
  });

  it('are refused in the order team, app, person, and hold nothing of any when one is short', async () => {
    const { teamId, appId, userId } = place.spender;
    const team = await makeBudget(database.db, { teamId, amount: 100 });
    const app = await makeBudget(database.db, { teamId, appId, amount: 50 });
    await makeBudget(database.db, { teamId, userId, amount: 10, period: 'day' });
    const { id } = await turnHere();
    await expect(reserve(id, 200)).rejects.toMatchObject({ key: 'budgetSpent', params: { scope: 'team' } });
    await expect(reserve(id, 80)).rejects.toMatchObject({ params: { scope: 'app' } });
    await expect(reserve(id, 20)).rejects.toMatchObject({ params: { scope: 'user' } });
    expect(await budget(team.id)).toMatchObject({ reserved: 0 });
    expect(await budget(app.id)).toMatchObject({ reserved: 0 });
    await reserve(id, 10);
    expect(await budget(app.id)).toMatchObject({ reserved: 10 });
  });

  it('name the moment when they renew', async () => {
    await makeBudget(database.db, { teamId: place.spender.teamId, amount: 0, period: 'week' });
    const error = await assertBudgets(database.db, place.spender).catch((err) => err);
    const renews = new Date(error.params.renewsAt);
    expect(renews.getUTCDay()).toBe(1);
    expect(renews.getTime() - Date.now()).toBeGreaterThan(0);
    expect(renews.getTime() - Date.now()).toBeLessThanOrEqual(7 * 86_400_000);
  });

  it('renew with their period; what still runs then stays held', async () => {
    const { id } = await makeBudget(database.db, { teamId: place.spender.teamId, amount: 100 });
    const turn = await turnHere();
    await reserve(turn.id, 30);
    await database.db
      .updateTable('budget')
      .set({ spent: 100, periodStart: new Date('2020-01-01T00:00:00Z') })
      .where('id', '=', id)
      .execute();
    await assertBudgets(database.db, place.spender);
    await reserve(turn.id, 60);
    expect(await budget(id)).toMatchObject({ spent: 0, reserved: 90 });
    expect((await budget(id)).periodStart.getTime()).toBeGreaterThan(Date.parse('2026-01-01'));
  });

  it('of others are untouched', async () => {
    const other = await makeWorkspace(database.db);
    const foreign = await makeBudget(database.db, { teamId: other.team.id, amount: 0 });
    const sibling = await makeApp(database.db, {
      teamId: place.spender.teamId,
      spaceId: place.app.spaceId,
      creatorId: place.spender.userId,
    });
    await makeBudget(database.db, { teamId: place.spender.teamId, appId: sibling.id, amount: 0 });
    await reserve((await turnHere()).id, 10);
    await record(null, 10);
    expect(await budget(foreign.id)).toMatchObject({ spent: 0, reserved: 0 });
  });

  it('keep nothing for a turn that is deleted, nor for a deleted app', async () => {
    const { teamId, appId } = place.spender;
    const { id } = await makeBudget(database.db, { teamId, amount: 100 });
    await makeBudget(database.db, { teamId, appId, amount: 100 });
    const first = await turnHere();
    await reserve(first.id, 30);
    await database.db.deleteFrom('turn').where('id', '=', first.id).execute();
    expect(await budget(id)).toMatchObject({ reserved: 0 });
    await reserve((await turnHere()).id, 30);
    await database.db.deleteFrom('message').where('channelId', '=', place.channel.id).execute();
    await database.db.deleteFrom('channel').where('appId', '=', place.app.id).execute();
    await database.db.deleteFrom('app').where('id', '=', place.app.id).execute();
    expect(await budget(id)).toMatchObject({ reserved: 0 });
  });

  it('are not held by a turn that ends, also when it asks for more in the moment in which it ends', async () => {
    const { id } = await makeBudget(database.db, { teamId: place.spender.teamId, amount: 1_000_000 });
    const asked = { appId: place.app.id, model: place.model, provider: place.provider };
    await Promise.all(
      Array.from({ length: 40 }, async () => {
        const turn = await turnHere();
        await reserve(turn.id, 10);
        const end = transaction(database.db, async (tx) => {
          await tx.updateTable('turn').set({ status: 'done' }).where('id', '=', turn.id).execute();
          await settleBudgets(tx, { turnId: turn.id });
        });
        const more = Array.from({ length: 3 }, () => reserveMore(database.db, turn, asked, 100));
        await Promise.all([end, ...more]);
        await reserveMore(database.db, turn, asked, 100);
      }),
    );
    expect(await budget(id)).toMatchObject({ reserved: 0 });
  });

  it('pass what costs nothing even when they are spent', async () => {
    await makeBudget(database.db, { teamId: place.spender.teamId, amount: 0 });
    await reserve((await turnHere()).id, 0);
  });
});

describe('usage', () => {
  it('is stored, added to its day and charged', async () => {
    const { teamId } = place.spender;
    const { id } = await makeBudget(database.db, { teamId, amount: 100 });
    const turn = await turnHere();
    expect(await record(turn.id, 10, { outputTokens: 5 })).toEqual({ cost: 20, isPriced: true });
    await record(null, 3, { kind: 'title', firstTokenMs: null, durationMs: null });
    await record(turn.id, 0, { status: 'failed' });
    const rows = await database.db.selectFrom('usage').selectAll().where('teamId', '=', teamId).execute();
    expect(rows.map(({ cost }) => cost).sort()).toEqual([0, 20, 3].sort());
    expect(await budget(id)).toMatchObject({ spent: 23, reserved: 0 });
    const days = await database.db.selectFrom('usage_day').selectAll().where('teamId', '=', teamId).execute();
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
    const { model, provider } = place;
    await database.db.deleteFrom('model').where('id', '=', model.id).execute();
    await record(null, 10, { model, provider, channelId: null });
    const row = await database.db
      .selectFrom('usage')
      .selectAll()
      .where('teamId', '=', place.spender.teamId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ modelId: null, model: model.name, cost: 10 });
  });
});

describe('what is counted in advance', () => {
  const advance = (amount: number, advances: Advances) =>
    advanceBudgets(database.db, place.spender, amount, advances);

  it('is taken back whole, however often there was more of it', async () => {
    const { id } = await makeBudget(database.db, { teamId: place.spender.teamId, amount: 1_000, spent: 5 });
    const advances: Advances = new Map();
    await advance(100, advances);
    await advance(50, advances);
    expect(await budget(id)).toMatchObject({ spent: 155 });
    await settleAdvances(database.db, advances);
    expect(await budget(id)).toMatchObject({ spent: 5 });
  });

  it('before a budget renews is not taken back from the new period, and what follows is', async () => {
    const { id } = await makeBudget(database.db, { teamId: place.spender.teamId, amount: 1_000 });
    const advances: Advances = new Map();
    await advance(100, advances);
    const [noted] = advances.values();
    if (!noted) throw new Error('nothing was noted');
    // As if that had been in the period before.
    advances.set(id, { ...noted, periodStart: new Date(0) });
    await database.db.updateTable('budget').set({ spent: 7 }).where('id', '=', id).execute();
    await settleAdvances(database.db, advances);
    expect(await budget(id)).toMatchObject({ spent: 7 });
    await advance(50, advances);
    await settleAdvances(database.db, advances);
    expect(await budget(id)).toMatchObject({ spent: 7 });
  });
});

describe('a budget that is set while something is being spent', () => {
  it.each([null, 'week'] as const)('counts it (before: %s)', async (before) => {
    const { teamId } = place.spender;
    if (before) await makeBudget(database.db, { teamId, amount: 1_000, period: before });
    let go = () => {};
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    let recorded = () => {};
    const begun = new Promise<void>((resolve) => {
      recorded = resolve;
    });
    const spending = transaction(database.db, async (tx) => {
      await recordUsage(tx, spentHere(null, 40));
      recorded();
      await gate;
    });
    await begun;
    const setting = transaction(database.db, (tx) =>
      putBudget(tx, { teamId }, { period: 'month', amount: 500 }),
    );
    const ends = Promise.allSettled([setting]);
    // Either it waits, or it is through already.
    try {
      await Promise.race([ends, until('it waits', () => isWaiting(database.db))]);
    } finally {
      go();
    }
    await Promise.all([spending, setting]);
    const [found] = await database.db.selectFrom('budget').selectAll().where('teamId', '=', teamId).execute();
    expect(found).toMatchObject({ period: 'month', spent: 40 });
  });
});
