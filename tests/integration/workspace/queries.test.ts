import { listUsers } from '@tandem/api/identity/team/team.service';
import { listRecent } from '@tandem/api/search/home/home.service';
import { listApps } from '@tandem/api/workspace/app/app.service';
import { listTeamChannels, readChannel, readChannels } from '@tandem/api/workspace/channel/channel.service';
import { listSpaces } from '@tandem/api/workspace/space/space.service';
import { unreadSince } from '@tandem/api/workspace/watch/watch.repo';
import { connect, type Database, type Db } from '@tandem/db';
import type { Tables } from '@tandem/db/tables/index';
import { makeColleague, makeWorkspace } from '@tandem/db/testing/factories/index';
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from '../harness/databases.ts';

/** A team of 5,000 channels in 200 apps, in chains five deep, each with two unread messages. */
const APPS = 200;
const CHANNELS = 25;

let store: { url: string; drop(): Promise<void> };
let database: Database;
let counted: Db;
let queries = 0;
let lastQuery: CompiledQuery | null = null;
let teamId: string;
let owner: { userId: number };
let member: { userId: number };
let guest: { userId: number };

beforeAll(async () => {
  store = await createDatabase();
  database = connect({ url: store.url });
  counted = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: database.pool }),
    log: ({ query }) => {
      queries += 1;
      lastQuery = query;
    },
  });
  const { db } = database;
  const { team, owner: first, space } = await makeWorkspace(db);
  teamId = team.id;
  owner = { userId: first.id };
  member = { userId: (await makeColleague(db, team.id)).id };
  guest = { userId: (await makeColleague(db, team.id, 'guest')).id };
  await sql`
    insert into "app" ("teamId", "spaceId", "type", "name", "creatorId", "sort")
    select ${teamId}, ${space.id}, 'chat', 'App ' || n, ${first.id}, 'b' || n from generate_series(2, ${APPS}) n`.execute(
    db,
  );
  await sql`
    with recursive "made" as (
      select gen_random_uuid() as "id", "id" as "appId", null::uuid as "parentId", array["id"] as "above", 1 as "step", n
      from "app", generate_series(1, ${CHANNELS / 5}) n where "teamId" = ${teamId}
      union all
      select gen_random_uuid(), "appId", "id", "id" || "above", "step" + 1, n from "made" where "step" < 5
    )
    insert into "channel" ("id", "teamId", "appId", "parentId", "kind", "creatorId", "sort", "accessPath", "teamLevel")
    select "id", ${teamId}, "appId", "parentId", 'chat', ${first.id}, 'a' || n, "id" || "above", 3 from "made"`.execute(
    db,
  );
  await sql`
    insert into "channel_head" ("channelId", "lastSeq", "messageCount") select "id", 2, 2 from "channel"`.execute(
    db,
  );
  await sql`
    insert into "grant" ("targetId", "userId", "teamId", "level")
    select "id", "creatorId", "teamId", 4 from "channel"`.execute(db);
  await sql`
    insert into "message" ("channelId", "teamId", "seq", "role", "parts", "revision", "authorId")
    select "id", "teamId", n, 'user', '[]', n, "creatorId" from "channel", generate_series(1, 2) n`.execute(
    db,
  );
  await sql`analyze`.execute(db);
});
afterAll(async () => {
  await database.close();
  await store.drop();
});

async function asked<T>(work: (db: Db) => Promise<T>): Promise<{ answer: T; queries: number }> {
  queries = 0;
  const answer = await work(counted);
  return { answer, queries };
}

