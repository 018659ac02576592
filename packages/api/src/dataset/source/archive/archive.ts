import { createHash } from 'node:crypto';
import type { Db } from '@tandem/db';
import type { SourceTable } from '@tandem/db/tables/dataset';
import type { Selectable } from 'kysely';
import { formatOf } from '../../../content/file/extraction/format.ts';
import type { Platform } from '../../../core/platform.ts';

export const UNPACK_JOB = 'source.unpack';

/** The media type of archives, as bytes tell it. */
export const ARCHIVE_TYPE = 'application/zip';

/** Input of the job. */
export interface UnpackJob {
  sourceId: string;
  fileId?: string | undefined;
}

/** The source of an archive, as jobs see it. */
export type Packed = Selectable<SourceTable>;

/** Whether a file is an archive whose files become sources; Office documents and e-books are read themselves. */
export function isArchive(file: { mediaType: string; name: string }): boolean {
  return file.mediaType === ARCHIVE_TYPE && formatOf(file) === null;
}

/** Whether a source is an archive that is to be unpacked, or could not be: it has a file, but nothing to read. */
export function isPacked({ kind, fileId, hash }: Pick<Packed, 'kind' | 'fileId' | 'hash'>): boolean {
  return kind === 'file' && fileId !== null && hash === null;
}

/** Whether an archive is to be unpacked: one that failed waits for somebody to retry it. */
export function isWaiting(source: Packed): boolean {
  return isPacked(source) && source.problem === null;
}

/** Whether a source is still the archive of which a job is unpacking the file. */
export function isSameArchive(current: Packed | null, { fileId }: Pick<Packed, 'fileId'>): current is Packed {
  return current !== null && isWaiting(current) && current.fileId === fileId;
}

/** Has an archive unpacked in the background. */
export function enqueueUnpack(
  tx: Db,
  platform: Platform,
  { id, fileId, creatorId }: { id: string; fileId: string | null; creatorId: number },
): Promise<void> {
  return platform.jobs.enqueue(
    tx,
    UNPACK_JOB,
    { sourceId: id, fileId: fileId ?? undefined },
    { owner: creatorId },
  );
}

/** The key of a file's source: the same however often the archive is unpacked, another once it was replaced. */
export function keyOf({ id, fileId }: Pick<Packed, 'id' | 'fileId'>, path: string): string {
  return uuidOf(`${id}/${fileId}/${path}`);
}

/** The key that earlier versions made, the same also for an archive that replaced another. */
export function formerKeyOf({ id }: Pick<Packed, 'id'>, path: string): string {
  return uuidOf(`${id}/${path}`);
}

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  // As a random UUID looks.
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
