import type { Db } from '@tandem/db';
import { channelsWithKept } from '../../content/file/kept.repo.ts';
import { giveUpContents, SPARED_HOURS } from '../../content/file/kept.ts';
import type { JobDefinition } from '../../core/jobs.ts';
import type { Platform } from '../../core/platform.ts';
import { decodeEntries } from './encode.ts';
import { type Entries, withChanges } from './entries.ts';
import { findBodies, findBody, findRecent } from './manifest.repo.ts';

/** Days for which states can be restored unless operators decide. */
const DAYS = 365;
/** Channels looked at with one query. */
const BATCH = 100;

/**
 * Has channels give up contents that neither their newest files nor any state of the last days name.
 * @returns how many were given up
 */
export async function sweepStates(platform: Platform): Promise<number> {
  const { db } = platform.database;
  const days = platform.settings.agentDays ?? DAYS;
  let gone = 0;
  let after: string | null = null;
  for (;;) {
    const channels: string[] = await channelsWithKept(db, { sparedHours: SPARED_HOURS, after, most: BATCH });
    for (const channelId of channels)
      try {
        gone += await giveUpContents(db, channelId, await namedBy(db, channelId, days));
      } catch (err) {
        // A failure does not stop the others; the next run tries again.
        platform.log.warn({ err, channelId }, 'states not swept');
      }
    after = channels.at(-1) ?? null;
    if (channels.length < BATCH) return gone;
  }
}

/**
 * Hashes of all contents that the newest files and the states of the last days name. A state that is made meanwhile names
 * nothing else, or holds it (`storeManifest`).
 */
async function namedBy(db: Db, channelId: string, days: number): Promise<Set<string>> {
  const recent = await findRecent(db, channelId, days);
  const ids = new Set(recent.map(({ id }) => id));
  const hashes = new Set<string>();
  for (const { id, parentId } of recent) {
    // What it has in common with a parent that is looked at as well needs no second look.
    const isBesideParent = parentId !== null && ids.has(parentId);
    const bodies = isBesideParent ? await findBody(db, id) : await findBodies(db, channelId, id);
    let entries: Entries = new Map();
    for (const { body } of bodies) entries = withChanges(entries, await decodeEntries(body));
    for (const { hash } of entries.values()) hashes.add(hash);
  }
  return hashes;
}

export const agentFileJobs: JobDefinition[] = [
  {
    name: 'agentFile.sweep',
    cron: '23 4 * * *',
    async run(platform) {
      const gone = await sweepStates(platform);
      if (gone > 0) platform.log.info({ gone }, 'contents of old states given up');
    },
  },
];