it('reads a tree of 5,000 channels in one query, with levels, parents and unread counts', async () => {
  const { answer, queries } = await asked((db) => listTeamChannels(db, member, teamId));
  expect(queries).toBe(1);
  expect(answer).toHaveLength(APPS * CHANNELS);
  expect(answer.filter(({ parentId }) => parentId === null)).toHaveLength(APPS * (CHANNELS / 5));
  expect(new Set(answer.map(({ level, unread }) => `${level} ${unread}`))).toEqual(new Set(['edit 2']));
  const own = await asked((db) => listTeamChannels(db, owner, teamId));
  expect(own).toMatchObject({ queries: 1, answer: { length: APPS * CHANNELS } });
  expect(own.answer[0]).toMatchObject({ level: 'manage', unread: 0 });
  expect(await asked((db) => listTeamChannels(db, guest, teamId))).toEqual({ queries: 1, answer: [] });
});

it('checks 500 channels in one query', async () => {
  const ids = (await listTeamChannels(database.db, member, teamId)).map(({ id }) => id).slice(0, 500);
  const seen = await asked((db) => readChannels(db, member, ids));
  expect(seen).toMatchObject({ queries: 1, answer: { length: 500 } });
  expect(await asked((db) => readChannels(db, guest, ids))).toEqual({ queries: 1, answer: [] });
  expect((await asked((db) => readChannel(db, member, ids[0] as string))).queries).toBe(1);
});

it('never asks once per row elsewhere', async () => {
  expect(await asked((db) => listApps(db, member, teamId))).toMatchObject({
    queries: 1,
    answer: { length: APPS },
  });
  expect((await asked((db) => listSpaces(db, member, teamId))).queries).toBe(2);
  expect(await asked((db) => listRecent(db, member, teamId))).toMatchObject({
    queries: 1,
    answer: { length: 20 },
  });
  expect((await asked((db) => listUsers(db, guest, { teamId, role: 'guest' }))).queries).toBe(1);
});

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** Rows of a table that the last query looked at, each as often as it did. */
async function rowsLookedAt(table: string): Promise<number> {
  if (!lastQuery) throw new Error('nothing was asked');
  const { rows } = await database.pool.query(
    `explain (analyze, format json) ${lastQuery.sql}`,
    lastQuery.parameters as unknown[],
  );
  const count = (node: PlanNode): number => {
    const own = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
    const below = (node.Plans ?? []).reduce((sum, each) => sum + count(each), 0);
    return (node['Relation Name'] === table ? own : 0) + below;
  };
  return count(rows[0]['QUERY PLAN'][0].Plan);
}

it('counts recent activity without reading inactive channels', async () => {
  const { db } = database;
  const ids = (await listTeamChannels(db, member, teamId)).map(({ id }) => id);
  await sql`update "channel" set "activeAt" = now() - interval '1 day'`.execute(db);
  await sql`update "channel" set "activeAt" = now() where "id" = any(${ids.slice(0, 3)})`.execute(db);
  await db
    .insertInto('channel_read')
    .values([
      // Read lately, written in long ago.
      { userId: member.userId, channelId: ids[2] as string, lastReadSeq: 1 },
      { userId: member.userId, channelId: ids[10] as string, lastReadSeq: 2 },
      { userId: member.userId, channelId: ids[11] as string, openedAt: new Date(0) },
      { userId: owner.userId, channelId: ids[12] as string },
    ])
    .execute();
  await sql`analyze`.execute(db);
  const hour = 3_600;
  const { answer } = await asked((counting) => unreadSince(counting, member.userId, hour, 200));
  const found = new Map(answer.map(({ channelId, unread }) => [channelId, unread]));
  expect(found).toEqual(
    new Map([
      [ids[0], 2],
      [ids[1], 2],
      [ids[2], 1],
      [ids[10], 0],
    ]),
  );
  expect(await rowsLookedAt('channel')).toBeLessThan(50);
  // One who was away for long gets the newest, and no more than those are looked at.
  const { answer: newest } = await asked((counting) => unreadSince(counting, member.userId, 1e9, 20));
  expect(newest.map(({ channelId }) => channelId)).toEqual(expect.arrayContaining(ids.slice(0, 3)));
  expect(newest).toHaveLength(20);
  expect(await rowsLookedAt('channel')).toBeLessThan(500);
  expect(await unreadSince(db, guest.userId, hour, 200)).toEqual([]);
});
