import { makeChannel } from '@tandem/db/testing/factories/index';
import { sql } from 'kysely';
import superjson from 'superjson';
import type { BareRoute } from './bare.ts';
import { load } from './load.ts';
import { startBare } from './reads.ts';
import { statementsOf } from './statements.ts';
import { type BenchRow, ms, perSecond, ratio } from './table.ts';
import type { World } from './world.ts';

const GRANTS = 1_000;
/** Enough that nobody reaches the rate limit per person. */
const READERS = 10;

/**
 * Lists what others shared with a person who has a thousand grants, compared with a bare Fastify that runs
 * the same SQL.
 */
export async function measureShares(world: World): Promise<BenchRow[]> {
  await grantMany(world);
  const tokens = world.people.slice(0, READERS).map(({ token }) => token);
  const routes: BareRoute[] = [
    { path: '/keyset', statements: await statementsOf(world, (call) => call.grant.shared({})), times: 1 },
    {
      path: '/numbered',
      statements: await statementsOf(world, (call) => call.grant.sharedPage({})),
      times: 1,
    },
  ];
  const bare = await startBare(world.database.url, routes);
  const input = encodeURIComponent(JSON.stringify(superjson.serialize({})));
  try {
    const rows: BenchRow[] = [];
    for (const [what, path, route] of [
      ['first page, tRPC', `/api/grant.shared?input=${input}`, '/keyset'],
      ['numbered page, REST', '/api/share/-/list', '/numbered'],
    ] as const) {
      const raw = await load({ url: bare.url + route });
      const ours = await load({ url: world.server.url + path, tokens });
      rows.push({
        what: `shared with me, ${GRANTS.toLocaleString('en')} grants: ${what}`,
        ours: `${perSecond(ours.rate)}, p50 ${ms(ours.p50)}`,
        against: `bare Fastify, same SQL: ${perSecond(raw.rate)}`,
        ratio: ratio(ours.rate, raw.rate),
      });
    }
    return rows;
  } finally {
    bare.child.kill();
  }
}

/** Gives the readers the owner's private channels, each by its own grant. */
async function grantMany({ database: { db }, appId, teamId, people }: World): Promise<void> {
  const creatorId = people.at(-1)?.userId ?? 0;
  const readers = people.slice(0, READERS);
  for (let i = 0; i < GRANTS; i++) {
    const channel = await makeChannel(db, { appId, creatorId, name: `Shared ${i}`, visibility: 'private' });
    await db
      .insertInto('grant')
      .values(
        readers.map(({ userId }) => ({
          targetId: channel.id,
          userId,
          teamId,
          level: 1,
          granterId: creatorId,
        })),
      )
      .execute();
  }
  // Autovacuum does this after a while.
  await sql`analyze "channel", "grant", "app", "member"`.execute(db);
}
