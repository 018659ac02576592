import { appSorts } from '@tandem/shared/app/administration';
import { plusDays } from '@tandem/shared/statistic/schema';
import { memberSorts } from '@tandem/shared/team/roster';
import superjson from 'superjson';
import { adminTeamOf, MANY } from './admin-team.ts';
import type { BareRoute } from './bare.ts';
import { load } from './load.ts';
import { startBare } from './reads.ts';
import { type Caller, statementsOf } from './statements.ts';
import { type BenchRow, ms, ratio } from './table.ts';
import type { World } from './world.ts';

/** Longest acceptable response time of the server. */
const TARGET_MS = 100;
const SECONDS = 2;

interface Call {
  what: string;
  procedure: string;
  input: object;
  make(caller: Caller): Promise<unknown>;
}

/** The administrators' overview, over a million usage rows. */
export function measureOverview(world: World): Promise<BenchRow[]> {
  const today = new Date().toISOString().slice(0, 10);
  return measureCalls(
    world,
    [7, 30, 90, 365].map((days) => {
      const input = { from: plusDays(today, 1 - days), to: today };
      return {
        what: `overview of ${days} days, a million usage rows`,
        procedure: 'statistic.total',
        input,
        make: (caller) => caller.statistic.total(input),
      };
    }),
  );
}

/** The administrators' lists of apps and people: a first page by every column, a search, and a page far behind. */
export function measureAdministration(world: World): Promise<BenchRow[]> {
  const many = MANY.toLocaleString('en');
  const pagination = { currentPage: MANY / 100 - 1, pageSize: 100 };
  const apps = (what: string, input: object): Call => ({
    what: `${many} apps ${what}`,
    procedure: 'app.administered',
    input,
    make: (caller) => caller.app.administered(input),
  });
  const people = (what: string, input: object): Call => ({
    what: `${many} people ${what}`,
    procedure: 'team.roster',
    input,
    make: (caller) => caller.team.roster(input),
  });
  return measureCalls(world, [
    ...appSorts.map((sort) => apps(`by ${sort}`, { sort, direction: 'desc' })),
    apps('with a name', { query: 'abc' }),
    apps('in the archive, by cost', { state: 'archived', sort: 'cost', direction: 'desc' }),
    {
      ...apps('by size, a page far behind', { sort: 'size', pagination }),
      procedure: 'app.administeredPage',
      make: (caller) => caller.app.administeredPage({ sort: 'size', pagination }),
    },
    ...memberSorts.map((sort) => people(`by ${sort}`, { sort, direction: 'desc' })),
    people('with a name', { query: 'abc' }),
    people('who are guests, by cost', { role: 'guest', sort: 'cost', direction: 'desc' }),
  ]);
}

/** One caller at a time, beside a bare Fastify that runs the same SQL, one statement after another. */
async function measureCalls(world: World, calls: Call[]): Promise<BenchRow[]> {
  const { tokens } = await adminTeamOf(world);
  const routes: BareRoute[] = [];
  for (const [index, { make }] of calls.entries())
    routes.push({ path: `/${index}`, statements: await statementsOf(world, make, tokens[0]), times: 1 });
  const bare = await startBare(world.database.url, routes);
  try {
    const rows: BenchRow[] = [];
    for (const [index, { what, procedure, input }] of calls.entries()) {
      const asked = encodeURIComponent(JSON.stringify(superjson.serialize(input)));
      const raw = await load({ url: `${bare.url}/${index}` }, 1, SECONDS);
      const ours = await load(
        { url: `${world.server.url}/api/${procedure}?input=${asked}`, tokens },
        1,
        SECONDS,
      );
      rows.push({
        what,
        ours: `p50 ${ms(ours.p50)}, p99 ${ms(ours.p99)}`,
        against: `bare Fastify, same SQL: p50 ${ms(raw.p50)}; at most ${TARGET_MS} ms`,
        ratio: ratio(ours.rate, raw.rate),
      });
    }
    return rows;
  } finally {
    bare.child.kill();
  }
}
