import { randomUUID } from 'node:crypto';
import { signToken } from '@tandem/api/identity/session/token';
import type { Database } from '@tandem/db';
import { makeChannel, makeColleague, makeMessage, makeWorkspace } from '@tandem/db/testing/factories/index';
import { sql } from 'kysely';
import { type FakeProvider, startFakeProvider } from '../fakes/provider/server.ts';
import { type RunningServer, startServerProcess } from '../running/server.ts';
import { type StampProvider, startStampProvider } from './stamps.ts';

const SECRET_KEY = 'the bench signs its own sessions with this key';
/** Enough that no one person reaches the rate limit. */
const PEOPLE = 600;
/** Messages of the long channel. */
export const LONG_HISTORY = 2_000;
/** Pace of an answer in a channel: that of a fast model. */
export const STAMPS = { tokens: 400, everyMs: 20 };

export interface Person {
  userId: number;
  token: string;
}

/** A running server, a provider behind it, a team of many people and two channels to read. */
export interface World {
  server: RunningServer;
  provider: FakeProvider;
  /** Another, whose tokens say when they were sent. */
  stamps: StampProvider;
  database: Database;
  secretKey: string;
  installationId: string;
  people: Person[];
  appId: string;
  teamId: string;
  /** Channels with a hundred messages and with `LONG_HISTORY`. */
  short: string;
  long: string;
  close(): Promise<void>;
}

/** Brings everything up; takes most of a minute. */
export async function makeWorld(): Promise<World> {
  const provider = await startFakeProvider();
  const stamps = await startStampProvider(STAMPS.tokens, STAMPS.everyMs);
  const server = await startServerProcess({
    SECRET_KEY,
    OPENAI_BASE_URL: provider.url,
    OPENAI_API_KEY: 'bench',
    PROVIDER_PRIVATE_HOSTS: [provider.url, stamps.url].map((url) => new URL(url).host).join(','),
    LOG_LEVEL: 'error',
  });
  const database = await server.database();
  const { db } = database;
  const { id: installationId } = await db.selectFrom('installation').select('id').executeTakeFirstOrThrow();
  const { team, app, owner } = await makeWorkspace(db);
  const place = { appId: app.id, creatorId: owner.id };
  const short = await makeChannel(db, place);
  for (let i = 0; i < 100; i++)
    await makeMessage(db, { channelId: short.id, text: `Message ${i}`, authorId: owner.id });
  const long = await makeChannel(db, place);
  await fill(database, long.id, team.id, owner.id);

  const people: Person[] = [];
  for (let i = 0; i < PEOPLE; i++) {
    const { id: userId } = await makeColleague(db, team.id);
    const session = { id: randomUUID(), userId, expiresAt: new Date(Date.now() + 3_600_000) };
    await db
      .insertInto('session')
      .values({ ...session, userAgent: 'bench', ip: '' })
      .execute();
    people.push({ userId, token: await signToken({ secretKey: SECRET_KEY, installationId }, session) });
  }
  return {
    server,
    provider,
    stamps,
    database,
    secretKey: SECRET_KEY,
    installationId,
    people,
    appId: app.id,
    teamId: team.id,
    short: short.id,
    long: long.id,
    async close() {
      await server.dispose();
      await provider.close();
      await stamps.close();
    },
  };
}

/** Ids follow from their numbers, so that one statement can name each message's parent. */
async function fill({ db }: Database, channelId: string, teamId: string, authorId: number): Promise<void> {
  const id = (n: string) => sql.raw(`md5('bench ' || ${n})::uuid`);
  await sql`
    insert into "message" ("id", "parentId", "channelId", "teamId", "seq", "role", "authorId", "parts", "revision")
    select ${id('n')}, case when n > 1 then ${id('(n - 1)')} end, ${channelId}::uuid, ${teamId}::uuid, n, 'user',
      ${authorId}::integer, jsonb_build_array(jsonb_build_object('type', 'text', 'text', 'Message ' || n)), n
    from generate_series(1, ${LONG_HISTORY}::integer) as n`.execute(db);
  await db
    .updateTable('channel_head')
    .set({ revision: LONG_HISTORY, lastSeq: LONG_HISTORY, messageCount: LONG_HISTORY })
    .where('channelId', '=', channelId)
    .execute();
  await sql`vacuum analyze "message"`.execute(db);
}
