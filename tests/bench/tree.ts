import { sql } from 'kysely';
import superjson from 'superjson';
import type { BareRoute } from './bare.ts';
import { load } from './load.ts';
import { startBare } from './reads.ts';
import { statementsOf } from './statements.ts';
import { type BenchRow, ms, perSecond, ratio } from './table.ts';
import type { World } from './world.ts';

const DOCUMENTS = 5_000;
/** Documents beneath one parent; each of those is the parent of as many again. */
const BRANCHES = 20;
const READERS = 10;

/**
 * The whole tree of a team with thousands of nested documents, compared with a bare Fastify that runs the
 * same SQL.
 */
export async function measureTree(world: World): Promise<BenchRow[]> {
  await plant(world);
  const tokens = world.people.slice(0, READERS).map(({ token }) => token);
  const statements = await statementsOf(world, (call) => call.team.tree({}));
  const routes: BareRoute[] = [{ path: '/tree', statements, times: 1 }];
  const bare = await startBare(world.database.url, routes);
  const input = encodeURIComponent(JSON.stringify(superjson.serialize({})));
  try {
    const raw = await load({ url: `${bare.url}/tree` });
    const ours = await load({ url: `${world.server.url}/api/team.tree?input=${input}`, tokens });
    return [
      {
        what: `tree of ${DOCUMENTS.toLocaleString('en')} documents, ${statements.length} statements with sign-in`,
        ours: `${perSecond(ours.rate)}, p50 ${ms(ours.p50)}`,
        against: `bare Fastify, same SQL: ${perSecond(raw.rate)}, p50 ${ms(raw.p50)}`,
        ratio: ratio(ours.rate, raw.rate),
      },
    ];
  } finally {
    bare.child.kill();
  }
}

/** Ids follow from their numbers, so that one statement can name each document's parent. */
async function plant({ database: { db }, appId, teamId, short, people }: World): Promise<void> {
  const id = (n: string) => sql.raw(`md5('tree ' || (${n}))::uuid`);
  const creatorId = people[0]?.userId ?? 0;
  await sql`
    with recursive "tree"("n", "path") as (
      select "n", array[${id('"n"')}, ${appId}::uuid] from generate_series(1, ${BRANCHES}::integer) as "n"
      union all
      select "child"."n", ${id('"child"."n"')} || "tree"."path" from "tree"
      cross join lateral generate_series("tree"."n" * ${BRANCHES}::integer + 1, least(${DOCUMENTS}::integer, ("tree"."n" + 1) * ${BRANCHES}::integer)) as "child"("n")
    )
    insert into "channel"
      ("id", "teamId", "appId", "parentId", "kind", "name", "sort", "creatorId", "accessPath", "teamLevel")
    select "tree"."path"[1], ${teamId}::uuid, ${appId}::uuid,
      case when "n" > ${BRANCHES}::integer then "tree"."path"[2] end,
      'document', 'Document ' || "n", lpad("n"::text, 6, '0'), ${creatorId}::integer, "tree"."path", "like"."teamLevel"
    from "tree" cross join "channel" as "like" where "like"."id" = ${short}::uuid`.execute(db);
  await sql`analyze "channel"`.execute(db);
}
