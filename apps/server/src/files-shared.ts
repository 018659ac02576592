import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BusMessage, topics } from '@tandem/api/core/live/bus';
import type { Platform } from '@tandem/api/core/platform';
import type { Settings } from '@tandem/api/core/settings';

/**
 * Asks the installation's other servers where they store files, and answers them. Where they differ, files
 * uploaded at one are missing at the other, so both log a warning.
 */
export async function compareFilePlaces(
  platform: Pick<Platform, 'bus' | 'settings' | 'processId' | 'log'>,
): Promise<void> {
  const { bus, settings, processId, log } = platform;
  const place = await placeOf(settings);
  const told = new Set<string>();
  bus.subscribe(topics.all, (message: BusMessage) => {
    if (message.type !== 'files.place' || message.processId === processId) return;
    if (message.isQuestion === true) bus.publish(topics.all, { type: 'files.place', processId, place });
    const other = String(message.place);
    if (other === place || told.has(other)) return;
    told.add(other);
    log.warn(
      { part: 'storage' },
      'another server of this installation keeps files elsewhere: files uploaded there are missing here. Set S3_* on all servers, or give them one DATA_DIR on a shared disk',
    );
  });
  bus.publish(topics.all, { type: 'files.place', processId, place, isQuestion: true });
}

/** Identifies a storage location without revealing it. */
async function placeOf({ s3, dataDir }: Pick<Settings, 's3' | 'dataDir'>): Promise<string> {
  if (s3) return createHash('sha256').update(`${s3.endpoint} ${s3.bucket}`).digest('hex').slice(0, 32);
  const folder = path.join(dataDir, 'files');
  const mark = path.join(folder, '.folder');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // The first server names it.
  await writeFile(mark, randomUUID(), { flag: 'wx', mode: 0o600 }).catch(() => {});
  return (await readFile(mark, 'utf8')).trim();
}
