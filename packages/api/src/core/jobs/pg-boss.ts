import type { Database } from '@tandem/db';
import { fromKysely, type Job, type JobResult, PgBoss } from 'pg-boss';
import type { JobDefinition, Jobs } from '../jobs.ts';
import type { Platform } from '../platform.ts';

/** The queue's tables live apart from ours and are made and migrated by the library. */
const SCHEMA = 'job';
const RETRY = { retryLimit: 5, retryDelay: 2, retryBackoff: true, retryDelayMax: 300 };
/** Jobs taken at once by one process and run beside each other. */
const BATCH_SIZE = 5;
/** New jobs are told by NOTIFY; retries and jobs put off become due silently, and wait for the next look. */
const POLL_SECONDS = 5;
/** How long a running job may still take when the server ends; then it is retried elsewhere. */
const STOP_TIMEOUT_MS = 5_000;
const READY_TIMEOUT_MS = 2_000;

/**
 * Opens the queue, with one worker for each definition. `platform` is handed to jobs as they run, so it may
 * still be filled in when this is called.
 * @throws when the database cannot be reached
 */
export async function createJobs(
  database: Database,
  definitions: readonly JobDefinition[],
  platform: Platform,
): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: database.url,
    schema: SCHEMA,
    application_name: 'tandem jobs',
    max: 3,
    useListenNotify: true,
  });
  boss.on('error', (err) => platform.log.warn({ err }, 'the job queue had an error'));
  boss.on('warning', ({ message, data }) => platform.log.warn({ data }, `job queue: ${message}`));
  await boss.start();
  for (const definition of definitions) await open(boss, definition, platform);
  await dropOldSchedules(boss, definitions);
  const names = new Set(definitions.map(({ name }) => name));

  return {
    async enqueue(db, name, payload, { startAfterSeconds } = {}) {
      if (!names.has(name)) throw new Error(`no such job: ${name}`);
      await boss.send(name, payload, {
        db: fromKysely(db),
        ...(startAfterSeconds !== undefined && { startAfter: startAfterSeconds }),
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
  const { name, cron } = definition;
  const options = { ...RETRY, notify: true };
  await boss.createQueue(name, options);
  // Creating leaves an existing queue as it was.
  await boss.updateQueue(name, options);
  await boss.work(
    name,
    {
      batchSize: BATCH_SIZE,
      // Otherwise whatever comes beyond the first batch would wait for the poll behind NOTIFY.
      burstWhenBatchFull: true,
      notifyPollingIntervalSeconds: POLL_SECONDS,
      perJobResults: true,
    },
    (jobs: Job<unknown>[]) => Promise.all(jobs.map((job) => run(definition, job, platform))),
  );
  if (cron) await boss.schedule(name, cron);
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

/** A schedule outlives the program that made it; one whose job is gone would fill a queue nobody works. */
async function dropOldSchedules(boss: PgBoss, definitions: readonly JobDefinition[]): Promise<void> {
  const recurring = new Set(definitions.filter(({ cron }) => cron).map(({ name }) => name));
  for (const { name } of await boss.getSchedules()) if (!recurring.has(name)) await boss.unschedule(name);
}
