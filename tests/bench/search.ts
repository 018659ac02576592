import superjson from 'superjson';
import type { BareRoute } from './bare.ts';
import { type BigTeam, makeBigTeam } from './big-team.ts';
import { type Load, load } from './load.ts';
import { startBare } from './reads.ts';
import { statementsOf } from './statements.ts';
import { type BenchRow, ms, ratio } from './table.ts';
import type { World } from './world.ts';

const LIMIT = 10;

/** The queries, and the words for the direct SQL. */
const queries = [
  { what: 'rare word', query: 'xylophone', words: "'xylophone':*" },
  { what: 'common word', query: 'w7', words: "'w7':*" },
  { what: 'two words', query: 'w77 w5', words: "'w77' & 'w5':*" },
  { what: 'Chinese', query: '搜索', words: "'搜索'" },
  { what: 'nothing', query: 'nowhere', words: "'nowhere':*" },
  { what: 'word of old times', query: 'bygone', words: "'bygone':*" },
];

function bareSearch(teamId: string, words: string): string {
  return `select m."id", m."parts", m."createdAt" from "message_text" t join "message" m on m."id" = t."messageId"
    where t."teamId" = '${teamId}' and t."words" @@ '${words.replaceAll("'", "''")}'::tsquery
    order by t."createdAt" desc limit ${LIMIT + 1}`;
}

/**
 * Searches a million messages in 5,000 channels, one query at a time, compared with a bare Fastify whose SQL
 * finds the same messages, in PostgreSQL's own order and plan, without rights; and loads the whole tree.
 */
export async function measureSearch(world: World): Promise<BenchRow[]> {
  const team = await makeBigTeam(world);
  const routes: BareRoute[] = queries.map(({ words }, i) => ({
    path: `/search${i}`,
    statements: [{ sql: bareSearch(team.teamId, words), parameters: [] }],
    times: 1,
  }));
  routes.push({
    path: '/tree',
    statements: await statementsOf(team, (call) => call.team.tree({})),
    times: 1,
  });
  const bare = await startBare(world.database.url, routes);
  const ask = (procedure: string, value: unknown, by: BigTeam['people']) => {
    const input = encodeURIComponent(JSON.stringify(superjson.serialize(value)));
    const url = `${world.server.url}/api/${procedure}?input=${input}`;
    return load({ url, tokens: by.map(({ token }) => token) }, 1);
  };
  const row = (what: string, ours: Load, raw: Load, against: string): BenchRow => ({
    what,
    ours: `p50 ${ms(ours.p50)}, p99 ${ms(ours.p99)}`,
    against: `${against}: p50 ${ms(raw.p50)}`,
    ratio: ratio(Math.max(1, ours.p50), Math.max(1, raw.p50)),
  });
  try {
    const rows: BenchRow[] = [];
    for (const [i, { what, query }] of queries.entries()) {
      const input = { query, kinds: ['message'], limit: LIMIT };
      const raw = await load({ url: `${bare.url}/search${i}` }, 1);
      const against = 'bare SQL, no access';
      rows.push(row(`search, ${what}`, await ask('search.find', input, team.people), raw, against));
      if (what === 'common word')
        rows.push(
          row('search, common word, a guest', await ask('search.find', input, team.guests), raw, against),
        );
    }
    const names = { query: 'channel 9', limit: LIMIT };
    const every = await ask('search.find', names, team.people);
    const raw = await load({ url: `${bare.url}/search1` }, 1);
    rows.push(row('search, every kind', every, raw, 'bare SQL, messages only'));
    rows.push(
      row(
        'tree of 5,000 channels, whole',
        await ask('team.tree', {}, team.people),
        await load({ url: `${bare.url}/tree` }, 1),
        'bare Fastify, same SQL',
      ),
    );
    return rows;
  } finally {
    bare.child.kill();
  }
}
