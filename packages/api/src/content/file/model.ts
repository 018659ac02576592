import { buffer } from 'node:stream/consumers';
import { type Db, transaction } from '@tandem/db';
import type { ExtractionProblem } from '@tandem/shared/file/reading';
import { fileIdOf } from '@tandem/shared/file/schema';
import type { FilePart } from '@tandem/shared/message/parts';
import type { FilePage } from '../../ai/context/attachments.ts';
import { AppError } from '../../core/errors.ts';
import type { Platform } from '../../core/platform.ts';
import {
  keyOf,
  pagesOfExtraction,
  requestExtraction,
  whenExtracted,
} from './extraction/extraction.service.ts';
import { type FileRow, findInChannel } from './file.repo.ts';
import { RenderError } from './image/render.ts';
import { canBeRendered, pictureForModel } from './variants.ts';

/** Bytes of a text that are read: more than any model takes of one. */
const MAX_TEXT_BYTES = 400_000;
/** How long an answer waits for a file that is still being read, in milliseconds. */
const READING_MS = 60_000;
/** Maximum bytes of an animated picture, which is sent to models unchanged. */
const MAX_GIF_BYTES = 4 * 1024 * 1024;

/** A picture's bytes with their type. */
export interface Picture {
  mediaType: string;
  data: Uint8Array;
}

/** The beginning of a file's text with what identifies the file and its content, or why there is none. */
export type FileText =
  | { pages: FilePage[]; isWhole: boolean; fileId: string; hash: string }
  | { unread: Unread };

/** Why a file's text cannot be had: it was not read in time, is of no readable kind, or is broken in some way. */
export type Unread = ExtractionProblem | 'late' | 'unreadable' | 'gone';

/**
 * The beginning of the text of a channel's file. Waits up to a minute while a file is being read.
 * @throws the signal's reason
 */
export async function textOfFile(
  platform: Platform,
  channelId: string,
  part: FilePart,
  { maxCharacters, signal }: { maxCharacters: number; signal: AbortSignal },
): Promise<FileText> {
  const read = await orNull(async () => {
    const file = await rowOf(platform.database.db, channelId, part);
    if (!file) return null;
    return isPlain(file.mediaType)
      ? plainText(platform, file)
      : extractedText(platform, file, { maxCharacters, signal });
  });
  return read ?? { unread: 'gone' };
}

/** Whether a file's bytes are its text. */
function isPlain(mediaType: string): boolean {
  return /^text\/|^application\/json$/.test(mediaType);
}

async function plainText({ storage }: Platform, file: FileRow): Promise<FileText> {
  const isWhole = file.size <= MAX_TEXT_BYTES;
  const range = isWhole ? undefined : { start: 0, end: MAX_TEXT_BYTES - 1 };
  const bytes = await buffer(await storage.read(file.hash, range));
  // A character may have been cut in two.
  const text = bytes.toString('utf8').replace(/\uFFFD$/, '');
  return { pages: [{ index: 1, label: null, text }], isWhole, fileId: file.id, hash: file.hash };
}

async function extractedText(
  platform: Platform,
  file: FileRow,
  { maxCharacters, signal }: { maxCharacters: number; signal: AbortSignal },
): Promise<FileText> {
  const key = keyOf(file);
  if (!key) return { unread: 'unreadable' };
  const { db } = platform.database;
  // Files that were sent before their like could be read.
  await transaction(db, (tx) => requestExtraction(tx, platform, file));
  const state = await whenExtracted(platform, key, { timeoutMs: READING_MS, signal });
  if (!state) return { unread: 'gone' };
  if (state.status === 'failed') return { unread: state.problem ?? 'broken' };
  if (state.done === 0) return { unread: 'late' };
  const { pages, isWhole } = await pagesOfExtraction(db, key, maxCharacters);
  return { pages, isWhole: isWhole && state.status === 'ready', fileId: file.id, hash: file.hash };
}

/**
 * Reads a picture of a channel, scaled for models.
 * @returns null when it is gone or unreadable
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

/** Returns the file of a part if it belongs to the channel: a part alone grants nothing. */
async function rowOf(db: Db, channelId: string, part: FilePart): Promise<FileRow | null> {
  const id = fileIdOf(part.url);
  if (id === null) return null;
  const [row] = await findInChannel(db, channelId, [id]);
  return row ?? null;
}

/** An unreadable file must not prevent an answer. */
async function orNull<T>(read: () => Promise<T | null>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof RenderError || error instanceof AppError) return null;
    throw error;
  }
}
