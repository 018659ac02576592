import { changesSince, pageOf } from '@tandem/api/content/message/changes';
import type { MessageReader } from '@tandem/api/content/message/message.presenter';
import { findBranchBelow } from '@tandem/api/content/message/path.repo';
import { messageHistory } from '@tandem/api/conversation/message/list';
import { connect, type Database, type Db } from '@tandem/db';
import type { Tables } from '@tandem/db/tables/index';
import { makeChannel, makeWorkspace } from '@tandem/db/testing/factories/index';
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../harness/databases.ts';

/** Messages of each conversation. */
const COUNT = 20_000;
/** Rows that one statement may read where a page is asked for: far fewer than the conversation has. */
const PAGE_READS = 6_000;

let store: { url: string; drop(): Promise<void> };
let database: Database;
let asked: CompiledQuery[] = [];
let db: Db;
let reader: MessageReader;

type Shape = 'chain' | 'siblings' | 'roots';
const channels = {} as Record<Shape, string>;

beforeAll(async () => {
  store = await createDatabase();
  database = connect({ url: store.url });
  db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: database.pool }),
    log: ({ query }) => {
      asked.push(query);
    },
  });
  const { team, owner, app } = await makeWorkspace(database.db);
  reader = { userId: owner.id, held: 'manage', channel: { kind: 'chat', archivedAt: null } };
  for (const shape of ['chain', 'siblings', 'roots'] as const) {
    const { id } = await makeChannel(database.db, { appId: app.id, creatorId: owner.id });
    channels[shape] = id;
    const parent = {
      chain: sql`case when n = 1 then null else md5(${id}::text || n - 1)::uuid end`,
      siblings: sql`case when n = 1 then null else md5(${id}::text || 1)::uuid end`,
      roots: sql`null::uuid`,
    }[shape];
    await sql`
      insert into "message" ("id", "channelId", "teamId", "parentId", "seq", "role", "authorId", "parts", "revision")
      select md5(${id}::text || n)::uuid, ${id}, ${team.id}, ${parent}, n, 'user', ${owner.id},
        '[{"type":"text","text":"A message"}]', n
      from generate_series(1, ${COUNT}) as n order by n`.execute(database.db);
    await sql`
      insert into "channel_head" ("channelId", "lastSeq", "revision", "messageCount")
      values (${id}, ${COUNT}, ${COUNT}, ${COUNT})
      on conflict ("channelId") do update set
        "lastSeq" = ${COUNT}, "revision" = ${COUNT}, "messageCount" = ${COUNT}`.execute(database.db);
  }
  // Commits here do not wait for the disk, and rows count as visible to all only once theirs are on it.
  await sql`checkpoint`.execute(database.db);
  await sql`vacuum analyze "message"`.execute(database.db);
});
afterAll(async () => {
  await database.close();
  await store.drop();
});

interface Plan {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** Rows that the statements of `work` read from tables and sorted, the most of any step; entries of an index apart. */
async function readBy(work: () => Promise<unknown>): Promise<{ rows: number; entries: number }> {
  asked = [];
  await work();
  const read = { rows: 0, entries: 0 };
  const visit = (plan: Plan) => {
    const each = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
    const isIndex = plan['Node Type'] === 'Index Only Scan' || plan['Node Type'] === 'Limit';
    read[isIndex ? 'entries' : 'rows'] = Math.max(read[isIndex ? 'entries' : 'rows'], each);
    for (const below of plan.Plans ?? []) visit(below);
  };
  for (const { sql: text, parameters } of [...asked]) {
    if (!/^\s*(select|with)/i.test(text)) continue;
    const { rows } = await database.pool.query(`explain (analyze, format json) ${text}`, [...parameters]);
    visit((rows[0]['QUERY PLAN'] as { Plan: Plan }[])[0]?.Plan as Plan);
  }
  return read;
}

describe.each<Shape>(['chain', 'siblings', 'roots'])('a conversation of 20,000 messages as %s', (shape) => {
  it('reads only the newest page for it', async () => {
    const { rows } = await readBy(() => pageOf(db, channels[shape]));
    expect(rows).toBeLessThan(PAGE_READS);
  });

  it('reads no more for a page far back', async () => {
    const { rows } = await readBy(() => pageOf(db, channels[shape], { before: 500 }));
    expect(rows).toBeLessThan(PAGE_READS);
  });

  it('skips pages before a numbered one without reading their messages', async () => {
    const page = { currentPage: 390, pageSize: 50 };
    const { rows, entries } = await readBy(() => messageHistory(db, reader, channels[shape], page));
    expect(rows).toBeLessThan(PAGE_READS);
    expect(entries).toBeLessThanOrEqual(COUNT);
  });

  it('reads only recent changes', async () => {
    const { rows } = await readBy(() => changesSince(db, channels[shape], COUNT - 10));
    expect(rows).toBeLessThan(PAGE_READS);
  });

  it('follows a branch without reading every alternative', async () => {
    const first = await database.db
      .selectFrom('message')
      .select('id')
      .where('channelId', '=', channels[shape])
      .where('seq', '=', shape === 'chain' ? COUNT - 20 : 1)
      .executeTakeFirstOrThrow();
    let below: string[] = [];
    const { rows } = await readBy(async () => {
      below = await findBranchBelow(db, first.id);
    });
    expect(below).toHaveLength({ chain: 20, siblings: 1, roots: 0 }[shape]);
    expect(rows).toBeLessThan(100);
  });

  it('returns the nearest alternatives of a message, and at most a hundred', async () => {
    const { rows } = await pageOf(db, channels[shape], { before: 10_000, limit: 1 });
    const [message] = rows;
    const siblings = message?.siblings ?? [];
    expect(siblings).toContain(message?.id);
    expect(siblings.length).toBe(shape === 'chain' ? 1 : 100);
    const seqs = await database.db.selectFrom('message').select('seq').where('id', 'in', siblings).execute();
    const sorted = seqs.map(({ seq }) => Number(seq)).sort((a, b) => a - b);
    if (shape !== 'chain') expect(sorted).toEqual(Array.from({ length: 100 }, (_, index) => 9_950 + index));
  });
});
