import { buffer } from 'node:stream/consumers';
import type { Db } from '@tandem/db';
import { fileIdOf } from '@tandem/shared/file/schema';
import type { FilePart } from '@tandem/shared/message/parts';
import { AppError } from '../../core/errors.ts';
import type { Platform } from '../../core/platform.ts';
import { type FileRow, findInChannel } from './file.repo.ts';
import { RenderError } from './image/render.ts';
import { canBeRendered, pictureForModel } from './variants.ts';

/** Bytes of a text that are read: more than any model takes of one. */
const MAX_TEXT_BYTES = 400_000;
/** Bytes of a moving picture, which goes to models as it is. */
const MAX_GIF_BYTES = 4 * 1024 * 1024;

/** A picture's bytes with their type. */
export interface Picture {
  mediaType: string;
  data: Uint8Array;
}

/**
 * The beginning of a text file of a channel.
 * @returns null when it is gone or cannot be read
 */
export async function textOfFile(
  platform: Platform,
  channelId: string,
  part: FilePart,
): Promise<{ text: string; isWhole: boolean } | null> {
  return orNull(async () => {
    const file = await rowOf(platform.database.db, channelId, part);
    if (!file) return null;
    const isWhole = file.size <= MAX_TEXT_BYTES;
    const range = isWhole ? undefined : { start: 0, end: MAX_TEXT_BYTES - 1 };
    const bytes = await buffer(await platform.storage.read(file.hash, range));
    // A character may have been cut in two.
    return { text: bytes.toString('utf8').replace(/\uFFFD$/, ''), isWhole };
  });
}

/**
 * A picture of a channel as models read it.
 * @returns null when it is gone or cannot be read
 */
export async function pictureOfFile(
  platform: Platform,
  channelId: string,
  part: FilePart,
): Promise<Picture | null> {
  return orNull(async () => {
    const file = await rowOf(platform.database.db, channelId, part);
    if (!file) return null;
    if (canBeRendered(file)) return { mediaType: 'image/webp', data: await pictureForModel(platform, file) };
    if (file.mediaType !== 'image/gif' || file.size > MAX_GIF_BYTES) return null;
    return { mediaType: file.mediaType, data: await buffer(await platform.storage.read(file.hash)) };
  });
}

/** The file that a part names, if it lies in the channel: a part alone opens nothing. */
async function rowOf(db: Db, channelId: string, part: FilePart): Promise<FileRow | null> {
  const id = fileIdOf(part.url);
  if (id === null) return null;
  const [row] = await findInChannel(db, channelId, [id]);
  return row ?? null;
}

/** A file that cannot be read is no reason to answer nothing. */
async function orNull<T>(read: () => Promise<T | null>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof RenderError || error instanceof AppError) return null;
    throw error;
  }
}
