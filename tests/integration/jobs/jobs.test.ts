import type { JobDefinition, Jobs } from '@tandem/api/core/jobs';
import { createJobs } from '@tandem/api/core/jobs/pg-boss';
import type { Logger } from '@tandem/api/core/log';
import type { Platform } from '@tandem/api/core/platform';
import { connect, type Database, transaction } from '@tandem/db';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from '../harness/databases.ts';

const log: Logger = { error() {}, warn() {}, info() {}, debug() {}, child: () => log };
const platform = { log } as Platform;

let created: Awaited<ReturnType<typeof createDatabase>>;
let database: Database;
let jobs: Jobs;
const ran: unknown[] = [];
let failures = 0;

const definitions: JobDefinition[] = [
  {
    name: 'note',
    async run(given, payload) {
      expect(given).toBe(platform);
      ran.push(payload);
    },
  },
  {
    name: 'fails-once',
    async run(_platform, payload) {
      failures += 1;
      if (failures === 1) throw new Error('on purpose');
      ran.push(payload);
    },
  },
  {
    name: 'fails-always',
    run: () => Promise.reject(new Error('on purpose')),
    async giveUp(given, payload) {
      expect(given).toBe(platform);
      ran.push(payload);
    },
  },
  { name: 'nightly', cron: '15 3 * * *', run: async () => {} },
];

beforeAll(async () => {
  created = await createDatabase();
  database = connect({ url: created.url });
  jobs = await createJobs(database, definitions, platform);
});
afterAll(async () => {
  await jobs.close();
  await database.close();
  await created.drop();
});

const until = (isTrue: () => boolean, timeout = 10_000) =>
  expect.poll(isTrue, { timeout, interval: 10 }).toBe(true);
const hasRun = (key: string) => ran.some((payload) => JSON.stringify(payload).includes(key));

it('a job runs soon after the commit that made it', async () => {
  await transaction(database.db, (tx) => jobs.enqueue(tx, 'note', { key: 'committed' }));
  const committedAt = Date.now();
  await until(() => hasRun('committed'));
  expect(Date.now() - committedAt).toBeLessThan(1_500);
});

it('a job whose transaction rolled back never existed', async () => {
  const broken = transaction(database.db, async (tx) => {
    await jobs.enqueue(tx, 'note', { key: 'rolled back' });
    throw new Error('no');
  });
  await expect(broken).rejects.toThrow('no');
  await jobs.enqueue(database.db, 'note', { key: 'after' });
  await until(() => hasRun('after'));
  expect(hasRun('rolled back')).toBe(false);
});

it('a burst of 200 does not wait for the slow poll', async () => {
  const startedAt = Date.now();
  await transaction(database.db, async (tx) => {
    for (let n = 0; n < 200; n++) await jobs.enqueue(tx, 'note', { burst: n });
  });
  const burst = () => ran.filter((payload) => typeof (payload as { burst?: number }).burst === 'number');
  await until(() => burst().length === 200, 20_000);
  expect(Date.now() - startedAt).toBeLessThan(15_000);
  expect(new Set(burst().map((payload) => (payload as { burst: number }).burst)).size).toBe(200);
});

it('a failed job is retried', async () => {
  await jobs.enqueue(database.db, 'fails-once', { key: 'second try' });
  await until(() => hasRun('second try'), 20_000);
  expect(failures).toBe(2);
});

it('a job whose last attempt failed is given up', async () => {
  await transaction(database.db, async (tx) => {
    await jobs.enqueue(tx, 'fails-always', { key: 'given up' });
    await sql`update job.job set retry_limit = 0 where name = 'fails-always'`.execute(tx);
  });
  await until(() => hasRun('given up'), 20_000);
});

it('a job whose process died runs again at once where no other server can exist', async () => {
  const held = await createDatabase();
  const own = connect({ url: held.url });
  const [note] = definitions as [JobDefinition];
  const first = await createJobs(own, [note], platform);
  await first.close();
  // As a killed process leaves it: taken a moment ago, with a heartbeat that is not over.
  const key = 'of a dead process';
  await first.enqueue(own.db, 'note', { key });
  await sql`update job.job set state = 'active', started_on = now(), heartbeat_on = now(), heartbeat_seconds = 600
    where name = 'note'`.execute(own.db);
  const startedAt = Date.now();
  const second = await createJobs(own, [note], platform, { onlyServer: true });
  await until(() => hasRun(key));
  expect(Date.now() - startedAt).toBeLessThan(5_000);
  const { rows } = await sql`select retry_count from job.job where name = 'note'`.execute(own.db);
  expect(rows).toEqual([{ retry_count: 1 }]);
  await second.close();
  await own.close();
  await held.drop();
});

it('a job can be delayed', async () => {
  const startedAt = Date.now();
  await jobs.enqueue(database.db, 'note', { key: 'later' }, { startAfterSeconds: 2 });
  await until(() => hasRun('later'), 40_000);
  expect(Date.now() - startedAt).toBeGreaterThan(1_500);
}, 45_000);

it('recurring work is scheduled, and removed with its definition', async () => {
  const schedules = async () => {
    const { rows } = await sql<{ name: string; cron: string }>`select name, cron from job.schedule`.execute(
      database.db,
    );
    return rows;
  };
  expect(await schedules()).toEqual([{ name: 'nightly', cron: '15 3 * * *' }]);
  const later = await createJobs(database, [], platform);
  await later.close();
  expect(await schedules()).toEqual([]);
});

it('an unknown job is an error of ours', async () => {
  await expect(jobs.enqueue(database.db, 'unheard-of', {})).rejects.toThrow('no such job');
});

it('reports whether it is responsive', async () => {
  expect(await jobs.ready()).toBe(true);
  const other = await createJobs(database, [], platform);
  await other.close();
  expect(await other.ready()).toBe(false);
});
