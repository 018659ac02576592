import { randomUUID } from 'node:crypto';
import { sumUpTo } from '@tandem/api/administration/statistic/statistic.jobs';
import { signToken } from '@tandem/api/identity/session/token';
import { makeColleague, makeWorkspace } from '@tandem/db/testing/factories/index';
import { plusDays } from '@tandem/shared/statistic/schema';
import { sql } from 'kysely';
import type { World } from './world.ts';

export const MANY = 10_000;
const CHANNELS_EACH = 5;
const GRANTS_EACH = 4;
const SESSIONS_EACH = 2;
const ROWS = 1_000_000;
const DAYS = 365;
/** Numbers of the ten thousand people who use assistants, of the apps they use, and of models. */
const USERS = 2_000;
const USED_APPS = 500;
const MODELS = 8;
/** Enough that nobody reaches the rate limit per person. */
const ADMINISTRATORS = 40;

export interface AdminTeam {
  teamId: string;
  /** Tokens of its administrators. */
  tokens: string[];
}

const made = new WeakMap<World, Promise<AdminTeam>>();

/** The same team for every part of the bench. */
export function adminTeamOf(world: World): Promise<AdminTeam> {
  const team = made.get(world) ?? makeAdminTeam(world);
  made.set(world, team);
  return team;
}

/** A team of ten thousand people and apps, with a year of a million usage rows and of a million messages. */
export async function makeAdminTeam({
  database: { db },
  secretKey,
  installationId,
}: Pick<World, 'database' | 'secretKey' | 'installationId'>): Promise<AdminTeam> {
  const { team, space, owner, app } = await makeWorkspace(db);
  const teamId = team.id;
  await sql`
    with "new" as (
      insert into "user" ("email", "name")
      select 'person' || n || '@bench.test', 'Person ' || md5(n::text) from generate_series(1, ${MANY}::integer) n
      returning "id"
    )
    insert into "member" ("teamId", "userId", "role", "createdAt")
    select ${teamId}::uuid, "id", 'member', now() - random() * interval '400 days' from "new"`.execute(db);
  await sql`
    update "member" set "role" = case "userId" % 10 when 0 then 'guest' else 'member' end,
      "suspendedAt" = case when "userId" % 50 = 0 then now() end
    where "teamId" = ${teamId} and "role" = 'member'`.execute(db);
  await sql`
    insert into "session" ("id", "userId", "userAgent", "ip", "expiresAt", "lastSeenAt")
    select gen_random_uuid(), "userId", 'bench', '', now() + interval '1 day', now() - random() * interval '30 days'
    from "member", generate_series(1, ${SESSIONS_EACH}::integer) where "teamId" = ${teamId}`.execute(db);
  await sql`
    insert into "app"
      ("teamId", "spaceId", "type", "name", "creatorId", "sort", "revision", "visibility", "createdAt")
    select ${teamId}::uuid, ${space.id}::uuid, 'chat', 'App ' || md5(n::text), ${owner.id}::integer,
      'b' || lpad(n::text, 5, '0'), 1, case when n % 3 = 0 then 'private' else 'team' end,
      now() - random() * interval '400 days'
    from generate_series(1, ${MANY}::integer) as n`.execute(db);
  await sql`
    update "app" set "archivedAt" = now(), "ownerId" = ${owner.id}::integer
    where "teamId" = ${teamId} and right("sort", 1) = '7'`.execute(db);
  await sql`
    insert into "grant" ("teamId", "targetId", "userId", "level")
    select ${teamId}::uuid, "app"."id", "ids"[1 + (("place" * 7 + n * 997) % ${MANY})], 3
    from (
      select "id", row_number() over (order by "sort") as "place" from "app" where "teamId" = ${teamId}
    ) as "app", generate_series(1, ${GRANTS_EACH}::integer) as n,
      (select array_agg("userId" order by "userId") as "ids" from "member" where "teamId" = ${teamId}) as "people"
    on conflict do nothing`.execute(db);
  await sql`
    insert into "channel" ("teamId", "appId", "kind", "name", "creatorId", "sort", "accessPath", "teamLevel",
      "revision", "createdAt", "activeAt")
    select "teamId", "id", 'chat', 'Channel', ${owner.id}::integer, 'a' || n, array["id"], 3, 1,
      "made", "made" + random() * (now() - "made")
    from (
      select *, "createdAt" + random() * (now() - "createdAt") as "made" from "app" where "teamId" = ${teamId}
    ) as "app", generate_series(1, ${CHANNELS_EACH}::integer) n`.execute(db);
  await sql`
    insert into "channel_head" ("channelId", "messageCount") select "id", (random() * 40)::integer from "channel"
    where "teamId" = ${teamId} on conflict do nothing`.execute(db);
  await sql`
    insert into "file" ("teamId", "uploaderId", "channelId", "name", "mediaType", "size", "hash")
    select ${teamId}::uuid, ${owner.id}::integer, "id", 'file', 'text/plain', (random() * 1000000)::integer, md5("id"::text)
    from "channel" where "teamId" = ${teamId} and random() < 0.5`.execute(db);
  const { rows } = await sql<{ id: string }>`
    select "id" from "channel" where "teamId" = ${teamId} limit 1`.execute(db);
  await sql`
    insert into "message" ("channelId", "teamId", "seq", "role", "authorId", "parts", "revision", "createdAt")
    select ${rows[0]?.id}::uuid, ${teamId}::uuid, n, 'user', ${owner.id}::integer, '[]', n,
      now() - (${ROWS}::integer - n) * interval '31 seconds'
    from generate_series(1, ${ROWS}::integer) as n`.execute(db);
  await use(db, { teamId, appId: app.id });
  await sumUpTo(db, plusDays(new Date().toISOString().slice(0, 10), -1));
  await sql`vacuum analyze`.execute(db);
  const tokens: string[] = [];
  for (let i = 0; i < ADMINISTRATORS; i++) {
    const { id: userId } = await makeColleague(db, teamId, 'admin');
    const session = { id: randomUUID(), userId, expiresAt: new Date(Date.now() + 3_600_000) };
    await db
      .insertInto('session')
      .values({ ...session, userAgent: 'bench', ip: '' })
      .execute();
    tokens.push(await signToken({ secretKey, installationId }, session));
  }
  return { teamId, tokens };
}

