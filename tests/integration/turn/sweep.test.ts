import { interruptExpired } from '@tandem/api/conversation/turn/finish';
import { connect, type Database } from '@tandem/db';
import { makeChannel, makeTurn, makeWorkspace } from '@tandem/db/testing/factories/index';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from '../harness/databases.ts';

let store: { url: string; drop(): Promise<void> };
let database: Database;
beforeAll(async () => {
  store = await createDatabase();
  database = connect({ url: store.url });
});
afterAll(async () => {
  await database.close();
  await store.drop();
});

it('a turn that fails to end does not block others its process has left', async () => {
  const { db } = database;
  const { owner, app } = await makeWorkspace(db);
  const turns = [];
  for (let count = 0; count < 3; count++) {
    const channel = await makeChannel(db, { appId: app.id, creatorId: owner.id });
    turns.push(await makeTurn(db, { channelId: channel.id, userId: owner.id, status: 'running' }));
  }
  await sql`update "turn" set "leaseUntil" = now() - interval '1 minute'`.execute(db);
  const bad = turns[0]?.id as string;
  const failed: string[] = [];
  // Its usage cannot be stored.
  await sql`alter table "usage" add check ("turnId" <> ${sql.lit(bad)})`.execute(db);
  const ended = await interruptExpired(db, new Set(), (turnId) => failed.push(turnId));
  expect(failed).toEqual([bad]);
  expect(ended).toHaveLength(2);
  const running = await db.selectFrom('turn').select('id').where('status', '=', 'running').execute();
  expect(running).toEqual([{ id: bad }]);
});
