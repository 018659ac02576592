import type { Db } from '@tandem/db';
import { fileIdOf } from '@tandem/shared/file/schema';
import type { FilePart } from '@tandem/shared/message/parts';
import type { Reader } from '../../access/policy/access.fragments.ts';
import { AppError } from '../../core/errors.ts';
import type { Platform } from '../../core/platform.ts';
import { formatOf, requestExtraction } from './extraction/extraction.service.ts';
import { partOf } from './file.presenter.ts';
import {
  copyToChannel,
  deleteFromChannel,
  deleteWaitingOf,
  type FileRow,
  findFiles,
  findInChannel,
  giveToChannel,
  lockWaiting,
} from './file.repo.ts';

export {
  copyPictureTo,
  keepAvatar,
  keepLogo,
  keepPicture,
  type MadeAvatar,
  makeAvatar,
  makeLogo,
} from './avatar.ts';
export { keepDrawn, UnusablePicture } from './drawn.ts';
export { partOf } from './file.presenter.ts';
export { type FileRow, isContentElsewhere } from './file.repo.ts';
export { dropUploads, type KeptUpload, keepUpload, waitingUpload } from './keep.ts';
export { type FileText, pictureOfFile, textOfFile, type Unread } from './model.ts';
export { withContent } from './temporary.ts';

/**
 * Attaches files to a channel: from here on readers of the channel can read them.
 * @param fileIds the person's unattached uploads
 * @returns parts for a message, in the order of the ids
 * @throws AppError `notFound` when one is another's, attached, or gone
 */
export async function attachFiles(
  tx: Db,
  {
    userId,
    channel,
    fileIds,
  }: { userId: number; channel: { id: string; teamId: string }; fileIds: readonly string[] },
): Promise<FilePart[]> {
  if (fileIds.length === 0) return [];
  const rows = await lockWaiting(tx, userId, fileIds);
  const parts = inOrder(fileIds, rows.map(partOf));
  if (parts.length !== fileIds.length) throw new AppError('notFound');
  await giveToChannel(tx, fileIds, channel);
  return parts;
}

/**
 * Has the text of files that were just given to a channel read in the background, except that pictures in a chat are
 * seen by models themselves.
 */
export async function requestExtractions(
  tx: Db,
  platform: Platform,
  channelId: string,
  fileIds: readonly string[],
  { pictures }: { pictures: boolean },
): Promise<void> {
  if (fileIds.length === 0) return;
  const files = (await findInChannel(tx, channelId, fileIds)).filter(
    (file) => pictures || formatOf(file) !== 'image',
  );
  // Each waits for others that request the same content: in a fixed order, to avoid deadlocks.
  for (const file of files.toSorted((a, b) => (a.hash < b.hash ? -1 : 1)))
    await requestExtraction(tx, platform, file);
}

/** Returns the readable files among these, by id. */
export async function filesFor(
  db: Db,
  reader: Reader,
  fileIds: readonly string[],
): Promise<Map<string, FileRow>> {
  return new Map((await findFiles(db, reader, fileIds)).map((file) => [file.id, file]));
}

/** Returns files of a channel as parts, in the order of the ids, without missing ones. */
export async function partsInChannel(
  db: Db,
  channelId: string,
  fileIds: readonly string[],
): Promise<FilePart[]> {
  if (fileIds.length === 0) return [];
  return inOrder(fileIds, (await findInChannel(db, channelId, fileIds)).map(partOf));
}

/** Returns those of these files that belong to a channel. */
export async function idsInChannel(db: Db, channelId: string, fileIds: readonly string[]): Promise<string[]> {
  if (fileIds.length === 0) return [];
  return (await findInChannel(db, channelId, fileIds)).map(({ id }) => id);
}

/** Files of a channel, in no order. */
export async function filesInChannel(
  db: Db,
  channelId: string,
  fileIds: readonly string[],
): Promise<FileRow[]> {
  return fileIds.length === 0 ? [] : findInChannel(db, channelId, fileIds);
}

/** Copies files of another channel to this one under new ids. */
export async function copyFiles(
  tx: Db,
  ids: ReadonlyMap<string, string>,
  channels: { from: string; to: { id: string; teamId: string } },
): Promise<void> {
  if (ids.size > 0) await copyToChannel(tx, ids, channels);
}

/** Deletes a person's avatar and unattached uploads. */
export async function forgetPerson(tx: Db, { userId }: { userId: number }): Promise<void> {
  await deleteWaitingOf(tx, userId);
}

/** Deletes files of a channel that no message uses. */
export async function dropFiles(tx: Db, channelId: string, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length > 0) await deleteFromChannel(tx, channelId, fileIds);
}

function inOrder(fileIds: readonly string[], parts: readonly FilePart[]): FilePart[] {
  const byId = new Map(parts.map((part) => [fileIdOf(part.url), part]));
  return fileIds.flatMap((id) => byId.get(id) ?? []);
}