/** Usage rows as turns leave them, and by day as it is written with them. */
async function use(db: World['database']['db'], { teamId, appId }: { teamId: string; appId: string }) {
  await sql`
    insert into "usage" ("teamId", "userId", "appId", "model", "provider", "kind", "status", "inputTokens",
      "outputTokens", "cost", "isPriced", "firstTokenMs", "durationMs", "createdAt")
    select ${teamId}::uuid, "people"."ids"[1 + floor(power(random(), 2) * ${USERS})], coalesce(
        "apps"."ids"[1 + floor(power(random(), 2) * ${USED_APPS})], ${appId}::uuid
      ),
      'model ' || floor(random() * ${MODELS}), 'bench', 'chat', case when n % 50 = 0 then 'failed' else 'done' end,
      1000 + n % 3000, 300 + n % 700, (random() * 2000000)::integer, true, 400 + n % 300, 4000 + n % 3000,
      now() - random() * ${DAYS} * interval '1 day'
    from generate_series(1, ${ROWS}::integer) n,
      (select array_agg("userId" order by "userId") as "ids" from "member" where "teamId" = ${teamId}) as "people",
      (select array_agg("id" order by "sort") as "ids" from "app" where "teamId" = ${teamId}) as "apps"`.execute(
    db,
  );
  await sql`
    insert into "usage_day" ("teamId", "day", "userId", "appId", "modelId", "turns", "failures", "inputTokens",
      "outputTokens", "cost", "firstTokenMs", "firstTokens", "durationMs", "durations")
    select "teamId", ("createdAt" at time zone 'UTC')::date, "userId", "appId", md5("model")::uuid, count(*),
      count(*) filter (where "status" = 'failed'), sum("inputTokens"), sum("outputTokens"), sum("cost"),
      sum("firstTokenMs"), count(*), sum("durationMs"), count(*)
    from "usage" where "teamId" = ${teamId} group by 1, 2, 3, 4, 5 order by 2`.execute(db);
}
