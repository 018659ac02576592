import type { Database } from '@tandem/db';
import { sql } from 'kysely';
import { fromKysely, type Job, type JobResult, PgBoss } from 'pg-boss';
import type { JobDefinition, Jobs } from '../jobs.ts';
import type { Platform } from '../platform.ts';

/** The queue has its own schema, created and migrated by the library. */
const SCHEMA = 'job';
const RETRY = { retryLimit: 5, retryDelay: 2, retryBackoff: true, retryDelayMax: 300 };
/** Jobs a process takes at once and runs concurrently. */
const BATCH_SIZE = 5;
/**
 * New jobs are announced by NOTIFY; retries and delayed jobs become due silently, and wait for the next poll.
 */
const POLL_SECONDS = 5;
/** How often jobs are looked for whose process died. */
const SUPERVISE_SECONDS = 15;
/** Milliseconds a running job may take when the server stops; then it is retried elsewhere. */
const STOP_TIMEOUT_MS = 5_000;
const READY_TIMEOUT_MS = 2_000;

/**
 * Opens the queue, with one worker per definition. `platform` is passed to jobs when they run, so it may
 * still be incomplete at this call.
 * @param options.onlyServer whether no other server can exist, so that running jobs are those of a process that died
 * @throws when the database cannot be reached
 */
export async function createJobs(
  database: Database,
  definitions: readonly JobDefinition[],
  platform: Platform,
  { onlyServer = false }: { onlyServer?: boolean } = {},
): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: database.url,
    schema: SCHEMA,
    application_name: 'tandem jobs',
    max: 3,
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  });
  boss.on('error', (err) => platform.log.warn({ err }, 'the job queue had an error'));
  boss.on('warning', ({ message, data }) => platform.log.warn({ data }, `job queue: ${message}`));
  await boss.start();
  if (onlyServer) await retryAbandoned(boss, database);
  for (const definition of definitions) await open(boss, definition, platform);
  await dropOldSchedules(boss, definitions);
  const names = new Set(definitions.map(({ name }) => name));

  return {
    async enqueue(db, name, payload, { startAfterSeconds, owner } = {}) {
      if (!names.has(name)) throw new Error(`no such job: ${name}`);
      await boss.send(name, payload, {
        db: fromKysely(db),
        ...(startAfterSeconds !== undefined && { startAfter: startAfterSeconds }),
        ...(owner !== undefined && { group: { id: String(owner) } }),
      });
    },
    async ready() {
      const answered = boss
        .getDb()
        .executeSql('select 1')
        .then(
          () => true,
          () => false,
        );
      const late = new Promise<boolean>((resolve) => {
        setTimeout(resolve, READY_TIMEOUT_MS, false).unref();
      });
      return Promise.race([answered, late]);
    },
    close: () => boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS }),
  };
}

async function open(boss: PgBoss, definition: JobDefinition, platform: Platform): Promise<void> {
  const { name, cron, heartbeatSeconds, atOnce, giveUp } = definition;
  const deadLetter = `${name}.given-up`;
  if (giveUp) await open(boss, { name: deadLetter, run: giveUp }, platform);
  const options = {
    ...{ ...RETRY, notify: true },
    ...(heartbeatSeconds !== undefined && { heartbeatSeconds }),
    ...(giveUp && { deadLetter }),
  };
  await boss.createQueue(name, options);
  // Creating leaves an existing queue as it was.
  await boss.updateQueue(name, options);
  if (atOnce === undefined) await work(boss, definition, platform, { batchSize: BATCH_SIZE });
  // Each worker goes on by itself, so that a long job delays no other.
  else
    for (let worker = 0; worker < atOnce; worker += 1)
      await work(boss, definition, platform, { batchSize: 1, localGroupConcurrency: 1 });
  if (cron) await boss.schedule(name, cron);
}

async function work(
  boss: PgBoss,
  definition: JobDefinition,
  platform: Platform,
  options: { batchSize: number; localGroupConcurrency?: number },
): Promise<void> {
  const workerId = await boss.work(
    definition.name,
    {
      ...options,
      // Otherwise whatever comes beyond the first batch would wait for the poll behind NOTIFY.
      burstWhenBatchFull: true,
      notifyPollingIntervalSeconds: POLL_SECONDS,
      perJobResults: true,
    },
    async (jobs: Job<unknown>[]) => {
      const results = await Promise.all(jobs.map((job) => run(definition, job, platform)));
      // A batch of one never counts as full.
      if (options.batchSize === 1) boss.notifyWorker(workerId);
      return results;
    },
  );
}

async function run(definition: JobDefinition, job: Job<unknown>, platform: Platform): Promise<JobResult> {
  try {
    await definition.run(platform, job.data);
    return { id: job.id, status: 'completed' };
  } catch (err) {
    platform.log.error({ err, job: definition.name }, 'a job failed');
    return { id: job.id, status: 'failed', output: { message: String(err) } };
  }
}

/**
 * Has every running job tried again at once, instead of when its heartbeat or its time is over. It counts as an attempt,
 * so that a job which kills its process is given up in the end.
 */
async function retryAbandoned(boss: PgBoss, { db }: Database): Promise<void> {
  const { rows } = await sql<{ name: string; ids: string[] }>`
    select "name", array_agg("id") as "ids" from ${sql.table(`${SCHEMA}.job`)}
    where "state" = 'active' group by "name"`.execute(db);
  for (const { name, ids } of rows) {
    await boss.fail(name, ids, { message: 'its process died' });
    // The pause between attempts is meant for failures.
    await sql`update ${sql.table(`${SCHEMA}.job`)} set "start_after" = now()
      where "name" = ${name} and "id" = any(${ids}::uuid[]) and "state" = 'retry'`.execute(db);
  }
}

/**
 * A schedule outlives the program that created it; without its job it would fill a queue nobody processes.
 */
async function dropOldSchedules(boss: PgBoss, definitions: readonly JobDefinition[]): Promise<void> {
  const recurring = new Set(definitions.filter(({ cron }) => cron).map(({ name }) => name));
  for (const { name } of await boss.getSchedules()) if (!recurring.has(name)) await boss.unschedule(name);
}
