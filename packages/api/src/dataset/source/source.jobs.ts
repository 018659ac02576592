import { transaction } from '@tandem/db';
import * as z from 'zod';
import type { JobDefinition } from '../../core/jobs.ts';
import type { Platform } from '../../core/platform.ts';
import { UNPACK_JOB } from './archive/archive.ts';
import { giveUpUnpacking, unpackSource } from './archive/unpack.ts';
import { claimDue, claimOutdated } from './fetch.repo.ts';
import { fetchSource, giveUpFetch } from './fetch.ts';
import { enqueueFetch, FETCH_JOB } from './fetched.ts';
import { readOutdated } from './read-again.ts';
import { renameDocuments } from './rename-documents.ts';

const payloadSchema = z.object({ sourceId: z.uuid() });
/** Jobs of earlier versions do not name the file. */
const unpackSchema = payloadSchema.extend({ fileId: z.uuid().optional() });
/** Sources that one run has fetched. */
const BATCH = 200;

/** Has pages fetched whose time has come, and documents copied that changed, and renames those that were renamed. */
export async function refreshSources(platform: Platform): Promise<void> {
  await transaction(platform.database.db, async (tx) => {
    for (const source of [...(await claimDue(tx, BATCH)), ...(await claimOutdated(tx, BATCH))])
      await enqueueFetch(tx, platform, source);
  });
  await renameDocuments(platform);
}

export const sourceJobs: JobDefinition[] = [
  {
    name: FETCH_JOB,
    heartbeatSeconds: 60,
    atOnce: 4,
    run: (platform, payload) => fetchSource(platform, payloadSchema.parse(payload).sourceId),
    giveUp: (platform, payload) => giveUpFetch(platform, payloadSchema.parse(payload).sourceId),
  },
  {
    name: UNPACK_JOB,
    heartbeatSeconds: 60,
    atOnce: 2,
    run: (platform, payload) => unpackSource(platform, unpackSchema.parse(payload)),
    giveUp: (platform, payload) => giveUpUnpacking(platform, unpackSchema.parse(payload)),
  },
  { name: 'source.readAgain', cron: '* * * * *', run: (platform) => readOutdated(platform) },
  { name: 'source.refresh', cron: '* * * * *', run: (platform) => refreshSources(platform) },
];
