import { randomUUID } from 'node:crypto';
import { signToken } from '@tandem/api/identity/session/token';
import { makeColleague, makeGrant, makeWorkspace } from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import type { TeamRole } from '@tandem/shared/team/schema';
import { sql } from 'kysely';
import type { Person, World } from './world.ts';

const APPS = 200;
const CHANNELS_EACH = 25;
const CHANNELS = APPS * CHANNELS_EACH;
const MESSAGES = 1_000_000;
/** Different words; how often each comes falls as its number grows. */
const VOCABULARY = 50_000;
const WORDS_EACH = 20;
/** Number of distinct messages; generating each one would take most of the time. */
const PHRASES = 20_000;
/** Enough that nobody reaches the rate limit per person. */
const READERS = 40;
/** Channels that a guest was granted. */
const GRANTED = 40;

/** The same world, seen from a team with a million messages in 5,000 channels. */
export interface BigTeam extends World {
  guests: Person[];
}

/** Fills its own team; takes two minutes. */
export async function makeBigTeam(world: World): Promise<BigTeam> {
  const { db } = world.database;
  const { team, space, owner } = await makeWorkspace(db);
  await sql`
    insert into "app" ("teamId", "spaceId", "type", "name", "creatorId", "sort", "revision")
    select ${team.id}::uuid, ${space.id}::uuid, 'chat', 'App ' || n, ${owner.id}::integer, 'b' || lpad(n::text, 4, '0'), 1
    from generate_series(1, ${APPS}::integer) as n`.execute(db);
  await sql`
    insert into "channel"
      ("id", "teamId", "appId", "kind", "name", "creatorId", "sort", "accessPath", "teamLevel", "revision")
    select "id", "teamId", "appId", 'chat', 'Channel ' || "number", ${owner.id}::integer,
      'a' || lpad("number"::text, 5, '0'), array["id", "appId"], 3, 1
    from (
      select ${channelId('"number"')} as "id", * from (
        select "app"."teamId", "app"."id" as "appId", row_number() over (order by "app"."sort", n) as "number"
        from "app", generate_series(1, ${CHANNELS_EACH}::integer) as n
        where "app"."teamId" = ${team.id} and "app"."name" like 'App %'
      ) as "numbered"
    ) as "made"`.execute(db);
  await sql`insert into "channel_head" ("channelId") select "id" from "channel" where "teamId" = ${team.id}
    on conflict do nothing`.execute(db);
  await say(world, team.id, owner.id);
  const people = await sign(world, team.id, 'member', READERS);
  const guests = await sign(world, team.id, 'guest', READERS);
  for (const { userId } of guests)
    for (let n = 1; n <= GRANTED; n++) {
      const { rows } = await sql<{ id: string }>`select ${channelId(`${n * 7}`)} as "id"`.execute(db);
      await makeGrant(db, { targetId: rows[0]?.id ?? '', userId, teamId: team.id, level: levelRank.view });
    }
  await sql`vacuum analyze`.execute(db);
  return { ...world, teamId: team.id, people, guests };
}

/** Ids follow from their numbers. */
function channelId(number: string) {
  return sql.raw(`md5('big channel ' || ${number})::uuid`);
}

/** Messages of common and rare words, a tenth of them with Chinese ones, and one word that went out of use. */
async function say({ database: { db } }: World, teamId: string, authorId: number): Promise<void> {
  await sql`
    create table "phrase" as
    select p as "number", (
      select string_agg('w' || floor(exp(random() * ln(${sql.lit(VOCABULARY)})))::integer, ' ')
      from generate_series(1, ${sql.lit(WORDS_EACH)}) where p >= 0
    ) as "words"
    from generate_series(0, ${sql.lit(PHRASES - 1)}) as p`.execute(db);
  await sql`
    insert into "message" ("id", "channelId", "teamId", "seq", "role", "authorId", "parts", "revision", "createdAt")
    select md5('big ' || n)::uuid, ${channelId(`(n % ${CHANNELS} + 1)`)}, ${teamId}::uuid, n, 'user',
      ${authorId}::integer, jsonb_build_array(jsonb_build_object('type', 'text', 'text', "words"
        || case when n % 10 = 0 then ' 搜索' else '' end
        || case when n % ${sql.lit(MESSAGES / 5)} = 7 then ' xylophone' else '' end
        || case when n % 5 = 0 and n < ${sql.lit(MESSAGES / 2)} then ' bygone' else '' end)),
      n, now() - (${MESSAGES}::integer - n) * interval '30 seconds'
    from generate_series(1, ${MESSAGES}::integer) as n
    join "phrase" on "phrase"."number" = n % ${sql.lit(PHRASES)}`.execute(db);
  await sql`drop table "phrase"`.execute(db);
  // The same words as the application would store, but by the database: the index is made after them.
  await sql`drop index "message_text_words"`.execute(db);
  await sql`
    insert into "message_text"
    select "id", "teamId", "channelId", "createdAt", array_to_tsvector(
      string_to_array("parts" -> 0 ->> 'text', ' ') || case when "seq" % 10 = 0 then array['索'] else '{}' end
    )
    from "message" where "teamId" = ${teamId} order by "seq"`.execute(db);
  await sql`create index "message_text_words" on "message_text" using gin ("words")
    with (gin_pending_list_limit = 512)`.execute(db);
}

async function sign(world: World, teamId: string, role: TeamRole, count: number): Promise<Person[]> {
  const { database, secretKey, installationId } = world;
  const people: Person[] = [];
  for (let i = 0; i < count; i++) {
    const { id: userId } = await makeColleague(database.db, teamId, role);
    const session = { id: randomUUID(), userId, expiresAt: new Date(Date.now() + 3_600_000) };
    await database.db
      .insertInto('session')
      .values({ ...session, userAgent: 'bench', ip: '' })
      .execute();
    people.push({ userId, token: await signToken({ secretKey, installationId }, session) });
  }
  return people;
}
