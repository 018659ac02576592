import type { Db } from '@tandem/db';
import { fileIdOf } from '@tandem/shared/file/schema';
import type { FilePart } from '@tandem/shared/message/parts';
import type { Reader } from '../../access/policy/access.fragments.ts';
import { AppError } from '../../core/errors.ts';
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
export type { FileRow } from './file.repo.ts';
export { dropUploads, type KeptUpload, keepUpload, waitingUpload, withContentOf } from './keep.ts';
export { pictureOfFile, textOfFile } from './model.ts';

/**
 * Gives files to a channel: from here on whoever sees the channel sees them.
 * @param fileIds uploads of that person's that belong to nothing yet
 * @returns parts for a message, in the order of the ids
 * @throws AppError `notFound` when one is another's, belongs somewhere already, or is gone
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

/** Those of the files that the reader may have, by their ids. */
export async function filesFor(
  db: Db,
  reader: Reader,
  fileIds: readonly string[],
): Promise<Map<string, FileRow>> {
  return new Map((await findFiles(db, reader, fileIds)).map((file) => [file.id, file]));
}

/** Files of a channel as parts, in the order of the ids; those that are gone are left out. */
export async function partsInChannel(
  db: Db,
  channelId: string,
  fileIds: readonly string[],
): Promise<FilePart[]> {
  if (fileIds.length === 0) return [];
  return inOrder(fileIds, (await findInChannel(db, channelId, fileIds)).map(partOf));
}

/** Which of these files belong to a channel. */
export async function idsInChannel(db: Db, channelId: string, fileIds: readonly string[]): Promise<string[]> {
  if (fileIds.length === 0) return [];
  return (await findInChannel(db, channelId, fileIds)).map(({ id }) => id);
}

/** Gives a channel copies of another's files, under new ids, for whoever sees it. */
export async function copyFiles(
  tx: Db,
  ids: ReadonlyMap<string, string>,
  channels: { from: string; to: { id: string; teamId: string } },
): Promise<void> {
  if (ids.size > 0) await copyToChannel(tx, ids, channels);
}

/** Deletes what is a person's alone: their portrait, and what they uploaded without using it. */
export async function forgetPerson(tx: Db, { userId }: { userId: number }): Promise<void> {
  await deleteWaitingOf(tx, userId);
}

/** Deletes files of a channel that no message carries. */
export async function dropFiles(tx: Db, channelId: string, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length > 0) await deleteFromChannel(tx, channelId, fileIds);
}

function inOrder(fileIds: readonly string[], parts: readonly FilePart[]): FilePart[] {
  const byId = new Map(parts.map((part) => [fileIdOf(part.url), part]));
  return fileIds.flatMap((id) => byId.get(id) ?? []);
}
