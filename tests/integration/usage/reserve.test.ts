import { reserveMore } from '@tandem/api/conversation/message/spend';
import { assertBudgets, settleBudgets } from '@tandem/api/models/budget/budget.service';
import { transaction } from '@tandem/db';
import { makeApp, makeBudget, makeWorkspace } from '@tandem/db/testing/factories/index';
import { describe, expect, it } from 'vitest';
import { useSpending } from './spending.ts';

const here = useSpending();
const { turnHere, budget, reserve, record } = here;

describe('budgets', () => {
  it('admit one of a hundred turns at once for the remainder', async () => {
    const { id } = await makeBudget(here.db, { teamId: here.place.spender.teamId, amount: 100 });
    const turns = await Promise.all(Array.from({ length: 100 }, turnHere));
    const ends = await Promise.allSettled(turns.map((turn) => reserve(turn.id, 100)));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const end of ends) if (end.status === 'rejected') expect(end.reason.key).toBe('budgetSpent');
    expect(await budget(id)).toMatchObject({ reserved: 100, spent: 0 });
  });

  it('reserve, spend and release concurrently without losing an amount', async () => {
    const { teamId, appId, userId } = here.place.spender;
    const budgets = [
      await makeBudget(here.db, { teamId, amount: 1_000_000 }),
      await makeBudget(here.db, { teamId, appId, amount: 1_000_000 }),
      await makeBudget(here.db, { teamId, userId, amount: 1_000_000 }),
    ];
    const turns = await Promise.all(Array.from({ length: 60 }, turnHere));
    await Promise.all(
      turns.map(async ({ id }) => {
        await reserve(id, 70);
        await reserve(id, 30);
        await transaction(here.db, async (tx) => {
          await settleBudgets(tx, { turnId: id });
        });
        await record(id, 40);
      }),
    );
    for (const { id } of budgets) expect(await budget(id)).toMatchObject({ spent: 60 * 40, reserved: 0 });
  });

  it('are checked in the order team, app, person, and reserve nothing when one is short', async () => {
    const { teamId, appId, userId } = here.place.spender;
    const team = await makeBudget(here.db, { teamId, amount: 100 });
    const app = await makeBudget(here.db, { teamId, appId, amount: 50 });
    await makeBudget(here.db, { teamId, userId, amount: 10, period: 'day' });
    const { id } = await turnHere();
    await expect(reserve(id, 200)).rejects.toMatchObject({ key: 'budgetSpent', params: { scope: 'team' } });
    await expect(reserve(id, 80)).rejects.toMatchObject({ params: { scope: 'app' } });
    await expect(reserve(id, 20)).rejects.toMatchObject({ params: { scope: 'user' } });
    expect(await budget(team.id)).toMatchObject({ reserved: 0 });
    expect(await budget(app.id)).toMatchObject({ reserved: 0 });
    await reserve(id, 10);
    expect(await budget(app.id)).toMatchObject({ reserved: 10 });
  });

  it('say when they renew', async () => {
    await makeBudget(here.db, { teamId: here.place.spender.teamId, amount: 0, period: 'week' });
    const error = await assertBudgets(here.db, here.place.spender).catch((err) => err);
    const renews = new Date(error.params.renewsAt);
    expect(renews.getUTCDay()).toBe(1);
    expect(renews.getTime() - Date.now()).toBeGreaterThan(0);
    expect(renews.getTime() - Date.now()).toBeLessThanOrEqual(7 * 86_400_000);
  });

  it('renew with their period, and keep reservations of running turns', async () => {
    const { id } = await makeBudget(here.db, { teamId: here.place.spender.teamId, amount: 100 });
    const turn = await turnHere();
    await reserve(turn.id, 30);
    await here.db
      .updateTable('budget')
      .set({ spent: 100, periodStart: new Date('2020-01-01T00:00:00Z') })
      .where('id', '=', id)
      .execute();
    await assertBudgets(here.db, here.place.spender);
    await reserve(turn.id, 60);
    expect(await budget(id)).toMatchObject({ spent: 0, reserved: 90 });
    expect((await budget(id)).periodStart.getTime()).toBeGreaterThan(Date.parse('2026-01-01'));
  });

  it('of others are unchanged', async () => {
    const other = await makeWorkspace(here.db);
    const foreign = await makeBudget(here.db, { teamId: other.team.id, amount: 0 });
    const sibling = await makeApp(here.db, {
      teamId: here.place.spender.teamId,
      spaceId: here.place.app.spaceId,
      creatorId: here.place.spender.userId,
    });
    await makeBudget(here.db, { teamId: here.place.spender.teamId, appId: sibling.id, amount: 0 });
    await reserve((await turnHere()).id, 10);
    await record(null, 10);
    expect(await budget(foreign.id)).toMatchObject({ spent: 0, reserved: 0 });
  });

  it('reserve nothing for a deleted turn or app', async () => {
    const { teamId, appId } = here.place.spender;
    const { id } = await makeBudget(here.db, { teamId, amount: 100 });
    await makeBudget(here.db, { teamId, appId, amount: 100 });
    const first = await turnHere();
    await reserve(first.id, 30);
    await here.db.deleteFrom('turn').where('id', '=', first.id).execute();
    expect(await budget(id)).toMatchObject({ reserved: 0 });
    await reserve((await turnHere()).id, 30);
    await here.db.deleteFrom('message').where('channelId', '=', here.place.channel.id).execute();
    await here.db.deleteFrom('channel').where('appId', '=', here.place.app.id).execute();
    await here.db.deleteFrom('app').where('id', '=', here.place.app.id).execute();
    expect(await budget(id)).toMatchObject({ reserved: 0 });
  });

  it('are released by a turn that ends, even if it extends its reservation at that moment', async () => {
    const { id } = await makeBudget(here.db, { teamId: here.place.spender.teamId, amount: 1_000_000 });
    const asked = { appId: here.place.app.id, model: here.place.model, provider: here.place.provider };
    await Promise.all(
      Array.from({ length: 40 }, async () => {
        const turn = await turnHere();
        await reserve(turn.id, 10);
        const end = transaction(here.db, async (tx) => {
          await tx.updateTable('turn').set({ status: 'done' }).where('id', '=', turn.id).execute();
          await settleBudgets(tx, { turnId: turn.id });
        });
        const more = Array.from({ length: 3 }, () => reserveMore(here.db, turn, asked, 100));
        await Promise.all([end, ...more]);
        await reserveMore(here.db, turn, asked, 100);
      }),
    );
    expect(await budget(id)).toMatchObject({ reserved: 0 });
  });

  it('pass free calls even when exhausted', async () => {
    await makeBudget(here.db, { teamId: here.place.spender.teamId, amount: 0 });
    await reserve((await turnHere()).id, 0);
  });
});
