import { reserveBudgets } from '@tandem/api/models/budget/budget.service';
import { recordUsage } from '@tandem/api/models/usage/usage.service';
import { connect, type Database, type Db, transaction } from '@tandem/db';
import {
  makeChannel,
  makeModel,
  makeProvider,
  makeTurn,
  makeWorkspace,
} from '@tandem/db/testing/factories/index';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createDatabase } from '../harness/databases.ts';

async function open(db: Db) {
  const { team, owner, app } = await makeWorkspace(db);
  const channel = await makeChannel(db, { appId: app.id, creatorId: owner.id });
  const provider = await makeProvider(db, { teamId: team.id });
  const model = await makeModel(db, {
    providerId: provider.id,
    inputPrice: 1_000_000,
    outputPrice: 2_000_000,
  });
  const spender = { teamId: team.id, appId: app.id, userId: owner.id };
  return { spender, channel, app, provider, model };
}

/** A database of a file's own, with a fresh place to spend in for each test. */
export function useSpending() {
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
    place = await open(database.db);
  });

  const spentHere = (turnId: string | null, inputTokens: number, more: object = {}) => ({
    ...place.spender,
    channelId: place.channel.id,
    turnId,
    assistantId: null,
    model: place.model,
    provider: place.provider,
    kind: 'chat' as const,
    status: 'done' as const,
    inputTokens,
    outputTokens: 0,
    images: 0,
    firstTokenMs: 20,
    durationMs: 90,
    ...more,
  });
  return {
    get db() {
      return database.db;
    },
    get place() {
      return place;
    },
    turnHere: () => makeTurn(database.db, { channelId: place.channel.id, userId: place.spender.userId }),
    budget: (id: string) =>
      database.db.selectFrom('budget').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    reserve: (turnId: string, estimate: number) =>
      transaction(database.db, (tx) => reserveBudgets(tx, { ...place.spender, turnId, estimate })),
    spentHere,
    record: (...spent: Parameters<typeof spentHere>) =>
      transaction(database.db, (tx) => recordUsage(tx, spentHere(...spent))),
  };
}
