import { reserveBudgets } from '@tandem/api/models/budget/budget.service';
import { connect, type Database, transaction } from '@tandem/db';
import { makeBudget, makeChannel, makeTurn, makeWorkspace } from '@tandem/db/testing/factories/index';
import { sql } from 'kysely';
import { type BenchRow, ms, perSecond, quantile, ratio } from './table.ts';
import type { World } from './world.ts';

/** Turns that begin at once. */
const TURNS = 100;
const ROUNDS = 10;
/** A server's default number of connections. */
const CONNECTIONS = 10;

/**
 * Reserves an estimate for a hundred turns at once in one budget, compared with the single conditional UPDATE
 * at its core: without the other two scopes, the row for the turn's reservation, or the renewal.
 */
export async function measureBudgets(world: World): Promise<BenchRow[]> {
  const database = connect({ url: world.database.url, maxConnections: CONNECTIONS });
  const { db } = database;
  try {
    const { team, owner, app } = await makeWorkspace(db);
    const channel = await makeChannel(db, { appId: app.id, creatorId: owner.id });
    const turns: string[] = [];
    for (let i = 0; i < TURNS; i++)
      turns.push((await makeTurn(db, { channelId: channel.id, userId: owner.id })).id);
    const spender = { teamId: team.id, appId: app.id, userId: owner.id };
    const { id } = await makeBudget(db, { teamId: team.id, amount: 1_000_000_000 });
    const bare = () =>
      sql`
      update "budget" set "reserved" = "reserved" + 1
      where "id" = ${id} and "spent" + "reserved" + 1 <= "amount"`.execute(db);
    const ours = (turnId: string) =>
      transaction(db, (tx) => reserveBudgets(tx, { ...spender, turnId, estimate: 1 }));
    const rows: BenchRow[] = [];
    for (const scopes of ['one budget', 'three budgets'] as const) {
      if (scopes === 'three budgets') {
        await makeBudget(db, { teamId: team.id, appId: app.id, amount: 1_000_000_000 });
        await makeBudget(db, { teamId: team.id, userId: owner.id, amount: 1_000_000_000 });
      }
      const raw = await atOnce(turns, bare);
      const held = await atOnce(turns, ours);
      rows.push({
        what: `holding ${scopes} for ${TURNS} turns at once`,
        ours: `${perSecond(held.rate)}, p50 ${ms(held.p50)}, p95 ${ms(held.p95)}`,
        against: `bare conditional UPDATE of one row: ${perSecond(raw.rate)}, p50 ${ms(raw.p50)}`,
        ratio: ratio(held.rate, raw.rate),
      });
    }
    await expectNothingLost(database, id);
    return rows;
  } finally {
    await database.close();
  }
}

/** Does it for all turns at once, several times; the first round only warms. */
async function atOnce(turns: readonly string[], work: (turnId: string) => Promise<unknown>) {
  const times: number[] = [];
  let spent = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    const begun = performance.now();
    const each = await Promise.all(
      turns.map(async (turnId) => {
        await work(turnId);
        return performance.now() - begun;
      }),
    );
    if (round === 0) continue;
    spent += performance.now() - begun;
    times.push(...each);
  }
  return { rate: (times.length / spent) * 1_000, p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
}

/** Fast but wrong would be no result. @throws Error */
async function expectNothingLost({ db }: Database, id: string): Promise<void> {
  const each = (ROUNDS + 1) * TURNS;
  const { reserved } = await db
    .selectFrom('budget')
    .select('reserved')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  // Bare and ours, with one budget and with three.
  if (reserved !== 4 * each) throw new Error(`${reserved} held instead of ${4 * each}`);
}
