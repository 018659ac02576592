import { copyPath } from '@tandem/api/content/message/copy.repo';
import { connect, type Database } from '@tandem/db';
import { makeChannel, makeWorkspace } from '@tandem/db/testing/factories/index';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from '../harness/databases.ts';

/** Messages, each with a file of its own: looking for every file in every message took most of a minute. */
const COUNT = 8_000;

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

it('a path of 8,000 messages with files is copied within seconds, each with its own', async () => {
  const { db } = database;
  const { team, owner, app } = await makeWorkspace(db);
  const [from, to] = await Promise.all(
    [1, 2].map(() => makeChannel(db, { appId: app.id, creatorId: owner.id })),
  );
  if (!from || !to) throw new Error('no channels');
  await sql`
    insert into "file" ("id", "teamId", "uploaderId", "channelId", "name", "mediaType", "size", "hash")
    select md5(${from.id}::text || n)::uuid, ${team.id}, ${owner.id}, ${from.id}, 'File ' || n, 'text/plain', 1,
      encode(sha256(n::text::bytea), 'hex')
    from generate_series(1, ${COUNT}) as n`.execute(db);
  await sql`
    insert into "message" ("id", "channelId", "teamId", "seq", "role", "authorId", "parts", "revision")
    select gen_random_uuid(), ${from.id}, ${team.id}, n, 'user', ${owner.id},
      jsonb_build_array(
        jsonb_build_object('type', 'text', 'text', 'Message ' || n),
        jsonb_build_object('type', 'file', 'name', 'File ' || n,
          'url', '/api/files/' || md5(${from.id}::text || n)::uuid || '/content')
      ), n
    from generate_series(1, ${COUNT}) as n`.execute(db);
  const copied = await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '8s'`.execute(tx);
    return copyPath(tx, { from: from.id, to: to.id, untilSeq: COUNT });
  });
  expect(Number(copied)).toBe(COUNT);
  const { rows } = await sql<{ right: number; all: number }>`
    select count(*)::int as "all", count(*) filter (
      where "parts" -> 0 ->> 'text' = 'Message ' || "seq" and "file"."name" = 'File ' || "seq"
    )::int as "right"
    from "message" left join "file" on "file"."channelId" = ${to.id}
      and "parts" -> 1 ->> 'url' = '/api/files/' || "file"."id" || '/content'
    where "message"."channelId" = ${to.id} and "seq" in (1, 2, ${COUNT})`.execute(db);
  expect(rows).toEqual([{ all: 3, right: 3 }]);
});
